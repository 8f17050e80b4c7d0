import { lstatSync } from "node:fs";
import { join } from "node:path";
import { lockFaults, memberChanges } from "../skill-set/lock-of.ts";
import { type Installed, installs } from "./add.ts";
import { bring, type Bringing, type Brought } from "./bring.ts";
import { type Claim, findConflicts } from "./claims.ts";
import { conflictFailure } from "./conflicts.ts";
import { memberFaults } from "./member.ts";
import { places } from "./places.ts";
import { claimsOf, type ProjectSet, readRecord, readSet, readSets } from "./project-sets.ts";
import { FAILURES, SetFailure } from "./set-failure.ts";
import { openWorkspace } from "./workspace.ts";

/** What installing one set of a project came to. */
export interface InstalledSet extends Installed {
  /** Skills whose folder held something else before; part of `installed`. */
  readonly replaced: readonly string[];
  /** False without a lock: then nothing says that the content is right. */
  readonly isLocked: boolean;
}

/**
 * Installs what is missing of the sets of a project, or is not what their locks say. A member that is as locked is left
 * alone; one that comes otherwise than locked is not put into the project.
 *
 * @param name a set; undefined for all. Every set takes part in the check for conflicts
 * @returns a result, or what went wrong, for each
 * @throws SetFailure `unknown` for a set that is not there; when a document cannot be read; when sets contradict each other
 */
export async function installSets(
  name: string | undefined,
  bringing: Omit<Bringing, "room">,
): Promise<(InstalledSet | SetFailure)[]> {
  const { project } = bringing;
  const workspace = openWorkspace(project);
  try {
    // Read here, where what a killed run left has been undone.
    if (name !== undefined) readSet(project, name);
    const sets = readSets(project);
    const names = name === undefined ? sets.map((set) => set.name) : [name];
    const record = readRecord(project);
    const claims = sets.flatMap((set) => claimsOf(set, record));
    const meant = (claim: Claim) => names.includes(claim.set);
    const conflicts = findConflicts(claims).filter((each) => each.claims.some(meant));
    if (conflicts.length > 0) throw conflictFailure(names.join(", "), conflicts, []);
    const results: (InstalledSet | SetFailure)[] = [];
    for (const set of sets.filter((each) => names.includes(each.name))) {
      const fault = faultOf(set);
      results.push(
        fault ?? (await installSet(set, claims, { ...bringing, room: workspace.room, commit: workspace.commit })),
      );
    }
    return results;
  } finally {
    workspace.close();
  }
}

function faultOf({ name, manifest, lock }: ProjectSet): SetFailure | undefined {
  const refused = memberFaults(manifest, lock);
  if (refused.length > 0) return new SetFailure("refused", `\`${name}\` cannot be installed`, { details: refused });
  if (!lock) return undefined;
  const faults = lockFaults(manifest, lock);
  const { added, removed } = memberChanges(faults);
  return faults.length === 0
    ? undefined
    : new SetFailure("drift", `the lock of \`${name}\` is not the lock of its manifest`, {
        details: faults.map(({ reason }) => reason),
        hint: `Restore both from version control, or lock what is installed with \`skillpress set lock ${places.manifest(name)}\`.`,
        data: { name, mode: "lock", checked: 0, drifted: [], missing: [], added, removed },
      });
}

interface Committing extends Bringing {
  readonly commit: ReturnType<typeof openWorkspace>["commit"];
}

async function installSet(
  { name, manifest, lock }: ProjectSet,
  claims: readonly Claim[],
  { commit, ...bringing }: Committing,
): Promise<InstalledSet | SetFailure> {
  const { project } = bringing;
  const own = claims.filter(({ set }) => set === name);
  // Without a hash, what is there is taken for what was meant.
  const present = own.filter(
    (claim) => claim.hash === undefined && claim.skill !== undefined && isFolder(project, claim.skill),
  );
  const blocked = own.filter(({ skill }) => skill !== undefined && isBlocked(project, skill));
  const wanted = own.filter((claim) => !present.includes(claim) && !blocked.includes(claim));
  const brought = await bring(wanted, bringing);
  const contradicted = brought.fetched.filter(({ member }) =>
    claims.some(
      ({ set, skill, hash }) => set !== name && skill === member.skill && hash !== undefined && hash !== member.hash,
    ),
  );
  const good = brought.fetched.filter((each) => !contradicted.includes(each));
  const replaced = good.map(({ member }) => member.skill).filter((skill) => isFolder(project, skill));
  if (good.length > 0) commit(installs(good, readRecord(project)));
  const tried = new Set(
    [...brought.kept, ...brought.fetched, ...brought.mismatches, ...brought.failed].map(({ locator }) => locator),
  );
  const failed = [
    ...brought.failed.map((each) => ({ ...each, code: FAILURES.refused.code })),
    ...brought.mismatches.map(({ locator, expected, computed }) => ({
      locator,
      code: FAILURES.mismatch.code,
      message: `the lock says ${expected}, what arrived has ${computed}`,
    })),
    ...contradicted.map(({ locator, member }) => ({
      locator,
      code: FAILURES.conflict.code,
      message: `what arrived (${member.hash}) is not what the lock of another set says of \`${member.skill}\``,
    })),
    ...blocked.map(({ locator, skill = "" }) => ({
      locator,
      code: FAILURES.refused.code,
      message: `${places.skill(skill)} is no folder but a link or a file; move it away`,
    })),
    ...wanted
      .filter(({ locator }) => !tried.has(locator))
      .map(({ locator }) => ({ locator, code: FAILURES.refused.code, message: "it was interrupted" })),
  ];
  const result: InstalledSet = {
    name,
    installed: good.map(({ locator, member: { skill, hash } }) => ({ locator, skill, computedHash: hash })),
    skipped: manifest.skills.filter((locator) =>
      [...present, ...brought.kept].some((each) => each.locator === locator),
    ),
    failed,
    replaced,
    isLocked: lock !== undefined,
  };
  return failed.length === 0 ? result : failureOf(result, brought);
}

function failureOf({ name, installed, skipped, failed }: InstalledSet, { mismatches }: Brought): SetFailure {
  const lines = failed.map(({ locator, message }) => `${locator}: ${message}`);
  const isConflict = failed.some(({ code }) => code === FAILURES.conflict.code);
  const kind = mismatches.length > 0 ? "mismatch" : isConflict ? "conflict" : "uninstalled";
  const data = { name, installed, skipped, failed };
  return new SetFailure(kind, `not every member of \`${name}\` could be installed`, {
    details: lines,
    hint: "What is named here was left as it was; every other member is installed. Run the command again when the cause is gone.",
    data: mismatches.length > 0 ? { ...data, verifiedAgainst: "sidecar", mismatches, removedSkills: [] } : data,
  });
}

function isFolder(project: string, skill: string): boolean {
  return lstatSync(join(project, places.skill(skill)), { throwIfNoEntry: false })?.isDirectory() === true;
}

function isBlocked(project: string, skill: string): boolean {
  return lstatSync(join(project, places.skill(skill)), { throwIfNoEntry: false })?.isDirectory() === false;
}
