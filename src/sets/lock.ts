import { lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isUnordered, parseLocator, RESERVED } from "../skill-set/locator.ts";
import { encodeSetLock, type LockedMember, setHashOf } from "../skill-set/set-lock.ts";
import type { SetManifest } from "../skill-set/set-manifest.ts";
import { NAME } from "../skill.ts";
import { contentOf } from "../verify/installed/content.ts";
import { isRecord } from "../verify/json.ts";
import { readLocal } from "../verify/local.ts";
import { places } from "./places.ts";
import { readRecord } from "./project-sets.ts";
import { SetFailure } from "./set-failure.ts";
import { recordedSkill, type SkillsLock } from "../verify/skills-lock.ts";
import { refuseLinks } from "./workspace.ts";

/** A lock that was made of what a project has installed. */
export interface MadeLock {
  readonly bytes: Buffer;
  readonly setHash: string;
  /** Paths in the project that lie in members and that no hash covers. */
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
    unhashed: installed.flatMap(({ unhashed }) => unhashed),
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
 * Puts a lock into its place, whole or not at all.
 *
 * @param path absolute
 * @returns false when the same bytes are there already
 * @throws SetFailure `refused` when something else than a file is there
 */
export function writeLock(path: string, bytes: Buffer): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats && !stats.isFile()) throw new SetFailure("refused", `${path} is a link or no regular file`);
  if (stats && readLocal(dirname(path), basename(path))?.equals(bytes) === true) return false;
  const next = `${path}.${process.pid}.next`;
  try {
    writeFileSync(next, bytes, { flag: "wx" });
    renameSync(next, path);
  } finally {
    rmSync(next, { force: true });
  }
  return true;
}
