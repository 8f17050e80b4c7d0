import { asker } from "../tools/asker.ts";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { composeVerified } from "../../src/verify/staged.ts";
import { type Host, openHost } from "../tools/host.ts";
import { openJudge } from "../tools/invariants.ts";
import { plainRequest } from "../tools/request.ts";
import { siteAt } from "../tools/site.ts";
import { skillMd } from "../tools/skill.ts";
import { REPORT, SUMS } from "../tools/tamper.ts";
import { verifying } from "../tools/verifying.ts";

/** A dozen skills: half of them single files, half with a text and a script, four of them in two bundles. */
const SKILLS = Object.fromEntries(
  Array.from({ length: 12 }, (_, position) => {
    const name = `skill-${position}`;
    const folder = position < 4 ? `bundle-${position % 2}/skills/${name}` : name;
    const more = { [`${folder}/notes.md`]: `# Notes ${position}\n`, [`${folder}/scripts/run`]: "#!/bin/sh\necho\n" };
    return Object.entries({ [`${folder}/SKILL.md`]: skillMd(name), ...(position % 2 === 0 ? more : {}) });
  }).flat(),
);

/** One thing that is done to a publication. */
type Mutation =
  | { readonly kind: "flip"; readonly path: string; readonly at: number; readonly by: number }
  | { readonly kind: "delete"; readonly path: string }
  | { readonly kind: "add"; readonly path: string; readonly bytes: string };

/** The seed is written down, so that every run makes the same mutations. */
const SEED = 4_711;

const { broken } = openJudge();

let place: FsFixture;
let host: Host;
let original: string;
let copy: string;

beforeAll(async () => {
  place = await createFixture({ skills: SKILLS });
  host = await openHost();
  original = place.getPath("original");
  copy = place.getPath("copy");
  const request = plainRequest(place.getPath("skills"), host.origin);
  // Half of the skills have a snapshot of an earlier version.
  const previous = place.getPath("previous");
  const sets = (version: string) => [{ name: "sky", version, members: ["skill-0", "skill-1"] }];
  await composeVerified({ ...request, sets: sets("1.0.0") }, previous, asker);
  for (const [path, text] of Object.entries(SKILLS).filter(([each]) => /[02468]\/SKILL\.md$/.test(each)))
    await place.writeFile(`skills/${path}`, `${text}\nAnd that.\n`);
  const { report } = await composeVerified({ ...request, previous, sets: sets("1.1.0") }, original, asker);
  expect(report?.skills.flatMap(({ snapshots }) => snapshots).length).toBe(18);
  expect(report?.sets.flatMap(({ versions }) => versions).length).toBe(2);
  cpSync(original, copy, { recursive: true });
});

afterAll(async () => {
  await host.close();
  await place.rm();
});

test("nothing is changed: verified, as a folder and over HTTP, with the build and without", async () => {
  host.serve(siteAt(original), (_, good) => good);
  for (const target of [copy, host.origin])
    for (const flags of [[], ["--report", original]])
      expect((await verifying(target, flags)).verification.outcome, `${target} ${flags.join(" ")}`).toBe("verified");
});

test("500 of 500 files flipped, deleted or added in a folder are found", async () => {
  for (const [position, mutation] of mutations(500, ["flip", "delete", "add"]).entries()) {
    const undo = mutate(copy, mutation);
    const withBuild = position % 4 === 0;
    const { verification } = await verifying(copy, withBuild ? ["--report", original] : []);
    expect(broken(verification), JSON.stringify(mutation)).toEqual([]);
    expect(verification.outcome, JSON.stringify(mutation)).not.toBe("verified");
    undo();
  }
  expect((await verifying(copy, [])).verification.outcome).toBe("verified");
});

test("200 of 200 files flipped or deleted on a host are found", async () => {
  const site = siteAt(original);
  for (const [position, mutation] of mutations(200, ["flip", "delete"]).entries()) {
    const mutated = new Map(site);
    if (mutation.kind === "flip")
      mutated.set(mutation.path, flip(site.get(mutation.path) ?? Buffer.alloc(0), mutation));
    else mutated.delete(mutation.path);
    host.serve(mutated, (_, good) => good);
    const { verification } = await verifying(host.origin, position % 4 === 0 ? ["--report", original] : []);
    expect(broken(verification), JSON.stringify(mutation)).toEqual([]);
    expect(verification.outcome, JSON.stringify(mutation)).toBe("failed");
  }
});

test.each([
  ["a line of the sums in the other form that sha256sum reads", SUMS, (text: string) => text.replace("  ", " *")],
  ["the sums without the line end at their end", SUMS, (text: string) => text.replace(/\n$/, "")],
  [
    "the sums in another order",
    SUMS,
    (text: string) => `${text.split("\n").filter(Boolean).toReversed().join("\n")}\n`,
  ],
  ["the sums with a line twice", SUMS, (text: string) => text.replace(/^(.*\n)/, "$1$1")],
  ["the report on one line", REPORT, (text: string) => JSON.stringify(JSON.parse(text))],
])("a change that means the same is found: %s", async (_, path, change) => {
  const before = readFileSync(join(copy, path), "utf8");
  writeFileSync(join(copy, path), change(before));
  expect(change(before)).not.toBe(before);
  expect((await verifying(copy, [])).verification.outcome).toBe("failed");
  writeFileSync(join(copy, path), before);
});

/** Mutations of the given kinds, in equal parts. */
function mutations(count: number, kinds: readonly Mutation["kind"][]): Mutation[] {
  const site = siteAt(original);
  const path = fc.constantFrom(...[...site.keys()].toSorted());
  const folders = [...new Set([...site.keys()].map(dirname))].toSorted();
  const name = fc.stringMatching(/^[a-zA-Z0-9.][a-zA-Z0-9_-]{0,12}(?:\.(?:md|html|json|txt|js|tar\.gz))?$/);
  const of: Record<Mutation["kind"], fc.Arbitrary<Mutation>> = {
    flip: fc
      .record({
        path,
        at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        by: fc.integer({ min: 1, max: 255 }),
      })
      .map((where) => ({ kind: "flip", ...where })),
    delete: path.map((each) => ({ kind: "delete", path: each })),
    add: fc
      .record({ folder: fc.constantFrom(...folders), name, bytes: fc.string() })
      .filter((add) => !/^\.+$/.test(add.name) && !existsSync(join(original, add.folder, add.name)))
      .map((add) => ({ kind: "add", path: `${add.folder}/${add.name}`, bytes: add.bytes })),
  };
  return kinds
    .flatMap((kind) => fc.sample(of[kind], { seed: SEED, numRuns: Math.ceil(count / kinds.length) }))
    .slice(0, count);
}

function flip(bytes: Buffer, { at, by }: { readonly at: number; readonly by: number }): Buffer {
  const changed = Buffer.from(bytes);
  const position = Math.floor(at * changed.length);
  changed[position] = (changed[position] ?? 0) ^ by;
  return changed;
}

/** Mutates a folder, and gives what undoes it. */
function mutate(root: string, mutation: Mutation): () => void {
  const file = join(root, mutation.path);
  if (mutation.kind === "add") {
    const made = mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, mutation.bytes);
    return () => rmSync(made ?? file, { recursive: true });
  }
  const before = readFileSync(file);
  if (mutation.kind === "delete") rmSync(file);
  else writeFileSync(file, flip(before, mutation));
  return () => writeFileSync(file, before);
}
