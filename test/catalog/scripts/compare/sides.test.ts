import { describe, expect, test } from "vitest";
import type { DirectoryManifest } from "../../../../src/artifact/directory-manifest.ts";
import { manifestOf } from "../../../../src/artifact/manifest.ts";
import {
  choose,
  clear,
  comparisonOf,
  isReading,
  manifestIn,
  NOTHING,
  settle,
  type SideName,
  type Sides,
} from "../../../../src/catalog/scripts/compare/sides.ts";

function manifest(files: Readonly<Record<string, string>>): DirectoryManifest {
  const made = manifestOf(
    Object.entries({ "SKILL.md": "0", ...files }).map(([path, digit]) => ({
      path,
      bytes: 1,
      sha256: digit.repeat(64),
    })),
  );
  if ("fault" in made) throw new Error(made.fault);
  return made.manifest;
}

const A = manifest({ "a.md": "a" });
const B = manifest({ "a.md": "b" });
/** A file is chosen, and its reading comes to an end at once. */
const taken = (sides: Sides, name: SideName, read: DirectoryManifest | string) => {
  const next = choose(sides, name, "m.json");
  return settle(next, name, {
    token: next[name].token,
    read: typeof read === "string" ? { fault: read } : { manifest: read },
  });
};

describe("the sides of a comparison", () => {
  test("two right manifests are compared, whichever was there first", () => {
    for (const order of [
      ["reviewed", "current"],
      ["current", "reviewed"],
    ] as const) {
      const sides = order.reduce((each, name) => taken(each, name, name === "reviewed" ? A : B), NOTHING);
      expect(comparisonOf(sides)).toMatchObject({ matches: false, changed: ["a.md"], reviewed: A, current: B });
    }
  });

  test("choosing clears that side at once, and leaves the other as it is", () => {
    const both = taken(taken(NOTHING, "reviewed", A), "current", A);
    expect(comparisonOf(both)?.matches).toBe(true);
    const chosen = choose(both, "current", "next.json");
    expect(comparisonOf(chosen)).toBe(undefined);
    expect(isReading(chosen.current)).toBe(true);
    expect(manifestIn(chosen.current)).toBe(undefined);
    expect(chosen.reviewed).toBe(both.reviewed);
  });

  test("a reading that ends after a newer choice is dropped, whatever it found", () => {
    const first = choose(NOTHING, "reviewed", "slow.json");
    const second = choose(first, "reviewed", "fast.json");
    for (const read of [{ manifest: A }, { fault: "It is not JSON." }])
      expect(settle(second, "reviewed", { token: first.reviewed.token, read })).toBe(second);
    const settled = settle(second, "reviewed", { token: second.reviewed.token, read: { manifest: B } });
    expect(manifestIn(settled.reviewed)).toBe(B);
    expect(settle(settled, "reviewed", { token: first.reviewed.token, read: { manifest: A } })).toBe(settled);
  });

  test("a side settles once: a second end of the same reading changes nothing", () => {
    const settled = taken(NOTHING, "reviewed", A);
    const again = { token: settled.reviewed.token, read: { fault: "It is not JSON." } };
    expect(settle(settled, "reviewed", again)).toBe(settled);
  });

  test("neither side waits for the other: one fails or hangs, the other is there", () => {
    const hanging = choose(NOTHING, "reviewed", "slow.json");
    const sides = taken(hanging, "current", B);
    expect(manifestIn(sides.current)).toBe(B);
    expect(isReading(sides.reviewed)).toBe(true);
    const failed = settle(sides, "reviewed", { token: hanging.reviewed.token, read: { fault: "It is not JSON." } });
    expect(manifestIn(failed.current)).toBe(B);
    expect(failed.current).toBe(sides.current);
    expect(comparisonOf(failed)).toBe(undefined);
  });

  test("an invalid file takes the place of a right one", () => {
    const sides = taken(taken(taken(NOTHING, "reviewed", A), "current", A), "current", "It is not JSON.");
    expect(manifestIn(sides.current)).toBe(undefined);
    expect(comparisonOf(sides)).toBe(undefined);
  });

  test("clearing drops what is still being read, on both sides", () => {
    const reading = choose(choose(NOTHING, "reviewed", "a.json"), "current", "b.json");
    const cleared = clear(reading);
    for (const name of ["reviewed", "current"] as const) {
      expect(cleared[name].file).toBe(undefined);
      expect(settle(cleared, name, { token: reading[name].token, read: { manifest: A } })).toBe(cleared);
      // A token is never given twice.
      expect(choose(cleared, name, "c.json")[name].token).toBeGreaterThan(reading[name].token);
    }
  });
});

describe("a comparison", () => {
  const compare = (reviewed: DirectoryManifest, current: DirectoryManifest) =>
    comparisonOf(taken(taken(NOTHING, "reviewed", reviewed), "current", current));

  test("tells whether SKILL.md itself is unchanged", () => {
    expect(compare(A, B)).toMatchObject({ sameSkillMd: true, changed: ["a.md"] });
    expect(compare(A, manifest({ "SKILL.md": "1", "a.md": "a" }))).toMatchObject({
      sameSkillMd: false,
      changed: ["SKILL.md"],
    });
  });

  test("tells names that only look the same", () => {
    const [composed, decomposed] = ["caf\u00E9.md", "cafe\u0301.md"];
    expect(compare(manifest({ [composed]: "a" }), manifest({ [decomposed]: "a" }))).toMatchObject({
      added: [decomposed],
      removed: [composed],
      looksSame: true,
    });
    expect(compare(manifest({ "x.md": "a" }), manifest({ "y.md": "a" }))?.looksSame).toBe(false);
  });
});
