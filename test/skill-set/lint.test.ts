import { expect, test } from "vitest";
import { disagreements, lintLock, lintLocked, lintManifest } from "../../src/skill-set/lint.ts";
import { type ReadLock, type ReadManifest, readSetLock, readSetManifest } from "../../src/skill-set/read-documents.ts";
import { encodeSetLock, type LockedMember } from "../../src/skill-set/set-lock.ts";

const [A, B] = ["a".repeat(64), "b".repeat(64)];
const GOOD = "https://h.example/1@tides";

function manifestOf(fields: object): ReadManifest {
  const value = { name: "sky", version: "1.0.0", skills: [GOOD], ...fields };
  const read = readSetManifest(Buffer.from(JSON.stringify(value, null, 2)), undefined);
  if ("faults" in read) throw new Error(JSON.stringify(read.faults));
  return read;
}

function lockOf(members: Readonly<Record<string, LockedMember>>, { name = "sky", version = "1.0.0" } = {}): ReadLock {
  const read = readSetLock(encodeSetLock({ name, version }, new Map(Object.entries(members))), undefined);
  if ("faults" in read) throw new Error(JSON.stringify(read.faults));
  return read;
}

const told = (problems: ReturnType<typeof lintManifest>) =>
  problems.map(({ code, pointer, line }) => `${code} ${pointer} ${line}`);

test.each([
  ["a named web member", GOOD, []],
  ["a repository", "owner/repo@tides#v1.0.0", []],
  ["a repository of a host", "https://github.com/o/r#v1", []],
  ["a git address", "https://h.example/o/r.git#v1", []],
  ["a preview of this machine", "http://localhost:4000/1@tides", []],
  ["a web member without a skill", "https://h.example/1", ["set-member-unnamed"]],
  ["a web member with a ref", "https://h.example/1@tides#v1", ["set-member-ref"]],
  ["a ref that swallows the skill", "https://h.example#v1@tides", ["set-member-unnamed", "set-member-ref"]],
  ["a user in an address", "https://me:secret@h.example/1@tides", ["set-member-credentials"]],
  ["a user that is taken for a host", "https://user@localhost", ["set-member-credentials"]],
  ["digits only", "2048", ["set-member-unordered"]],
  ["the name of a prototype", "__proto__", ["set-member-unordered"]],
  ["half of a character", "o/\uD800@x", ["set-member-not-unicode"]],
  ["the reserved skill", "https://h.example/1@skill-sets", ["set-member-reserved"]],
])("in a manifest, %s", (_, locator, codes) => {
  const problems = lintManifest(manifestOf({ skills: [GOOD, locator === GOOD ? "o/r@x" : locator] }));
  expect(told(problems)).toEqual(codes.map((code) => `${code} /skills/1 6`));
});

test("addresses that only RFC 3986 admits are remarked on, each at its place", () => {
  const author = { name: "A", url: "https://", uri: "https://h.example:99999/" };
  expect(told(lintManifest(manifestOf({ homepage: "https://", author })))).toEqual([
    "set-uri-disputed /homepage 7",
    "set-uri-disputed /author/url 10",
    "set-uri-disputed /author/uri 11",
  ]);
});

test("a skill with two contents, or under the reserved name, is remarked on in a lock", () => {
  const twice = { [GOOD]: { skill: "tides", computedHash: A }, "o/r@tides": { skill: "tides", computedHash: B } };
  expect(lintLock(lockOf(twice)).map(({ code, pointer }) => [code, pointer])).toEqual([
    ["set-skill-twice", "/skills/o~1r@tides/computedHash"],
  ]);
  const same = { [GOOD]: { skill: "tides", computedHash: A }, "o/r@tides": { skill: "tides", computedHash: A } };
  expect(lintLock(lockOf(same))).toEqual([]);
  const reserved = { "o/r": { skill: "skill-sets", computedHash: A } };
  expect(lintLock(lockOf(reserved)).map(({ code }) => code)).toEqual(["set-member-reserved"]);
});

test("of a lock that stands alone the locators are remarked on", () => {
  const lock = lockOf({
    [GOOD]: { skill: "moon", computedHash: A },
    "https://h.example/2": { skill: "x", computedHash: A },
  });
  expect(lintLocked(lock).map(({ code }) => code)).toEqual(["set-lock-other-skill", "set-member-unnamed"]);
});

test("everything in which a lock differs from its manifest is told, at its place in the lock", () => {
  const manifest = manifestOf({ skills: [GOOD, "o/r@new"] });
  const lock = lockOf(
    { [GOOD]: { skill: "moon", computedHash: A }, "o/r@old": { skill: "old", computedHash: B } },
    { name: "sea", version: "1.1.0" },
  );
  expect(disagreements(manifest, lock).map(({ faultClass, pointer }) => `${faultClass} ${pointer}`)).toEqual([
    "INVALID_LOCK /name",
    "INVALID_LOCK /setVersion",
    "INVALID_LOCK /skills",
    "INVALID_LOCK /skills/https:~1~1h.example~11@tides/skill",
    "INVALID_LOCK /skills/o~1r@old",
  ]);
  const good = lockOf({ [GOOD]: { skill: "tides", computedHash: A }, "o/r@new": { skill: "new", computedHash: B } });
  expect(disagreements(manifest, good)).toEqual([]);
});
