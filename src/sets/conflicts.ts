import { join } from "node:path";
import { type Content, contentOf } from "../verify/installed/content.ts";
import { type Claim, type Conflict, findConflicts } from "./claims.ts";
import { places } from "./places.ts";
import { claimsOf, readRecord, readSets } from "./project-sets.ts";
import { SetFailure } from "./set-failure.ts";
import { isThere } from "./workspace.ts";

/** A folder with something in it that no set asked for; `found` is its content hash, or what is there instead. */
type Occupied = Conflict & { readonly found: string };

/** Tells what cannot be in a project at the same time, all of it. `set` is the one that was to be installed. */
export function conflictFailure(
  set: string,
  conflicts: readonly Conflict[],
  occupied: readonly Occupied[],
): SetFailure {
  const lines = [
    ...conflicts.map(({ about, claims }) => `${nameOf(about)}: ${claims.map(claimText).join(", ")}`),
    ...occupied.map(
      ({ about, claims, found }) =>
        `${nameOf(about)}: ${"skill" in about ? places.skill(about.skill) : ""} is there with other content (${found}); ${claims.map(claimText).join(", ")}`,
    ),
  ];
  const hint =
    conflicts.length > 0
      ? "A project holds one content of a skill. Agree on one version, or remove one of the sets. Nothing was installed."
      : "Move the folder away, or remove it, when it may be replaced. Nothing was installed.";
  const data = [...conflicts, ...occupied].map((each) => ({
    ...each.about,
    claims: each.claims.map(({ set: by, locator, from, hash }) => ({
      set: by,
      locator,
      ref: from.ref,
      computedHash: hash,
    })),
    ...("found" in each ? { found: each.found } : {}),
  }));
  return new SetFailure("conflict", `\`${set}\` cannot be installed here`, {
    details: lines,
    hint,
    data: { name: set, conflicts: data },
  });
}

function nameOf(about: Conflict["about"]): string {
  return "skill" in about ? `the skill \`${about.skill}\`` : `the source ${about.source}`;
}

function claimText({ set, locator, hash }: Claim): string {
  return `\`${set}\` wants ${locator}${hash === undefined ? "" : ` (${hash})`}`;
}

/** @throws SetFailure `conflict` when a set of the project, or a folder in it, does not go with what a new set claims */
export function refuseConflicts(project: string, name: string, claims: readonly Claim[]): void {
  const record = readRecord(project);
  const others = readSets(project).flatMap((set) => claimsOf(set, record));
  const conflicts = findConflicts([...others, ...claims]).filter((each) => each.claims.some(({ set }) => set === name));
  const taken = conflicts.length > 0 ? [] : claims.filter((claim) => isTaken(project, claim));
  if (conflicts.length + taken.length > 0)
    throw conflictFailure(
      name,
      conflicts,
      taken.map((claim) => occupiedBy(project, claim)),
    );
}

/** True when something else than what is claimed is where a skill would be. Without a hash only fetching can tell. */
function isTaken(project: string, { skill, hash }: Claim): boolean {
  if (skill === undefined || hash === undefined || !isThere(join(project, places.skill(skill)))) return false;
  const content = contentOf(join(project, places.skill(skill)));
  return content === undefined || "fault" in content || content.hash !== hash || content.unhashed.length > 0;
}

function occupiedBy(project: string, claim: Claim): Occupied {
  const skill = claim.skill ?? "";
  const content = contentOf(join(project, places.skill(skill)));
  return { about: { skill }, claims: [claim], found: foundIn(content, claim.hash) };
}

/** What is in the place of a skill, in a few words; what no hash covers only where the rest is right. */
function foundIn(content: Content | undefined, expected: string | undefined): string {
  if (content === undefined) return "no folder";
  if ("fault" in content) return content.fault;
  return content.hash === expected && content.unhashed.length > 0 ? uncovered(content.unhashed) : content.hash;
}

/** That there is what no hash covers, as a clause. */
export function uncovered(paths: readonly string[]): string {
  const [first = "", ...others] = paths;
  return `no hash covers \`${first}\`${others.length === 0 ? "" : ` and ${others.length} more`} in it`;
}
