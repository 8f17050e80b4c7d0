import { lstatSync } from "node:fs";
import { join } from "node:path";
import { byBytes } from "../order.ts";
import { contentOf } from "../verify/installed/content.ts";
import { RESERVED } from "../skill-set/locator.ts";
import { lockFaults, memberChanges } from "../skill-set/lock-of.ts";
import { places } from "./places.ts";
import { claimsOf, type ProjectSet, readRecord, readSet } from "./project-sets.ts";
import { FAILURES, SetFailure } from "./set-failure.ts";

/** A set that is as it must be, as skill-set draft has it for tools. */
type VerifiedSet =
  | {
      readonly name: string;
      readonly mode: "lock";
      readonly checked: number;
      /** Paths in the project, in members, that no hash covers, in byte order; only when there are any. */
      readonly unhashed?: readonly string[];
    }
  | {
      readonly name: string;
      /** Without a lock only the presence of the folders can be told. */
      readonly mode: "presence";
      readonly present: readonly string[];
      readonly missing: readonly [];
    };

/** A set, verified or not. */
export interface SetVerdict {
  readonly name: string;
  readonly result: VerifiedSet | SetFailure;
}

/**
 * Hashes the members of a set of a project anew and compares them with its lock. Records of earlier runs are not believed.
 *
 * @param frozen refuse a set without a lock
 * @throws what is no failure of this set alone
 */
export function verifySet(project: string, name: string, frozen: boolean): SetVerdict {
  try {
    return { name, result: judge(project, readSet(project, name), frozen) };
  } catch (error) {
    if (!(error instanceof SetFailure)) throw error;
    return { name, result: error };
  }
}

function judge(project: string, set: ProjectSet, frozen: boolean): VerifiedSet | SetFailure {
  const { name, manifest, lock } = set;
  if (lock) return againstLock(project, { ...set, lock });
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
): VerifiedSet | SetFailure {
  const faults = lockFaults(manifest, lock);
  const { added, removed } = memberChanges(faults);
  const [unhashed, reserved]: [string[], string[]] = [[], []];
  const drifted: { locator: string; skill: string; expected: string; actual: string }[] = [];
  const missing: { locator: string; skill: string }[] = [];
  const locked = Object.entries(lock.skills).filter(([locator]) => !removed.includes(locator));
  for (const [locator, { skill, computedHash: expected }] of locked) {
    const content = contentOf(join(project, places.skill(skill)));
    if (content === undefined) missing.push({ locator, skill });
    else if ("fault" in content) drifted.push({ locator, skill, expected, actual: content.fault });
    else if (content.hash !== expected) drifted.push({ locator, skill, expected, actual: content.hash });
    if (content && "unhashed" in content)
      unhashed.push(...content.unhashed.map((path) => `${places.skill(skill)}/${path}`));
    if (skill === RESERVED) reserved.push(`${locator}: no skill can be called \`${RESERVED}\``);
  }
  const beside = unhashed.length === 0 ? {} : { unhashed: unhashed.toSorted(byBytes) };
  const lines = [
    ...faults.filter(({ about }) => about !== "added" && about !== "removed").map(({ reason }) => reason),
    ...reserved,
    ...drifted.map(
      ({ locator, skill, expected, actual }) =>
        `${locator}: ${places.skill(skill)} should have ${expected}, and has ${actual}`,
    ),
    ...missing.map(({ locator, skill }) => `${locator}: ${places.skill(skill)} is missing`),
    ...added.map((locator) => `${locator}: in the manifest, not in the lock`),
    ...removed.map((locator) => `${locator}: in the lock, not in the manifest`),
  ];
  if (lines.length === 0) return { name, mode: "lock", checked: locked.length, ...beside };
  return new SetFailure("drift", `\`${name}\` is not what its lock says`, {
    details: [...lines, ...(beside.unhashed ?? []).map((path) => `${path} is covered by no hash`)],
    hint: `Look at what changed, then bring it back with \`skillpress set install ${name}\`.`,
    data: { name, mode: "lock", checked: locked.length, drifted, missing, added, removed, ...beside },
  });
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

function dataOf({ data }: SetFailure): object {
  return typeof data === "object" && data !== null ? data : {};
}

function isFolder(project: string, skill: string): boolean {
  return lstatSync(join(project, places.skill(skill)), { throwIfNoEntry: false })?.isDirectory() === true;
}
