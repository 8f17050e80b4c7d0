import { expect, test } from "vitest";
import { readSetLock, readSetManifest } from "../../src/skill-set/read-documents.ts";
import { setHashOf } from "../../src/skill-set/set-lock.ts";

const A = "a".repeat(64);
const MANIFEST = { name: "sky", version: "1.0.0", skills: ["https://h.example/1@tides"] };
const LOCK = {
  version: 1,
  name: "sky",
  setVersion: "1.0.0",
  setHash: setHashOf(new Map([["https://h.example/1@tides", { computedHash: A }]])),
  skills: { "https://h.example/1@tides": { skill: "tides", computedHash: A } },
};

const json = (value: unknown) => Buffer.from(JSON.stringify(value, null, 2));

/** Class and pointer of each fault. */
function faultsOf(read: ReturnType<typeof readSetManifest> | ReturnType<typeof readSetLock>): string[] {
  return "faults" in read ? read.faults.map(({ faultClass, pointer }) => `${faultClass} ${pointer}`) : [];
}

const manifestFaults = (value: unknown, file = "sky.skill-set.json") => faultsOf(readSetManifest(json(value), file));
const lockFaults = (value: unknown, file = "sky.skill-set.lock.json") => faultsOf(readSetLock(json(value), file));

test("everything that is wrong with a manifest is told at once, what the schema says first", () => {
  const locator = "https://h.example/1@tides";
  const wrong = {
    ...MANIFEST,
    version: "v1",
    $schema: "https://skill-set.md/schema/v2/x.json",
    license: "MIT",
    author: { url: "x", mail: "" },
    skills: [locator, "", 1, locator, "o/r@x", "o/r@x"],
  };
  expect(manifestFaults(wrong, "sea.skill-set.json").toSorted()).toEqual(
    [
      "INVALID_MANIFEST /license",
      "INVALID_MANIFEST /version",
      "INVALID_MANIFEST /author",
      "INVALID_MANIFEST /author/mail",
      "INVALID_MANIFEST /author/url",
      "INVALID_MANIFEST /skills/1",
      "INVALID_MANIFEST /skills/2",
      "SCHEMA_VERSION /$schema",
      "NAME_MISMATCH /name",
      "DUPLICATE_MEMBER /skills/3",
      "DUPLICATE_MEMBER /skills/5",
    ].toSorted(),
  );
  const [first, ...rest] = manifestFaults(wrong, "sea.skill-set.json");
  expect([first?.startsWith("INVALID_MANIFEST"), rest.at(-1)]).toEqual([true, "DUPLICATE_MEMBER /skills/5"]);
});

test.each([
  ["equal after unescaping", String.raw`["a/b@c","a\/b@c"]`, ["DUPLICATE_MEMBER /skills/1"]],
  ["in two Unicode forms", '["a/\u00E9@c","a/e\u0301@c"]', []],
  ["in two cases", '["a/b@c","A/b@c"]', []],
])("members that are %s", (_, skills, faults) => {
  const text = `{"name":"sky","version":"1.0.0","skills":${skills}}`;
  expect(faultsOf(readSetManifest(Buffer.from(text), "sky.skill-set.json"))).toEqual(faults);
});

test.each([
  ["https://skill-set.md/schema/draft/skill-set.schema.json", []],
  ["http://elsewhere.example/a/schema/draft/b", []],
  ["https://skill-set.md/schema/draft/", []],
  ["https://skill-set.md/schema/draft", ["SCHEMA_VERSION /$schema"]],
  ["https://skill-set.md/schema/Draft/x", ["SCHEMA_VERSION /$schema"]],
  ["https://skill-set.md/schema/draft2/x", ["SCHEMA_VERSION /$schema"]],
  ["https://skill-set.md/schema/v1/x", ["SCHEMA_VERSION /$schema"]],
  ["https://skill-set.md/schema/v1/schema/draft/x", ["SCHEMA_VERSION /$schema"]],
  ["schema/draft/x", ["INVALID_MANIFEST /$schema"]],
])("of the schema only the version counts: %s", ($schema, faults) => {
  expect(manifestFaults({ ...MANIFEST, $schema })).toEqual(faults);
});

