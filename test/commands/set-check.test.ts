import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { encodeSetLock, type LockedMember } from "../../src/skill-set/set-lock.ts";
import { encodeSetManifest } from "../../src/skill-set/set-manifest.ts";
import { skillpress } from "../tools/command.ts";
import { folder } from "../tools/skill.ts";

const TIDES = "https://h.example/1@tides";
const A = "a".repeat(64);

function manifest(name: string, fields: object = {}): string {
  return encodeSetManifest({ name, version: "1.0.0", skills: [TIDES], ...fields }).toString();
}

function lock(
  name: string,
  members: Readonly<Record<string, LockedMember>> = { [TIDES]: { skill: "tides", computedHash: A } },
): string {
  return encodeSetLock({ name, version: "1.0.0" }, new Map(Object.entries(members))).toString();
}

test("the vectors are good, the lock with its set hash", async () => {
  const vector = (file: string) => readFileSync(new URL(`../fixtures/vectors/${file}`, import.meta.url));
  const files = ["vector-pair.skill-set.json", "vector-pair.skill-set.lock.json"];
  const { path } = await folder(Object.fromEntries(files.map((file) => [file, vector(file)])));
  const { exitCode, out, err } = await skillpress(path, ["set", "check", files[0] ?? ""]);
  expect([exitCode, err]).toEqual([0, ""]);
  expect(out).toBe(
    "Good: vector-pair.skill-set.json: vector-pair 1.0.0, 2 members.\n" +
      "Good: vector-pair.skill-set.lock.json: vector-pair 1.0.0, 2 members, set hash a1b7d2bddd2481eb4f2199c5b7e2b51a1ee058c95635113245a300770d086e2a.\n",
  );
});

test("everything that is wrong is named with its line and column, for people and for scripts", async () => {
  const text = '{\n  "name": "Sky",\n  "version": "1.0",\n  "skills": [\n    ""\n  ]\n}\n';
  const { path } = await folder({ "sky.skill-set.json": text });
  const plain = await skillpress(path, ["set", "check", "sky.skill-set.json"], { GITHUB_ACTIONS: "true" });
  expect([plain.exitCode, plain.out]).toEqual([1, ""]);
  for (const place of ["2:3", "3:3", "5:5"])
    expect(plain.err).toContain(`error set-invalid-manifest sky.skill-set.json:${place}\n`);
  expect(plain.err).toContain("::error file=sky.skill-set.json,line=3,col=3,title=set-invalid-manifest::");
  expect(plain.err).toContain("1 of 1 document not good");

  const { exitCode, out } = await skillpress(path, ["set", "check", "sky.skill-set.json", "--json"]);
  expect([exitCode, out.trimEnd().includes("\n")]).toEqual([1, false]);
  const { ok, command, error } = JSON.parse(out);
  expect([ok, command, error.code]).toEqual([false, "check", "ERR_SKILLSET_INVALID_MANIFEST"]);
  const [document] = error.data.checked;
  expect(document).toMatchObject({ file: "sky.skill-set.json", kind: "manifest", warnings: [], more: 0 });
  expect(
    document.faults.map((each: Readonly<Record<string, unknown>>) => [
      each["code"],
      each["pointer"],
      each["line"],
      each["column"],
    ]),
  ).toEqual([
    ["ERR_SKILLSET_INVALID_MANIFEST", "/name", 2, 3],
    ["ERR_SKILLSET_INVALID_MANIFEST", "/version", 3, 3],
    ["ERR_SKILLSET_INVALID_MANIFEST", "/skills/0", 5, 5],
  ]);
});

