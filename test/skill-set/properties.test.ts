import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { placesOf } from "../../src/skill-set/json-places.ts";
import { readSetLock, readSetManifest } from "../../src/skill-set/read-documents.ts";
import { encodeSetLock, type LockedMember, setHashOf } from "../../src/skill-set/set-lock.ts";
import { encodeSetManifest } from "../../src/skill-set/set-manifest.ts";
import { readStrictJson } from "../../src/skill-set/strict-json.ts";
import { compileDocumentSchemas } from "../../src/skill-set/document-schemas.ts";
import vectors from "../fixtures/vectors/vectors.json" with { type: "json" };
import { isSkipped, need, PYTHON, SHA256SUM } from "../tools/witness.ts";

/** Runs are the same every time; another seed is another proof. */
const SEEDED = { seed: 20_261_201 };
const schemas = compileDocumentSchemas();

const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
const skill = fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8})?$/);
const text = fc.string({ unit: "binary", minLength: 1, maxLength: 6 });
/** Locators that a lock can have, with characters around the places where UTF-16 and UTF-8 order differ. */
const locator = fc
  .oneof(
    text,
    fc
      .array(fc.constantFrom("a", "/", "@", "\uFFFD", "\uE000", "\u{10000}", "\u{10FFFF}", "e\u0301", "\u00E9"))
      .map((all) => `o/${all.join("")}`),
  )
  .filter((each) => each !== "__proto__" && !/^\d+$/.test(each));
const member: fc.Arbitrary<LockedMember> = fc.record(
  { skill, computedHash: hash, sourceType: fc.constantFrom("github", "well-known"), ref: text },
  { requiredKeys: ["skill", "computedHash"] },
);
const members = fc
  .uniqueArray(fc.tuple(locator, member), { selector: ([each]) => each, minLength: 1, maxLength: 8 })
  .map((entries) => new Map(entries));

const NAMED = { name: "sky", version: "1.0.0" };

