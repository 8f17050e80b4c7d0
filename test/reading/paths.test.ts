import { expect, test } from "vitest";
import { isPage, kindOf } from "../../src/reading/kinds.ts";
import { isHidden, pathFault, resolve } from "../../src/reading/paths.ts";
import { decode, isSafe, isSafeLine } from "../../src/reading/text.ts";

test.each([
  ["", undefined],
  ["a/b.md", undefined],
  ["...", undefined],
  ["a/..b/.c", undefined],
  ["x".repeat(1024), undefined],
  ["x".repeat(1025), "too_long"],
  ["/a", "absolute"],
  ["a\\b", "forbidden_character"],
  ["a\nb", "forbidden_character"],
  ["a\u200Fb", "forbidden_character"],
  ["a\uD800", "forbidden_character"],
  ["a//b", "empty_segment"],
  ["a/", "empty_segment"],
  [".", "dot_segment"],
  ["a/../b", "dot_segment"],
  ["./a", "dot_segment"],
])("the path %j has the fault %s", (path, fault) => {
  expect(pathFault(path)).toBe(fault);
});

test.each([
  ["a/b", "c.md", "a/b/c.md"],
  ["a/b", "./../c.md", "a/c.md"],
  ["a/b", "../../c.md", "c.md"],
  ["a/b", "../../../c.md", undefined],
  ["a/b", "/c/./d/../e.md", "c/e.md"],
  ["", "/../c.md", undefined],
  ["a", "..", undefined],
  ["a", "b//c", undefined],
  ["a", "b/", undefined],
  ["a", "//b", undefined],
  ["a", "", undefined],
])("from %j, %j leads to %s", (folder, written, path) => {
  expect(resolve(folder, written)).toBe(path);
});

test.each([
  ["SKILL.md", "skill"],
  ["a/SKILL.md", "skill"],
  ["skill.md", "markdown"],
  ["SKILL.md.bak", "other"],
  ["SKILLCDN.md", "manifest"],
  ["a.MDX", "markdown"],
  ["a.markdown", "markdown"],
  ["a.Json", "json"],
  ["md", "other"],
  ["a.md/b", "other"],
])("%s is of the kind %s", (path, kind) => {
  expect(kindOf(path)).toBe(kind);
  expect(isPage(path)).toBe(kind === "markdown" || kind === "json");
});

test("any segment that starts with a dot hides a path", () => {
  expect(["a/.b/c", ".a", "a/.b"].every(isHidden)).toBe(true);
  expect(["a/b.c", "a.", ""].some(isHidden)).toBe(false);
});

const unsafe = [
  0x00, 0x08, 0x0b, 0x1f, 0x7f, 0x85, 0x9f, 0x200b, 0x200f, 0x2028, 0x202e, 0x2060, 0x2069, 0xfeff, 0xd800,
];
const safe = [0x20, 0xa0, 0xad, 0x180e, 0x200a, 0x2010, 0x2027, 0x202f, 0x205f, 0x206a, 0x1f600, 0xe0001];

test("exactly the characters of the format are unsafe; line ends and tabs are in text, not in a line", () => {
  expect(unsafe.filter((each) => isSafe(String.fromCodePoint(each)))).toEqual([]);
  expect(safe.filter((each) => !isSafeLine(String.fromCodePoint(each)))).toEqual([]);
  expect([isSafe("a\r\n\tb"), isSafeLine("a\nb"), isSafeLine("a\tb"), isSafeLine("a\rb")]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("text is UTF-8 without NUL; a byte order mark is dropped", () => {
  expect(decode(Buffer.from("\uFEFFé"))).toBe("é");
  expect([[0x61, 0], [0xff], [0xc3], [0xed, 0xa0, 0x80]].map((bytes) => decode(new Uint8Array(bytes)))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