test("without a file name the name of a set is its own affair", () => {
  expect(faultsOf(readSetManifest(json(MANIFEST), undefined))).toEqual([]);
  expect(faultsOf(readSetLock(json(LOCK), undefined))).toEqual([]);
  expect(manifestFaults(MANIFEST, "Sky.skill-set.json")).toEqual(["NAME_MISMATCH /name"]);
  expect(lockFaults(LOCK, "Sky.skill-set.lock.json")).toEqual(["INVALID_LOCK /name"]);
  expect(manifestFaults(MANIFEST, "sky.json")).toEqual(["NAME_MISMATCH /name"]);
});

// RFC 3986 decides, as in the schema of the format; what a browser thinks of it is a matter of `lintManifest`.
test.each([
  ["https://x/a b", ["INVALID_MANIFEST /homepage"]],
  ["http://ex\u00E4mple.com", ["INVALID_MANIFEST /homepage"]],
  [" https://x", ["INVALID_MANIFEST /homepage"]],
  ["https://", []],
  ["https://h.example/%C3%A4?q#f", []],
  ["urn:x:y", []],
  ["/path", ["INVALID_MANIFEST /homepage"]],
  ["", ["INVALID_MANIFEST /homepage"]],
])("an address in a manifest is a URI by RFC 3986: %j", (homepage, faults) => {
  expect(manifestFaults({ ...MANIFEST, homepage })).toEqual(faults);
});

test.each([
  ["the number 1", "1", []],
  ["1.0", "1.0", []],
  ["1e0", "1e0", []],
  ["a text", '"1"', ["LOCK_VERSION /version"]],
  ["another number", "2", ["LOCK_VERSION /version"]],
  ["true", "true", ["LOCK_VERSION /version"]],
  ["null", "null", ["LOCK_VERSION /version"]],
  ["a list", "[1]", ["LOCK_VERSION /version"]],
])("the version of a lock is 1: %s", (_, version, faults) => {
  const text = JSON.stringify(LOCK).replace('"version":1', `"version":${version}`);
  expect(faultsOf(readSetLock(Buffer.from(text), "sky.skill-set.lock.json"))).toEqual(faults);
});

test("a lock of another version is told of by its version alone", () => {
  expect(lockFaults({ version: 2, members: [] }, "other.json")).toEqual(["LOCK_VERSION /version"]);
  expect(lockFaults({})).toEqual(["LOCK_VERSION /version"]);
  expect(lockFaults([])).toEqual(["INVALID_LOCK "]);
  expect(lockFaults(null)).toEqual(["INVALID_LOCK "]);
});

test("a wrong set hash and a wrong name are told beside what the schema says", () => {
  expect(lockFaults({ ...LOCK, setHash: A, extra: 1 }, "sea.skill-set.lock.json")).toEqual([
    "INVALID_LOCK /extra",
    "INVALID_LOCK /setHash",
    "INVALID_LOCK /name",
  ]);
});

test("a lock with the most awkward locators is read whole", () => {
  const skills = `{"10":{"skill":"a","computedHash":"${A}"},"9":{"skill":"b","computedHash":"${A}"},"__proto__":{"skill":"c","computedHash":"${A}"}}`;
  const hash = setHashOf(new Map(["10", "9", "__proto__"].map((locator) => [locator, { computedHash: A }])));
  const text = `{"version":1,"name":"sky","setVersion":"1.0.0","setHash":"${hash}","skills":${skills}}`;
  const read = readSetLock(Buffer.from(text), undefined);
  if ("faults" in read) throw new Error(JSON.stringify(read.faults));
  expect(Object.fromEntries([...read.members].map(([locator, { skill }]) => [`x${locator}`, skill]))).toEqual({
    x10: "a",
    x9: "b",
    x__proto__: "c",
  });
});

test("of a hostile document the first hundred faults are told, and how many more there are", () => {
  const read = readSetManifest(json({ ...MANIFEST, skills: Array.from({ length: 5000 }, () => "") }), undefined);
  if (!("faults" in read)) throw new Error("it was accepted");
  expect([read.faults.length, read.more > 4000]).toEqual([100, true]);
  const long = "x".repeat(200_000);
  const keys = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, 1]));
  const lock = readSetLock(json({ ...LOCK, skills: { [long]: keys } }), undefined);
  expect(JSON.stringify(lock).length).toBeLessThan(200_000);
});