/** JSON text of a value with its keys in another order and other white space; the same seed gives the same text. */
function shuffled(value: unknown, pick: (below: number) => number): string {
  const blank = () => ["", " ", "\n", "\t", "\r\n  "][pick(5)] ?? "";
  const list = (parts: readonly string[]) => parts.map((each) => blank() + each + blank()).join(",") || blank();
  if (Array.isArray(value)) return `[${list(value.map((each) => shuffled(each, pick)))}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .map((entry) => ({ entry, rank: pick(1000) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry: [key, each] }) => `${escaped(key, pick)}${blank()}:${blank()}${shuffled(each, pick)}`);
  return `{${list(entries)}}`;
}

/** A key with some of its units escaped. */
function escaped(key: string, pick: (below: number) => number): string {
  const units = [...Array(key.length).keys()].map((index) => key.slice(index, index + 1));
  // Half of a pair is escaped or not together with the other half.
  const all = pick(2) === 0;
  return `"${units.map((unit) => (all ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}` : JSON.stringify(unit).slice(1, -1))).join("")}"`;
}

/** Numbers below a bound, from a list that repeats. */
function picker(numbers: readonly number[]): (below: number) => number {
  let next = 0;
  return (below) => (numbers[next++ % numbers.length] ?? 0) % below;
}

const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 40 }).map((numbers) => () => picker(numbers));

test("the hash of a set is that of its members in any order, and of no others", () => {
  fc.assert(
    fc.property(members, hash, (all, other) => {
      const before = setHashOf(all);
      expect(setHashOf(new Map([...all].toReversed()))).toBe(before);
      for (const [each, { computedHash }] of all) {
        const changed = setHashOf(new Map([...all, [each, { skill: "x", computedHash: other }] as const]));
        expect(changed === before).toBe(other === computedHash);
      }
    }),
    SEEDED,
  );
});

test("a lock is read the same whatever the order of its keys and its white space, and comes out in one form", () => {
  fc.assert(
    fc.property(members, picks, (all, picking) => {
      const bytes = encodeSetLock(NAMED, all);
      const read = readSetLock(Buffer.from(shuffled(JSON.parse(bytes.toString()), picking())), undefined, schemas);
      if ("faults" in read) throw new Error(JSON.stringify(read.faults));
      expect(encodeSetLock({ name: read.lock.name, version: read.lock.setVersion }, read.members).equals(bytes)).toBe(
        true,
      );
    }),
    SEEDED,
  );
});

test("members are in the order of their UTF-8 bytes in both documents", () => {
  fc.assert(
    fc.property(members, (all) => {
      const keys = [...all.keys()].map((each) => Buffer.from(each)).toSorted((a, b) => Buffer.compare(a, b));
      const expected = keys.map((each) => each.toString());
      const { skills } = JSON.parse(encodeSetManifest({ ...NAMED, skills: [...all.keys()] }).toString());
      expect(skills).toEqual(expected);
      expect(Object.keys(JSON.parse(encodeSetLock(NAMED, all).toString()).skills)).toEqual(expected);
    }),
    SEEDED,
  );
});

test("an astral character comes after U+FFFD, which UTF-16 order puts behind it", () => {
  const skills = ["o/\u{10000}@x", "o/\uFFFD@x", "o/\uE000@x"];
  expect(skills.toSorted()).toEqual([skills[0], skills[2], skills[1]]);
  expect(JSON.parse(encodeSetManifest({ ...NAMED, skills }).toString()).skills).toEqual(skills.toReversed());
});

test("two Unicode forms of one locator are two members with another hash", () => {
  fc.assert(
    fc.property(hash, hash, (one, other) => {
      const both = new Map([
        ["o/\u00E9@x", { skill: "x", computedHash: one }],
        ["o/e\u0301@x", { skill: "x", computedHash: other }],
      ]);
      const read = readSetLock(encodeSetLock(NAMED, both), undefined, schemas);
      expect("faults" in read ? [] : [...read.members.keys()]).toHaveLength(2);
      const skills = [...both.keys()];
      expect(readSetManifest(encodeSetManifest({ ...NAMED, skills }), undefined, schemas)).not.toHaveProperty("faults");
      const composed = new Map([...both].map(([each, entry]) => [each.normalize("NFC"), entry]));
      expect(composed.size).toBe(1);
      expect(setHashOf(both)).not.toBe(setHashOf(composed));
    }),
    { ...SEEDED, numRuns: 20 },
  );
});

test("a key that is there twice is found, however either is escaped and however deep it lies", () => {
  fc.assert(
    fc.property(text, picks, fc.nat(6), fc.jsonValue(), (key, picking, depth, value) => {
      const pick = picking();
      const object = `{${escaped(key, pick)}:${JSON.stringify(value)},${escaped(key, pick)}:1}`;
      const whole = `${'[{"x":'.repeat(depth)}${object}${"}]".repeat(depth)}`;
      const read = readStrictJson(Buffer.from(whole));
      expect("faults" in read ? read.faults.map(({ reason }) => reason) : []).toEqual([
        "this key is already in its object",
      ]);
    }),
    SEEDED,
  );
});

test("the search for places stops exactly where the text is no JSON", () => {
  const broken = fc
    .tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom(
        "",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        '"',
        "\\",
        "0",
        "-",
        "e",
        "/",
        " ",
        "\n",
        "\u0001",
        "\u00A0",
        "t",
        "\uFEFF",
      ),
    )
    .map(([json, at, put]) => {
      const index = at % (json.length + 1);
      return json.slice(0, index) + put + json.slice(index + (at % 2));
    });
  fc.assert(
    fc.property(fc.oneof(fc.json(), broken, fc.string()), (each) => {
      let isJson = true;
      try {
        JSON.parse(each);
      } catch {
        isJson = false;
      }
      expect(placesOf(each).stop === undefined).toBe(isJson);
    }),
    { ...SEEDED, numRuns: 5000 },
  );
});

const read = (file: string) => readFileSync(new URL(`../fixtures/vectors/${file}`, import.meta.url));
const witness = new URL("../tools/set-hash.py", import.meta.url).pathname;
/** The set hash of each lock, as Python computes it from nothing but the lock. */
const byPython = (...locks: readonly Buffer[]) => {
  const input = JSON.stringify(locks.map(String));
  return execFileSync("python3", [witness], { input, encoding: "utf8" }).trim().split("\n");
};

test.each(vectors.sets)("the lock of $name is what its vector says, as Python and sha256sum see it", (vector) => {
  const lock = read(`${vector.name}.skill-set.lock.json`);
  const found = readSetLock(lock, `${vector.name}.skill-set.lock.json`, schemas);
  if ("faults" in found) throw new Error(JSON.stringify(found.faults));
  expect(found.lock.setHash).toBe(vector.setHash);
  expect(Object.fromEntries(found.members)).toEqual(vector.members);
  const manifest = readSetManifest(read(`${vector.name}.skill-set.json`), `${vector.name}.skill-set.json`, schemas);
  expect(manifest).toMatchObject({ manifest: { version: vector.version, skills: vector.order } });
  if (!isSkipped(SHA256SUM)) {
    need(SHA256SUM);
    const sum = execFileSync("sha256sum", {
      input: encodeSetLock({ name: vector.name, version: vector.version }, found.members),
    });
    expect(sum.toString().slice(0, 64)).toBe(vector.lock_sha256);
  }
  if (isSkipped(PYTHON)) return;
  need(PYTHON);
  expect(byPython(lock)).toEqual([vector.setHash]);
});

test.skipIf(isSkipped(PYTHON))("Python comes to the same set hash for any members", () => {
  need(PYTHON);
  const samples = fc.sample(members, { ...SEEDED, numRuns: 200 });
  expect(byPython(...samples.map((all) => encodeSetLock(NAMED, all)))).toEqual(samples.map((all) => setHashOf(all)));
});
