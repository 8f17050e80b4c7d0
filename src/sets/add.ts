import { join } from "node:path";
import { parseLocator } from "../skill-set/locator.ts";
import { encodeSetLock, type LockedMember, setHashOf } from "../skill-set/set-lock.ts";
import { isRecord } from "../verify/json.ts";
import type { Acquired } from "./acquire.ts";
import { bring, type Bringing, type Brought, type Wanted } from "./bring.ts";
import type { Claim } from "./claims.ts";
import { refuseConflicts } from "./conflicts.ts";
import { memberFaults } from "./member.ts";
import { places } from "./places.ts";
import { claimsOf, currentList, readRecord, setNames } from "./project-sets.ts";
import { encodeSetList, listEntry } from "./set-list.ts";
import { SetFailure } from "./set-failure.ts";
import { skillsLockWith, type SkillsLock } from "../verify/skills-lock.ts";
import { type Change, isThere, openWorkspace } from "./workspace.ts";

/** What adding a set came to, as skill-set draft has it for tools. */
export interface Added {
  readonly name: string;
  readonly added: true;
  /** What vouched for the content; null when nothing did. */
  readonly verified: Verified | null;
  readonly install: Installed;
}

type Verified = "sidecar" | "hash" | "both";

/** What installing the members of a set came to. */
export interface Installed {
  readonly name: string;
  readonly installed: readonly { readonly locator: string; readonly skill: string; readonly computedHash: string }[];
  /** Locators of members that were there already. */
  readonly skipped: readonly string[];
  readonly failed: readonly { readonly locator: string; readonly code: string; readonly message: string }[];
}

/** What vouches for the content of a set. */
export function vouchedBy({ lock, pin }: Pick<Acquired, "lock" | "pin">): Verified | null {
  if (lock) return pin === undefined ? "sidecar" : "both";
  return pin === undefined ? null : "hash";
}

/** The members of a set that is to be added. */
export function wantedOf({ manifest, lock }: Pick<Acquired, "manifest" | "lock">): Wanted[] {
  return manifest.skills.map((locator) => {
    const locked = lock?.value.skills[locator];
    return { locator, skill: locked?.skill ?? parseLocator(locator).skill, hash: locked?.computedHash };
  });
}

/**
 * Checks that a set can be added to a project, before anything of it is fetched.
 *
 * @throws SetFailure when the project has it, a member must not be asked for, or something else is in its place
 */
export function judgeNew(project: string, acquired: Acquired): void {
  const { manifest } = acquired;
  const faults = memberFaults(manifest, acquired.lock?.value);
  if (faults.length > 0)
    throw new SetFailure("refused", `\`${manifest.name}\` cannot be installed`, {
      details: faults,
      hint: "Tell whoever publishes the set. Nothing was fetched.",
    });
  if (setNames(project).includes(manifest.name))
    throw new SetFailure("exists", `this project has a set \`${manifest.name}\` already`, {
      hint: `Install it with \`skillpress set install ${manifest.name}\`, or remove it first with \`skillpress set remove ${manifest.name}\`.`,
      data: { name: manifest.name },
    });
  const record = readRecord(project);
  refuseConflicts(
    project,
    manifest.name,
    claimsOf({ name: manifest.name, manifest, lock: acquired.lock?.value }, record),
  );
}

/**
 * Installs the members of a set and puts it into a project. The project changes when all of it is there and has been
 * hashed; until then, and after any failure, it is as it was.
 *
 * @throws SetFailure
 */
export async function addSet(acquired: Acquired, bringing: Omit<Bringing, "room">): Promise<Added> {
  const { manifest, manifestBytes, isRemote, address } = acquired;
  const { name } = manifest;
  const { project } = bringing;
  const workspace = openWorkspace(project);
  try {
    judgeNew(project, acquired); // the project may have changed since the set was shown
    const brought = await bring(wantedOf(acquired), { ...bringing, room: workspace.room });
    if (bringing.stop.aborted) throw new SetFailure("uninstalled", "it was interrupted; nothing was installed");
    judgeBrought(acquired, brought);
    refuseConflicts(project, manifest.name, claimsAs(acquired, brought));
    const record = readRecord(project);
    const fresh = brought.fetched.filter(({ member }) => !isThere(join(project, places.skill(member.skill))));
    const lock = acquired.lock?.bytes ?? (acquired.pin === undefined ? undefined : lockOf(acquired, brought));
    const entry = listEntry(manifest, { source: isRemote ? address : undefined, isLocked: lock !== undefined });
    const list = currentList(project).set(name, entry);
    workspace.commit([
      ...installs(fresh, record),
      ...(lock ? [{ path: places.lock(name), to: lock }] : []),
      { path: places.manifest(name), to: manifestBytes },
      { path: places.list, to: encodeSetList(list) },
    ]);
    const isFresh = (locator: string) => fresh.some((each) => each.locator === locator);
    const installed = fresh.map(({ locator, member: { skill, hash } }) => ({ locator, skill, computedHash: hash }));
    const skipped = manifest.skills.filter((locator) => !isFresh(locator));
    return { name, added: true, verified: vouchedBy(acquired), install: { name, installed, skipped, failed: [] } };
  } finally {
    workspace.close();
  }
}

