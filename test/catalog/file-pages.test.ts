import { expect, test } from "vitest";
import { filePages, unshown } from "../../src/catalog/file-pages.ts";

const PAGE = "https://docs.example.com/base/agent-skills/moon/";
const file = (path: string, size = 100, lines: number | null = 10) =>
  ({ path, size, lines, sha256: "0".repeat(64), mode: "0644" }) as const;
const pagesOf = (...files: ReturnType<typeof file>[]) => filePages({ page: PAGE, files });

test("a small skill has one page, with an address for each file and folder", () => {
  const { address, keys, linkTo } = pagesOf(file("SKILL.md"), file("a b/c#d.md"), file("logo.png", 9000, null));
  expect(address).toBe(`${PAGE}files/`);
  expect(keys.size).toBe(0);
  expect(linkTo("SKILL.md")).toBe("/base/agent-skills/moon/files/#/SKILL.md");
  expect(linkTo("a b/c#d.md")).toBe("/base/agent-skills/moon/files/#/a~20b/c~23d.md");
  expect(linkTo("logo.png")).toBe("/base/agent-skills/moon/files/#/logo.png");
  for (const folder of ["a b", "a b/"]) expect(linkTo(folder)).toBe("/base/agent-skills/moon/files/#/a~20b/");
  for (const nothing of ["", "skill.md", "a", "SKILL.md/", "../x"]) expect(linkTo(nothing)).toBeUndefined();
});

test.each([
  ["much text", [file("SKILL.md"), ...Array.from({ length: 5 }, (_, n) => file(`${n}.md`, 250_000, 5_000))]],
  ["many lines", [file("SKILL.md"), file("a.txt", 20_000, 20_000)]],
  ["much code", [file("SKILL.md"), file("a.py", 180_000, 5_000), file("b.py", 180_000, 5_000)]],
])("a skill of %s has a page for each file", (_, files) => {
  const { keys, linkTo } = pagesOf(...files);
  expect([...keys.keys()]).toEqual(files.map(({ path }) => path));
  expect(linkTo("SKILL.md")).toBe("/base/agent-skills/moon/files/skill-md/");
});

test("what is not shown makes no page larger, and has its place in the list", () => {
  const pages = pagesOf(file("SKILL.md"), file("film.mp4", 9_000_000, null), file("data.csv", 9_000_000, 100_000));
  expect(pages.keys.size).toBe(0);
  const large = pagesOf(file("SKILL.md"), file("film.mp4", 9_000_000, null), file("a.txt", 20_000, 20_000));
  expect(large.linkTo("film.mp4")).toBe("/base/agent-skills/moon/files/#/film.mp4");
});

test("names that would make equal addresses are numbered, and every address is plain", () => {
  const names = [
    "SKILL.md",
    "skill md",
    "a/b.md",
    "a-b.md",
    "a?b#md",
    "日本",
    "😀",
    "index.html",
    `${"x".repeat(90)}.md`,
  ];
  const { keys } = pagesOf(file("big.txt", 20_000, 20_000), ...names.map((name) => file(name)));
  expect([...keys.values()]).toEqual([
    "big-txt",
    "skill-md",
    "skill-md-2",
    "a-b-md",
    "a-b-md-2",
    "a-b-md-3",
    "file",
    "file-2",
    "index-html",
    "x".repeat(64),
  ]);
});

test("text up to 256 KB is shown; else the page says why not", () => {
  expect(unshown(file("a.txt", 256 * 1024))).toBeUndefined();
  expect(unshown(file("a.txt", 256 * 1024 + 1))).toBe("It is larger than 256 KB.");
  expect(unshown(file("a.png", 10, null))).toBe("It is not UTF-8 text.");
});
