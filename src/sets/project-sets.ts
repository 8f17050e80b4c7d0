import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { byBytes } from "../order.ts";
import { parseLocator } from "../skill-set/locator.ts";
import type { SetLock } from "../skill-set/set-lock.ts";
import { LOCK_ENDING, SET_ENDING, type SetManifest } from "../skill-set/set-manifest.ts";
import { NAME } from "../skill.ts";
import { TooLarge } from "../verify/local.ts";
import type { Claim } from "./claims.ts";
import { readLockDocument, readManifestDocument } from "./documents.ts";
import { DOCUMENT_LIMITS } from "./fetch-document.ts";
import { places, SETS } from "./places.ts";
import { readPresent } from "./read-file.ts";
import { SetFailure } from "./set-failure.ts";
import { readSetList } from "./set-list.ts";
import { readSkillsLock, recordedSkill, type SkillsLock } from "../verify/skills-lock.ts";
import { refuseLinks } from "./workspace.ts";

/** A set as a project has it. */
export interface ProjectSet {
  readonly name: string;
  readonly manifest: SetManifest;
  readonly lock: SetLock | undefined;
}

/**
 * Names of the sets of a project, in byte order: those that have a manifest or a lock, or that the list of sets names, so
 * that one whose files are gone is not taken for one that never was.
 *
 * @throws SetFailure when the list cannot be read
 */
export function setNames(project: string): string[] {
  refuseLinks(project, places.list);
  const folder = join(project, SETS);
  const folders = lstatSync(folder, { throwIfNoEntry: false })
    ? readdirSync(folder).filter((name) => NAME.test(name) && hasDocument(join(folder, name), name))
    : [];
  const listed = readSetList(readText(project, places.list)).keys();
  return [...new Set([...folders, ...listed])].toSorted(byBytes);
}

function hasDocument(folder: string, name: string): boolean {
  return [SET_ENDING, LOCK_ENDING].some((ending) => lstatSync(join(folder, name + ending), { throwIfNoEntry: false }));
}

/**
 * Reads a set of a project.
 *
 * @throws SetFailure `unknown` when it has no manifest; others when a document is not what it must be
 */
export function readSet(project: string, name: string): ProjectSet {
  if (!NAME.test(name)) throw new SetFailure("usage", `\`${name}\` cannot be the name of a set`);
  const manifest = readDocument(project, places.manifest(name));
  if (manifest === undefined) {
    const names = setNames(project);
    const others = names.filter((each) => each !== name);
    const gone = `Restore it from version control, or take \`${name}\` out of ${places.list} and remove its lock.`;
    const known =
      others.length > 0
        ? `It has: ${others.join(", ")}.`
        : "Add one with `skillpress set add` and the address of its manifest.";
    throw new SetFailure(
      "unknown",
      `there is no set \`${name}\` in this project: ${places.manifest(name)} is missing`,
      {
        hint: names.includes(name) ? gone : known,
        data: { name, available: others },
      },
    );
  }
  const lock = readDocument(project, places.lock(name));
  return {
    name,
    manifest: readManifestDocument(manifest, name + SET_ENDING),
    lock: lock && readLockDocument(lock, name + LOCK_ENDING),
  };
}

/** Reads every set of a project; the first that cannot be read is thrown. */
export function readSets(project: string): ProjectSet[] {
  return setNames(project).map((name) => readSet(project, name));
}

/** The `skills` client's record of a project. */
export function readRecord(project: string): SkillsLock {
  const record = readSkillsLock(readText(project, places.record));
  if ("fault" in record)
    throw new SetFailure("refused", `${places.record} of this project cannot be added to: ${record.fault}`, {
      hint: "Correct the file, or put it aside; the client writes it anew.",
    });
  return record;
}

/** What a set claims. The skill of a member that names none is what was recorded for it. */
export function claimsOf({ name: set, manifest, lock }: ProjectSet, record: SkillsLock): Claim[] {
  return manifest.skills.map((locator) => {
    const from = parseLocator(locator);
    const locked = lock && Object.hasOwn(lock.skills, locator) ? lock.skills[locator] : undefined;
    const skill = locked?.skill ?? from.skill ?? recordedSkill(record, from);
    return { set, locator, from, skill, hash: locked?.computedHash };
  });
}

function readDocument(project: string, path: string): Buffer | undefined {
  refuseLinks(project, path);
  try {
    return readPresent(join(project, path), DOCUMENT_LIMITS.bytes, path);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    throw new SetFailure("invalidManifest", error.message);
  }
}

/** A file that others write too and that has no limit of its own. */
export function readText(project: string, path: string): string | undefined {
  return readPresent(join(project, path), 64 * DOCUMENT_LIMITS.bytes, path)?.toString();
}
