import { expect, test } from "vitest";
import { lineCount } from "../../src/artifact/lines.ts";
import { skillsApart } from "../../src/astro/apart.ts";
import { mostWeightOf, weightOf } from "../../src/catalog/file-pages.ts";
import { renderSource } from "../../src/catalog/source.ts";
import { composed } from "../tools/publication.ts";
import { skillMd } from "../tools/skill.ts";

/** True when a skill with so many files of this name and text has a page for each. */
async function isApart(name: string, text: string, number: number): Promise<boolean> {
  const files = Array.from({ length: number }, (_, index) => [`moon/folder-with-a-name/${index}${name}`, text]);
  const { root, report } = await composed({ "moon/SKILL.md": skillMd("moon"), ...Object.fromEntries(files) });
  if (!report) throw new Error("nothing was published");
  return (await skillsApart(root, report)).has("moon");
}

test.each([
  ["plain text of 600 KB", "t.txt", `${"a".repeat(399)}\n`.repeat(500), 3],
  ["text of 200 KB that is escaped", "t.txt", "&".repeat(180_000), 1],
  ["lines without numbers, for which there is no room", "t.txt", "\n".repeat(60_000), 1],
  ["300 files", "t.txt", "x\n", 300],
])("one page shows %s", async (_, name, text, number) => {
  expect(await isApart(name, text, number)).toBe(false);
});

test.each([
  ["plain text of 1 MB", "t.txt", "a".repeat(250_000), 4],
  ["text of 540 KB that is escaped", "t.txt", "<a>".repeat(60_000), 3],
  ["many numbered lines", "t.txt", "x\n".repeat(9_000), 2],
  ["much coloured code", "t.js", "a = f(1) + `${b}`;\n".repeat(800), 14],
  ["999 files", "t.txt", "x\n", 999],
])("%s stands on a page for each file", async (_, name, text, number) => {
  expect(await isApart(name, text, number)).toBe(true);
});

test("no text weighs more than is said of its size before it is looked at", () => {
  const texts = [
    "",
    "x",
    "&",
    "\u0001",
    "\u202E",
    "\n",
    "\r",
    "\r\n",
    "<b>\n",
    "a(1);",
    "日本\n",
    "`${",
    "'",
    "\u{E0041}x",
  ];
  for (const path of ["a.txt", "odd/ <name>.js", "x.py", "x.html"])
    for (const text of texts)
      for (const times of [1, 7, 900, 15_000]) {
        const bytes = Buffer.from(text.repeat(times));
        const file = { path, size: bytes.length, lines: lineCount(bytes), sha256: "", mode: "0644" } as const;
        expect(weightOf(file, renderSource(bytes, path)), JSON.stringify([path, text, times])).toBeLessThanOrEqual(
          mostWeightOf(file),
        );
      }
});
