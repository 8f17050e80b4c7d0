import { lstatSync } from "node:fs";
import { join } from "node:path";
import { contentOf } from "../verify/installed/content.ts";
import { lockFaults, memberChanges } from "./member.ts";
import { places } from "./places.ts";
import { claimsOf, type ProjectSet, readRecord, readSet } from "./project-sets.ts";
import { FAILURES, SetFailure } from "./set-failure.ts";
import { isInterrupted } from "./workspace.ts";

/** A set that is as it must be, as skill-set draft has it for tools. */
type VerifiedSet =
  | { readonly name: string; readonly mode: "lock"; readonly checked: number }
  | {
      readonly name: string;
      /** Without a lock only the presence of the folders can be told. */
      readonly mode: "presence";
      readonly present: readonly string[];
      readonly missing: readonly [];
    };

/** A set, verified or not, and what there is to know beside it. */
export interface SetVerdict {
  readonly name: string;
  readonly result: VerifiedSet | SetFailure;
  /** Paths in the project, of members that are otherwise right, that no hash covers. */
  readonly unhashed: readonly string[];
}

/**
 * Hashes the members of a set of a project anew and compares them with its lock. Records of earlier runs are not believed.
 *
 * @param frozen refuse a set without a lock
 */
export function verifySet(project: string, name: string, frozen: boolean): SetVerdict {
  const unhashed: string[] = [];
  try {
    const set = readSet(project, name);
    return { name, result: judge(project, set, { frozen, unhashed }), unhashed };
  } catch (error) {
    if (!(error instanceof SetFailure)) throw error;
    return { name, result: error, unhashed };
  }
}

function judge(
  project: string,
  set: ProjectSet,
  { frozen, unhashed }: { frozen: boolean; unhashed: string[] },
): VerifiedSet | SetFailure {
  const { name, manifest, lock } = set;
  if (lock) return againstLock(project, { ...set, lock }, unhashed);
  if (frozen)
    return new SetFailure("unlocked", `\`${name}\` has no lock: ${places.lock(name)} is missing`, {
      hint: "Restore it from version control. Where there never was one, nothing says what is right.",
      data: { name, expected: places.lock(name) },
    });
  const claims = claimsOf(set, readRecord(project));
  const here = claims
    .filter(({ skill }) => skill !== undefined && isFolder(project, skill))
    .map(({ locator }) => locator);
  const missing = claims.filter(({ locator }) => !here.includes(locator));
  if (missing.length === 0) return { name, mode: "presence", present: here, missing: [] };
  const reasons = missing.map(({ locator, skill }) => ({
    locator,
    message: skill === undefined ? "nothing tells which skill it is" : `${places.skill(skill)} is missing`,
  }));
  const lines = reasons.map(({ locator, message }) => `${locator}: ${message}`);
  return new SetFailure(
    "missing",
    `${missing.length} of ${manifest.skills.length} members of \`${name}\` are missing`,
    {
      details: lines,
      hint: `Install them with \`skillpress set install ${name}\`.`,
      data: { name, mode: "presence", present: here, missing: reasons },
    },
  );
}

function againstLock(
  project: string,
  { name, manifest, lock }: ProjectSet & { readonly lock: NonNullable<ProjectSet["lock"]> },
  unhashed: string[],
): VerifiedSet | SetFailure {
  const faults = lockFaults(manifest, lock);
  const { added, removed } = memberChanges(manifest, lock);
  const drifted: { locator: string; skill: string; expected: string; actual: string }[] = [];
  const missing: { locator: string; skill: string }[] = [];
  const locked = Object.entries(lock.skills).filter(([locator]) => !removed.includes(locator));
  for (const [locator, { skill, computedHash: expected }] of locked) {
    const content = contentOf(join(project, places.skill(skill)));
    if (content === undefined) missing.push({ locator, skill });
    else if ("fault" in content) drifted.push({ locator, skill, expected, actual: content.fault });
    else if (content.hash !== expected) drifted.push({ locator, skill, expected, actual: content.hash });
    else unhashed.push(...content.unhashed.map((path) => `${places.skill(skill)}/${path}`));
  }
  const lines = [
    ...faults,
    ...drifted.map(
      ({ locator, skill, expected, actual }) =>
        `${locator}: ${places.skill(skill)} should have ${expected}, and has ${actual}`,
    ),
    ...missing.map(({ locator, skill }) => `${locator}: ${places.skill(skill)} is missing`),
    ...added.map((locator) => `${locator}: in the manifest, not in the lock`),
    ...removed.map((locator) => `${locator}: in the lock, not in the manifest`),
  ];
  if (lines.length === 0) return { name, mode: "lock", checked: locked.length };
  return new SetFailure("drift", `\`${name}\` is not what its lock says`, {
    details: lines,
    hint: `Look at what changed, then bring it back with \`skillpress set install ${name}\`.`,
    data: { name, mode: "lock", checked: locked.length, drifted, missing, added, removed },
  });
}

/** @throws SetFailure `refused` when a run that changed the project was killed: nothing in it can be believed then */
export function refuseInterrupted(project: string): void {
  if (isInterrupted(project))
    throw new SetFailure(
      "refused",
      "a run that changed the sets of this project was killed, and its changes are half done",
      {
        hint: "Run `skillpress set install`: it puts back what was there before, and then installs what is missing.",
      },
    );
}

/** The failure of several sets: drift before a missing lock before the first other. */
export function aggregate(verdicts: readonly SetVerdict[]): SetFailure | undefined {
  const failures = verdicts.map(({ result }) => result).filter((result) => result instanceof SetFailure);
  const worst =
    failures.find(({ kind }) => FAILURES[kind].exitCode === 3) ??
    failures.find(({ kind }) => kind === "unlocked") ??
    failures[0];
  if (worst === undefined) return undefined;
  const sets = verdicts.map(({ name, result }) =>
    result instanceof SetFailure ? { name, ...dataOf(result), error: FAILURES[result.kind].code } : result,
  );
  return new SetFailure(worst.kind, `${failures.length} of ${verdicts.length} sets failed`, {
    details: failures.flatMap(({ what, details }) => [what, ...details]),
    ...(worst.hint === undefined ? {} : { hint: worst.hint }),
    data: { sets },
  });
}

/** True when a set of a project has a lock, whatever is in it. */
export function isLocked(project: string, name: string): boolean {
  return lstatSync(join(project, places.lock(name)), { throwIfNoEntry: false }) !== undefined;
}

function dataOf({ data }: SetFailure): object {
  return typeof data === "object" && data !== null ? data : {};
}

function isFolder(project: string, skill: string): boolean {
  return lstatSync(join(project, places.skill(skill)), { throwIfNoEntry: false })?.isDirectory() === true;
}
