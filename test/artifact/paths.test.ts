import { expect, test } from "vitest";
import { judgePaths } from "../../src/artifact/paths.ts";
import { brief } from "../tools/problems.ts";

const judge = (...paths: readonly string[]) =>
  judgePaths(paths, "tides").map(({ severity, code }) => `${severity} ${code}`);

test.each([
  ["SKILL.md"],
  ["a b.md"],
  [".hidden/x"],
  ["références.md"],
  ["潮汐/🌊.md"],
  ["a-b_c.d~e+f@g!(h)[i]{j}'k&l;m,n=o^p$q.md"],
  ["console/common.md"],
  ["com0.md"],
  ["com10.md"],
  ["x.con"],
  ["-rf"],
  ["f".repeat(100)],
  [`${"d".repeat(155)}/${"f".repeat(100)}`],
])("%s can be stored everywhere", (path) => {
  expect(judge(path)).toEqual([]);
});

test.each([
  ["a\nb", "error path-control-character"],
  ["a\tb/c", "error path-control-character"],
  ["a\u0000b", "error path-control-character"],
  ["a\u007fb", "error path-control-character"],
  ["a\u0085b", "error path-control-character"],
  ["a\\b", "error path-backslash"],
  ["a:b", "error path-absolute"],
  ["caf\uFFFD", "error path-not-utf-8"],
  ["f".repeat(101), "error path-too-long"],
  [`${"d".repeat(156)}/f`, "error path-too-long"],
  ["é".repeat(51), "error path-too-long"],
  ["références.md".normalize("NFD"), "warning path-not-nfc"],
  [`${"é".normalize("NFD")}/a.md`, "warning path-not-nfc"],
  ["ab:c", "warning path-not-portable"],
  ["a?b", "warning path-not-portable"],
  ["a#b", "warning path-not-portable"],
  ["100%.md", "warning path-not-portable"],
  ["a*b", "warning path-not-portable"],
  ['a"b', "warning path-not-portable"],
  ["a<b>", "warning path-not-portable"],
  ["a|b", "warning path-not-portable"],
  ["name.", "warning path-not-portable"],
  ["name ", "warning path-not-portable"],
  ["folder./x", "warning path-not-portable"],
  ["folder /x", "warning path-not-portable"],
  ["con", "warning path-not-portable"],
  ["CON.txt", "warning path-not-portable"],
  ["docs/aux.md", "warning path-not-portable"],
  ["Nul/x", "warning path-not-portable"],
  ["prn", "warning path-not-portable"],
  ["com1", "warning path-not-portable"],
  ["com9", "warning path-not-portable"],
  ["LPT9.log", "warning path-not-portable"],
])("%j: %s", (path, line) => {
  expect(judge(path)).toEqual([line]);
});

test.each([
  ["the case of a file", ["a.md", "A.md"]],
  ["the case of SKILL.md", ["SKILL.md", "skill.MD"]],
  ["the case of a folder", ["docs/a", "Docs/b"]],
  ["the case of a folder above", ["x/docs/a", "X/other"]],
  ["the case of letters beyond ASCII", ["É.md", "é.md"]],
  ["a file and a folder", ["docs", "Docs/a"]],
])("two paths that differ only in %s collide", (_, paths) => {
  expect(judge(...paths)).toEqual(["error path-collision"]);
  expect(judge(...paths.toReversed())).toEqual(["error path-collision"]);
});

test("two names that are equal in NFC collide", () => {
  expect(judge("é.md".normalize("NFC"), "é.md".normalize("NFD"))).toEqual([
    "warning path-not-nfc",
    "error path-collision",
  ]);
});

test("a collision names both paths", () => {
  const problems = judgePaths(["docs/a.md", "Docs/b.md"], "tides");
  expect(brief(problems)).toEqual(["error path-collision tides/Docs/b.md"]);
  expect(problems[0]?.message).toContain("`tides/docs`");
});

test("names that only look alike do not collide", () => {
  expect(judge("a.md", "a.MDX", "ab", "a-b", "l", "I", "0", "O")).toEqual([]);
});

test.each([
  ["a\u0007b", "U+0007"],
  ["f".repeat(101), "101 bytes"],
  ["é".repeat(51), "102 bytes"],
  ["a:b", "`:`"],
  ["docs/aux.md", "`aux.md`"],
])("the problem of %j says what is hard about it: %s", (path, words) => {
  expect(judgePaths([path], "tides")[0]?.message).toContain(words);
});
