import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { byBytes } from "../order.ts";
import { type Claim } from "./claims.ts";
import { places } from "./places.ts";
import { claimsOf, currentList, readRecord, readRemains, type Remains, setNames, unknownSet } from "./project-sets.ts";
import { encodeSetList } from "./set-list.ts";
import { openWorkspace } from "./workspace.ts";

/** What removing a set would do. No folder of a skill is ever removed: that is left to whoever works here. */
export interface RemovalPlan {
  readonly name: string;
  /** Skills that no other set claims, in byte order; their folders are there. */
  readonly unclaimed: readonly string[];
  /** Members that are still needed, or that cannot be told, and why. */
  readonly kept: readonly (({ readonly skill: string } | { readonly member: string }) & { readonly reason: string })[];
}

/**
 * Counts who else claims the members of a set: by the name of the skill, or by an equal source when that has no name.
 *
 * @throws SetFailure when there is no such set, or a set of the project cannot be read
 */
export function planRemoval(project: string, name: string): RemovalPlan {
  const record = readRecord(project);
  const own = claimsOf(readListed(project, name), record);
  const others = setNames(project)
    .filter((each) => each !== name)
    .flatMap((each) => claimsOf(readRemains(project, each), record));
  const unclaimed = new Set<string>();
  const kept = new Map<string, RemovalPlan["kept"][number]>();
  for (const claim of own) {
    const { skill, locator } = claim;
    const by = [...new Set(others.filter((other) => claimsSame(claim, other)).map(({ set }) => set))];
    if (skill === undefined) kept.set(locator, { member: locator, reason: "nothing tells which skill it is" });
    else if (by.length > 0)
      kept.set(skill, { skill, reason: `claimed by ${by.map((set) => `\`${set}\``).join(", ")}` });
    else if (lstatSync(join(project, places.skill(skill)), { throwIfNoEntry: false })) unclaimed.add(skill);
  }
  return { name, unclaimed: [...unclaimed].toSorted(byBytes), kept: [...kept.values()] };
}

function claimsSame(one: Claim, other: Claim): boolean {
  if (one.skill !== undefined && other.skill !== undefined) return one.skill === other.skill;
  return one.from.source === other.from.source;
}

/** What there is of a set, if no more than its lock or its line in the list. */
function readListed(project: string, name: string): Remains {
  const remains = readRemains(project, name);
  if (!setNames(project).includes(name)) throw unknownSet(project, name);
  return remains;
}

/** Removes the manifest and the lock of a set, and its line in the list of sets. */
export function removeSet(project: string, name: string): void {
  const workspace = openWorkspace(project);
  try {
    readListed(project, name); // the project may have changed since the plan was shown
    const rest = currentList(project);
    rest.delete(name);
    const isLocked = lstatSync(join(project, places.lock(name)), { throwIfNoEntry: false }) !== undefined;
    workspace.commit([
      { path: places.list, to: rest.size === 0 ? undefined : encodeSetList(rest) },
      { path: places.manifest(name), to: undefined },
      ...(isLocked ? [{ path: places.lock(name), to: undefined }] : []),
    ]);
  } finally {
    workspace.close();
  }
}

/** Files in the folder of a set that are left because this tool did not write them. */
export function leftOver(project: string, name: string): string[] {
  const folder = join(project, places.set(name));
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder)
    .toSorted(byBytes)
    .map((file) => `${places.set(name)}/${file}`);
}
