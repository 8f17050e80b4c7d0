import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Halt } from "../../src/problem.ts";
import { encodeResults, type Result } from "../../src/publication/results.ts";
import { appendResults, readResults } from "../../src/publication/write/results-file.ts";
import { runSkillpress } from "../tools/program.ts";
import { composed } from "../tools/publication.ts";
import { folder, skillMd } from "../tools/skill.ts";

const RESULT: Result = {
  skill: "tides",
  digest: `sha256:${"1".repeat(64)}`,
  check: "activation",
  outcome: "pass",
  when: "2026-01-31T09:30:00.000Z",
  by: "skillpress 0.1.0",
};
const file = (changed: object) => JSON.stringify({ format: 1, results: [{ ...RESULT, ...changed }] });

/** What is thrown. */
const halted = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (error instanceof Halt) return error.problems.map(({ code, message }) => `${code}: ${message}`);
    throw error;
  }
  return [];
};

test("what is appended is read again, after what was there", async () => {
  const { getPath } = await folder({});
  const path = getPath("results.json");
  const second = { ...RESULT, outcome: "fail" as const, note: "\u202Ex\n\ud800" };
  await appendResults(path, [RESULT]);
  await appendResults(path, [second]);
  expect(readResults(path)).toEqual([RESULT, second]);
  expect(readFileSync(path, "utf8").split("\n")).toHaveLength(5); // a line for each, one before, one after, the end
  expect(readdirSync(getPath(""))).toEqual(["results.json"]);
});

test.each([
  ["empty", "", "it is not JSON"],
  ["not JSON", '{"format":1', "it is not JSON"],
  ["JSON of something else", "[]", "`(all)`"],
  ["of a later format", '{"format":2,"results":[]}', "`format`"],
  ["with a key too many", '{"format":1,"results":[],"ok":true}', '"ok"'],
  ["with a key of a result too many", file({ verified: true }), '`results[0]`: Unrecognized key: "verified"'],
  ["with a key that is none", '{"format":1,"results":[],"__proto__":{}}', "__proto__"],
  ["with a name that is a path", file({ skill: "../x" }), "`results[0].skill`: it is no name of a skill"],
  ["with a long note", file({ note: "x".repeat(1001) }), "`results[0].note`"],
  ["with a byte order mark", `\uFEFF${file({})}`, "it is not JSON"],
  ["not UTF-8", Buffer.from([0x22, 0xff, 0x22]), "it is not UTF-8"],
  ["larger than anybody writes", " ".repeat(64 * 1024 * 1024 + 1), "bytes"],
])("a file that is %s is refused by name, and left as it is", async (_, content, reason) => {
  const { getPath } = await folder({ "results.json": content });
  const path = getPath("results.json");
  const told = [expect.stringMatching(/^results-unusable: /)];
  expect(halted(() => readResults(path))).toEqual(told);
  expect(halted(() => readResults(path))[0]).toContain(reason);
  await expect(appendResults(path, [RESULT])).rejects.toBeInstanceOf(Halt);
  expect(readFileSync(path).equals(Buffer.from(content))).toBe(true);
  expect(readdirSync(getPath(""))).toEqual(["results.json"]);
});

test("there may be no file yet; a folder is none, and a folder that is missing gets none", async () => {
  const { getPath } = await folder({ "sub/.keep": "" });
  expect(readResults(getPath("gone.json"))).toBeUndefined();
  expect(halted(() => readResults(getPath("sub")))[0]).toContain("it is not a file");
  await expect(appendResults(getPath("gone/results.json"), [RESULT])).rejects.toMatchObject({
    problems: [{ code: "results-failed" }],
  });
});

test("appending keeps a link a link, and the rights of the file", async () => {
  const { getPath } = await folder({ "real/results.json": encodeResults([RESULT]) });
  chmodSync(getPath("real/results.json"), 0o600);
  symlinkSync("real/results.json", getPath("results.json"));
  await appendResults(getPath("results.json"), [RESULT]);
  expect(lstatSync(getPath("results.json")).isSymbolicLink()).toBe(true);
  expect(statSync(getPath("real/results.json")).mode & 0o777).toBe(0o600);
  expect(readResults(getPath("real/results.json"))).toHaveLength(2);
});

test("what a writer that was killed left behind stops nobody", async () => {
  const { getPath } = await folder({
    "results.json": encodeResults([RESULT]),
    ".results.json.lock": "999999999",
    ".results.json.new": "half",
  });
  await appendResults(getPath("results.json"), [RESULT]);
  expect(readResults(getPath("results.json"))).toHaveLength(2);
  expect(readdirSync(getPath(""))).toEqual(["results.json"]);
});

test("of many that record at the same time, none loses the result of another", async () => {
  const { root } = await composed({ "tides/SKILL.md": skillMd("tides") });
  const { path, getPath } = await folder({});
  const notes = Array.from({ length: 8 }, (_, index) => `note ${index}`);
  const record = ["checklist", "record", "--skill", "tides", "--activation", "pass", "--results", "results.json"];
  const ended = await Promise.all(
    notes.map((note) => runSkillpress([...record, "--report", root, "--note", note], { cwd: path })),
  );
  expect(ended.map(({ exitCode }) => exitCode)).toEqual(notes.map(() => 0));
  const recorded = readResults(getPath("results.json"))?.map(({ note }) => note);
  expect(recorded?.toSorted()).toEqual(notes);
});

test("a lock that somebody alive holds is waited for, and then told", async () => {
  const { getPath } = await folder({ ".results.json.lock": String(process.ppid) });
  await expect(appendResults(getPath("results.json"), [RESULT])).rejects.toMatchObject({
    problems: [{ code: "build-running", message: expect.stringContaining("results.json") }],
  });
  writeFileSync(getPath(".results.json.lock"), "");
  await appendResults(getPath("results.json"), [RESULT]);
  expect(readResults(getPath("results.json"))).toEqual([RESULT]);
});

test("what could not be read again is not written", async () => {
  const { getPath } = await folder({ "results.json": file({}) });
  const path = getPath("results.json");
  await expect(appendResults(path, [{ ...RESULT, where: "x".repeat(5000) }])).rejects.toThrow("where");
  expect(readResults(path)).toEqual([RESULT]);
});
