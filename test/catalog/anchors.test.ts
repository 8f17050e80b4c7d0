import { expect, test } from "vitest";
import { fileAnchor, lineAnchor } from "../../src/catalog/anchors.ts";

test.each([
  ["SKILL.md", "/SKILL.md"],
  ["scripts/check_all-2.sh", "/scripts/check_all-2.sh"],
  ["a b.md", "/a~20b.md"],
  ["a~20b.md", "/a~7e20b.md"],
  ["50%.md", "/50~25.md"],
  ["a#b?c=\"d'<e>&.md", "/a~23b~3fc~3d~22d~27~3ce~3e~26.md"],
  ["a:12", "/a~3a12"],
  ["é/日.md", "/~c3~a9/~e6~97~a5.md"],
  ["\u{1F600}", "/~f0~9f~98~80"],
])("the address of %s ends in #%s", (path, anchor) => {
  expect(fileAnchor(path)).toBe(anchor);
  expect(new URL(`https://e.example/#${anchor}`).hash).toBe(`#${anchor}`);
});

test("a line cannot be taken for a file, whatever its name", () => {
  expect(lineAnchor(fileAnchor("a"), 12)).toBe("/a:12");
  expect(fileAnchor("a:12")).not.toBe("/a:12");
});
