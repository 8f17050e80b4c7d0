import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Site } from "./site.ts";

/** The documents of a set, and what an independent program computes for it. */
export interface SetDocuments {
  readonly name: string;
  readonly manifest: string;
  readonly lock: string;
  readonly setHash: string;
  /** Content hash by name of the skill. */
  readonly hashes: Readonly<Record<string, string>>;
  readonly locators: readonly string[];
}

const ARTIFACT = /^agent-skills\/-\/at\/([a-z0-9-]+)\/([0-9a-f]{32})\/(?:SKILL\.md|[a-z0-9-]+\.tar\.gz)$/;

/**
 * Makes the documents of a set whose members are snapshots of a publication. No line of ours takes part: the hashes come
 * from a Python program, the documents are written down here.
 *
 * @param base origin of the publication
 * @param skills names of members; the site holds one snapshot of each
 */
export function setDocuments(
  site: Site,
  base: string,
  { name, version = "1.0.0", skills }: { name: string; version?: string; skills: readonly string[] },
): SetDocuments {
  const asked: Record<string, { path: string; base64: string }> = {};
  const named = new Map<string, string>();
  for (const [path, bytes] of site) {
    const [, skill = "", snapshot] = ARTIFACT.exec(path) ?? [];
    if (!skills.includes(skill)) continue;
    const locator = `${base}/agent-skills/-/at/${skill}/${snapshot}@${skill}`;
    asked[locator] = { path, base64: bytes.toString("base64") };
    named.set(locator, skill);
  }
  const { members, setHash } = witnessed(asked);
  const locators = [...named.keys()].toSorted();
  const manifest = {
    $schema: "https://skill-set.md/schema/draft/skill-set.schema.json",
    name,
    version,
    skills: locators,
  };
  const entries = locators.map((locator) => [
    locator,
    { skill: named.get(locator), computedHash: members[locator], sourceType: "well-known" },
  ]);
  const lock = { version: 1, name, setVersion: version, setHash, skills: Object.fromEntries(entries) };
  return {
    name,
    manifest: `${JSON.stringify(manifest, null, 2)}\n`,
    lock: `${JSON.stringify(lock, null, 2)}\n`,
    setHash,
    hashes: Object.fromEntries(locators.map((locator) => [named.get(locator), members[locator]])),
    locators,
  };
}

function witnessed(asked: object): { members: Record<string, string>; setHash: string } {
  const program = join(import.meta.dirname, "set-witness.py");
  return JSON.parse(execFileSync("python3", [program], { input: JSON.stringify(asked), encoding: "utf8" }));
}

/** The same site with the documents of sets put in below `sets/`; a lock may be left out. */
export function withSets(site: Site, ...sets: readonly Pick<SetDocuments, "name" | "manifest" | "lock">[]): Site {
  return new Map([
    ...site,
    ...sets.flatMap(({ name, manifest, lock }) => [
      [`sets/${name}.skill-set.json`, Buffer.from(manifest)] as const,
      ...(lock === "" ? [] : [[`sets/${name}.skill-set.lock.json`, Buffer.from(lock)] as const]),
    ]),
  ]);
}
