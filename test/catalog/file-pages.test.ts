import { expect, test } from "vitest";
import { filePages, unshown } from "../../src/catalog/file-pages.ts";

const PAGE = "https://docs.example.com/base/agent-skills/moon/";
const file = (path: string, size = 100, lines: number | null = 10) =>
  ({ path, size, lines, sha256: "0".repeat(64), mode: "0644" }) as const;
const skill = (...files: ReturnType<typeof file>[]) => ({ name: "moon", page: PAGE, files });
const pagesOf = (...files: ReturnType<typeof file>[]) => filePages(skill(...files), new Set());
const apart = (...files: ReturnType<typeof file>[]) => filePages(skill(...files), new Set(["moon"]));

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

test("a skill of much text has a page for each file that is shown, and a place in the list for the others", () => {
  const { keys, linkTo } = apart(file("SKILL.md"), file("a/b.txt"), file("film.mp4", 9_000_000, null));
  expect([...keys]).toEqual([
    ["SKILL.md", "skill-md"],
    ["a/b.txt", "a-b-txt"],
  ]);
  expect(linkTo("SKILL.md")).toBe("/base/agent-skills/moon/files/skill-md/");
  expect(linkTo("film.mp4")).toBe("/base/agent-skills/moon/files/#/film.mp4");
  expect(linkTo("a")).toBe("/base/agent-skills/moon/files/#/a/");
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
  const { keys } = apart(...names.map((name) => file(name)));
  expect([...keys.values()]).toEqual([
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
