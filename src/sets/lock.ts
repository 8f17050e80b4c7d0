import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { byBytes } from "../order.ts";
import { isUnordered, parseLocator, RESERVED } from "../skill-set/locator.ts";
import { encodeSetLock, type LockedMember, setHashOf } from "../skill-set/set-lock.ts";
import type { SetManifest } from "../skill-set/set-manifest.ts";
import { NAME } from "../skill.ts";
import { contentOf } from "../verify/installed/content.ts";
import { TooLarge } from "../verify/installed/read-file.ts";
import { isRecord } from "../verify/json.ts";
import { places } from "./places.ts";
import { readRecord, readText } from "./project-sets.ts";
import { readFileAt } from "./read-file.ts";
import { SetFailure } from "./set-failure.ts";
import { encodeSetList, listEntry, readSetList } from "./set-list.ts";
import { recordedSkill, type SkillsLock } from "../verify/skills-lock.ts";
import { openWorkspace, refuseLinks } from "./workspace.ts";

/** A lock that was made of what a project has installed. */
export interface MadeLock {
  readonly bytes: Buffer;
  readonly setHash: string;
  /** Paths in the project that lie in members and that no hash covers, in byte order. */
  readonly unhashed: readonly string[];
}

/** Why a member cannot be locked. */
interface Lacking {
  readonly locator: string;
  readonly skill: string | undefined;
  readonly reason: string;
}

/** A member as it is installed. */
interface Installed {
  readonly locator: string;
  readonly member: LockedMember;
  readonly unhashed: readonly string[];
}

/**
 * Makes the lock of a manifest from the members that are installed in a project, all of which are hashed anew.
 *
 * @param project absolute path
 * @throws SetFailure `missing` that names every member which is not there or cannot be locked
 */
export function makeLock(project: string, manifest: SetManifest): MadeLock {
  const record = readRecord(project);
  const looked = manifest.skills.map((locator) => lookAt(project, locator, record));
  const lacking = looked.filter((each) => "reason" in each);
  if (lacking.length > 0)
    throw new SetFailure("missing", `${lacking.length} of ${looked.length} members cannot be locked`, {
      details: lacking.map(({ locator, reason }) => `${locator}: ${reason}`),
      hint: "Install what is missing with the `skills` client or with `skillpress set install`. The lock was left as it was.",
      data: { name: manifest.name, missing: lacking },
    });
  const installed = looked.filter((each) => "member" in each);
  const members = new Map(installed.map(({ locator, member }) => [locator, member]));
  return {
    bytes: encodeSetLock(manifest, members),
    setHash: setHashOf(members),
    unhashed: installed.flatMap(({ unhashed }) => unhashed).toSorted(byBytes),
  };
}

function lookAt(project: string, locator: string, record: SkillsLock): Installed | Lacking {
  const from = parseLocator(locator);
  const skill = from.skill ?? recordedSkill(record, from);
  const lacks = (reason: string): Lacking => ({ locator, skill, reason });
  if (isUnordered(locator)) return lacks("no lock can have such a key, because tools would reorder or lose it");
  if (skill === undefined) return lacks("it names no skill, and nothing tells which one was installed for it");
  if (!NAME.test(skill)) return lacks("it was installed under a name that no skill of a set can have");
  if (skill === RESERVED) return lacks(`the name \`${RESERVED}\` is reserved`);
  const folder = places.skill(skill);
  refuseLinks(project, folder);
  const content = contentOf(join(project, folder));
  if (!content) return lacks(`${folder} is missing`);
  if ("fault" in content) return lacks(`${folder} cannot be hashed: ${content.fault}`);
  const { [skill]: entry } = record.skills;
  const sourceType = isRecord(entry) && typeof entry["sourceType"] === "string" ? entry["sourceType"] : undefined;
  const member = { skill, computedHash: content.hash, sourceType, ref: from.ref };
  return { locator, member, unhashed: content.unhashed.map((path) => `${folder}/${path}`) };
}

/**
 * Puts the lock of a set of a project into its place, and notes in the list of sets that it has one.
 *
 * @returns false when the same bytes are there already
 */
export function putLock(project: string, manifest: SetManifest, bytes: Buffer): boolean {
  const { name } = manifest;
  const workspace = openWorkspace(project);
  try {
    const isNew = !isSame(join(project, places.lock(name)), bytes);
    const list = readSetList(readText(project, places.list));
    if (isNew || list.get(name)?.["locked"] !== true)
      workspace.commit([
        { path: places.lock(name), to: bytes },
        {
          path: places.list,
          to: encodeSetList(
            list.set(name, listEntry(manifest, { source: list.get(name)?.["source"], isLocked: true })),
          ),
        },
      ]);
    return isNew;
  } finally {
    workspace.close();
  }
}

/**
 * Puts a lock into its place, whole or not at all.
 *
 * @param path absolute
 * @returns false when the same bytes are there already
 * @throws SetFailure `occupied` when something else than a file is there
 */
export function writeLock(path: string, bytes: Buffer): boolean {
  if (isSame(path, bytes)) return false;
  const next = `${path}.${process.pid}.next`;
  try {
    writeFileSync(next, bytes, { flag: "wx" });
    renameSync(next, path);
  } finally {
    rmSync(next, { force: true });
  }
  return true;
}

function isSame(path: string, bytes: Buffer): boolean {
  try {
    return readFileAt(path, path, bytes.length)?.equals(bytes) === true;
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return false;
  }
}