/** The changes that put fetched members into a project, and what the client recorded of them. */
export function installs(fetched: Brought["fetched"], record: SkillsLock): Change[] {
  const members = new Map(fetched.map(({ member }) => [member.skill, member]));
  const entries = [...members].flatMap(([skill, { entry }]) => (entry === undefined ? [] : [[skill, entry] as const]));
  return [
    ...[...members].map(([skill, { folder }]) => ({ path: places.skill(skill), to: folder })),
    ...(entries.length === 0
      ? []
      : [{ path: places.record, to: Buffer.from(skillsLockWith(record, new Map(entries))) }]),
  ];
}

/** @throws SetFailure when a member did not come, or is not what lock or pin say */
function judgeBrought({ manifest: { name }, lock, pin }: Acquired, brought: Brought): void {
  const { mismatches, failed } = brought;
  const verifiedAgainst = vouchedBy({ lock, pin });
  const failures = failed.map(({ locator, message }) => `${locator}: ${message}`);
  if (mismatches.length > 0) {
    const lines = mismatches.map(
      ({ locator, expected, computed }) => `${locator}: the lock says ${expected}, what arrived has ${computed}`,
    );
    throw new SetFailure("mismatch", `what was fetched for \`${name}\` is not what its lock says`, {
      details: [...lines, ...failures],
      hint: "Whoever serves the skill has changed it, or the lock is of another version. Nothing was installed.",
      data: { name, verifiedAgainst, mismatches, removedSkills: [] },
    });
  }
  if (failed.length > 0)
    throw new SetFailure("uninstalled", `not every member of \`${name}\` could be installed`, {
      details: failures,
      hint: "Nothing was installed. Try again, or tell whoever publishes the set.",
      data: {
        name,
        installed: [],
        skipped: [],
        failed: failed.map((each) => ({ ...each, code: "ERR_SKILLSET_RESOLVE_FAILED" })),
      },
    });
  const computed = lock || pin === undefined ? pin : setHashOf(hashesOf(brought));
  if (pin !== undefined && computed !== undefined && computed !== pin)
    throw new SetFailure(
      "mismatch",
      `the members of \`${name}\` have the set hash ${computed}, and the pin is ${pin}`,
      {
        hint: "Ask whoever gave you the pin. Either it is of another version, or the host serves something else. Nothing was installed.",
        data: { name, verifiedAgainst, mismatches: [{ expected: pin, computed }], removedSkills: [] },
      },
    );
}

function hashesOf({ kept, fetched }: Brought): Map<string, Pick<LockedMember, "skill" | "computedHash">> {
  return new Map([
    ...kept.map(({ locator, skill, hash }) => [locator, { skill, computedHash: hash }] as const),
    ...fetched.map(({ locator, member }) => [locator, { skill: member.skill, computedHash: member.hash }] as const),
  ]);
}

/** The lock of a set whose members a pin vouches for, and that has none. */
function lockOf({ manifest }: Acquired, brought: Brought): Buffer {
  const types = new Map(brought.fetched.map(({ locator, member }) => [locator, sourceTypeOf(member.entry)]));
  const members = [...hashesOf(brought)].map(
    ([locator, member]) =>
      [locator, { ...member, sourceType: types.get(locator), ref: parseLocator(locator).ref }] as const,
  );
  return encodeSetLock(manifest, new Map(members));
}

function sourceTypeOf(entry: unknown): string | undefined {
  return isRecord(entry) && typeof entry["sourceType"] === "string" ? entry["sourceType"] : undefined;
}

/** What a set claims once its members are here. */
function claimsAs({ manifest }: Acquired, brought: Brought): Claim[] {
  return [...hashesOf(brought)].map(([locator, { skill, computedHash }]) => {
    return { set: manifest.name, locator, from: parseLocator(locator), skill, hash: computedHash };
  });
}