test("a folder is looked through, and a lock is compared with the manifest beside it", async () => {
  const { path, getPath } = await folder({
    "sets/sky.skill-set.json": manifest("sky"),
    "sets/sky.skill-set.lock.json": lock("sky"),
    "sets/sky/0.9.0/sky.skill-set.json": manifest("sky"),
    "sets/sea.skill-set.lock.json": lock("sea"),
    "sets/moon.skill-set.json": manifest("moon", { version: "1.1.0" }),
    "sets/moon.skill-set.lock.json": lock("moon", { [TIDES]: { skill: "other", computedHash: A } }),
    "sets/big.skill-set.json": " ".repeat(1024 * 1024 + 1),
    "sets/node_modules/x.skill-set.json": "no",
    "sets/.git/x.skill-set.json": "no",
    "sets/readme.json": "no",
  });
  const { exitCode, out } = await skillpress(path, ["set", "check", "sets", "--json"]);
  const { error } = JSON.parse(out);
  expect([exitCode, error.code, error.message]).toEqual([1, "ERR_SKILLSET_INVALID_JSON", "2 of 7 documents not good"]);
  const told = error.data.checked.map(
    ({ file, faults, warnings }: { file: string; faults: { problem: string }[]; warnings: { code: string }[] }) => [
      file,
      ...faults.map((each) => each.problem),
      ...warnings.map((each) => each.code),
    ],
  );
  expect(told).toEqual([
    ["sets/big.skill-set.json", "set-not-json"],
    ["sets/moon.skill-set.json"],
    ["sets/moon.skill-set.lock.json", "set-lock-disagrees", "set-lock-disagrees"],
    ["sets/sea.skill-set.lock.json"],
    ["sets/sky.skill-set.json"],
    ["sets/sky.skill-set.lock.json"],
    ["sets/sky/0.9.0/sky.skill-set.json", "set-without-lock"],
  ]);
  symlinkSync("sky.skill-set.json", getPath("sets/link.skill-set.json"));
  const linked = await skillpress(path, ["set", "check", "sets"]);
  expect([linked.exitCode, linked.err]).toEqual([1, expect.stringContaining("sets/link.skill-set.json is a link")]);
});

test("what no client can do is a warning, and no reason to fail", async () => {
  const { path } = await folder({ "sky.skill-set.json": manifest("sky", { skills: ["https://h.example/1#v1"] }) });
  const { exitCode, out, err } = await skillpress(path, ["set", "check", "sky.skill-set.json"]);
  expect([exitCode, out]).toEqual([0, "Good: sky.skill-set.json: sky 1.0.0, 1 member, with 3 warnings.\n"]);
  for (const code of ["set-without-lock", "set-member-unnamed", "set-member-ref"])
    expect(err).toContain(`warning ${code} sky.skill-set.json`);
});

test("nothing that a document says reaches the terminal as anything but text", async () => {
  const skills = ["https://h.example/\u001B[31m", "\u202Eo/r@x"];
  const text = JSON.stringify({ name: "sky\u001B[2J", version: "1.0.0", "\u0007": 1, skills });
  const { path } = await folder({ "sky.skill-set.json": text, "sea.skill-set.json": manifest("sea", { skills }) });
  const { err, out } = await skillpress(path, ["set", "check", "."]);
  expect(err + out).not.toMatch(/[\u0007\u001B\u202E]/);
  expect(err).toContain("<U+001B>");
});

test.each([
  ["nothing", [], "needs a manifest"],
  ["what is not there", ["gone"], "`gone` does not exist"],
  ["another file", ["other.json"], "ends neither in"],
  ["a folder without sets", ["empty"], "holds no file"],
  ["a pin", [`https://h.example/x.skill-set.json#sha256=${A}`], "pin"],
  ["an address of something else", ["https://h.example/x.json"], "ends neither in"],
  ["an option of another command", ["x", "--yes"], "`set check` has no option `--yes`; it has `--json`"],
  ["an option that there is not", ["x", "--strct"], "it has `--json`"],
])("to check %s is a usage error", async (_, argv, text) => {
  const { path, getPath } = await folder({ "other.json": "{}" });
  mkdirSync(getPath("empty"));
  const { exitCode, err } = await skillpress(path, ["set", "check", ...argv]);
  expect([exitCode, err]).toEqual([2, expect.stringContaining(text)]);
  const { out } = await skillpress(path, ["set", "check", ...argv, "--json"]);
  expect(JSON.parse(out)).toMatchObject({ ok: false, command: "check", error: { code: "ERR_SKILLSET_USAGE" } });
});

test("an address that is not https is not asked", async () => {
  const { path } = await folder({});
  const { exitCode, out } = await skillpress(path, ["set", "check", "http://127.0.0.1:9/x.skill-set.json", "--json"]);
  expect([exitCode, JSON.parse(out).error.code]).toEqual([1, "ERR_SKILLSET_FETCH_FAILED"]);
});
