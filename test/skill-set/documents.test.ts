import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sha256 } from "../../src/artifact/digest.ts";
import { encodeSetLock, type LockedMember, setHashOf } from "../../src/skill-set/set-lock.ts";
import { encodeSetManifest, LOCK_ENDING, SET_ENDING, type SetManifest } from "../../src/skill-set/set-manifest.ts";
import vectors from "../fixtures/vectors/vectors.json" with { type: "json" };

interface Vector {
  readonly name: string;
  readonly version: string;
  readonly setHash: string;
  readonly members: Readonly<Record<string, LockedMember>>;
  readonly lock_text: string;
  readonly lock_sha256: string;
}

const sets: readonly Vector[] = vectors.sets;
const read = (file: string) => readFileSync(new URL(`../fixtures/vectors/${file}`, import.meta.url));

test.each(sets)("the lock of $name comes out byte for byte, whatever order its members come in", (vector) => {
  const { name, version, members, setHash, lock_text, lock_sha256 } = vector;
  for (const order of [Object.entries(members), Object.entries(members).toReversed()]) {
    const lock = encodeSetLock({ name, version }, new Map(order));
    expect(lock.toString()).toBe(lock_text);
    expect(sha256(lock)).toBe(lock_sha256);
    expect(lock.equals(read(`${name}${LOCK_ENDING}`))).toBe(true);
    expect(setHashOf(new Map(order))).toBe(setHash);
  }
});

test.each(sets)("the manifest of $name comes out byte for byte, whatever order its members come in", ({ name }) => {
  const bytes = read(`${name}${SET_ENDING}`);
  const manifest: SetManifest = JSON.parse(bytes.toString());
  expect(encodeSetManifest(manifest).toString()).toBe(bytes.toString());
  const reversed = { ...manifest, skills: manifest.skills.toReversed() };
  expect(encodeSetManifest(reversed).equals(bytes)).toBe(true);
});
