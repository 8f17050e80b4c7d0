import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { byBytes } from "../order.ts";
import { parseLocator } from "../skill-set/locator.ts";
import type { SetLock } from "../skill-set/set-lock.ts";
import { LOCK_ENDING, SET_ENDING, type SetManifest } from "../skill-set/set-manifest.ts";
import { NAME } from "../skill.ts";
import { TooLarge } from "../verify/installed/read-file.ts";
import type { Claim } from "./claims.ts";
import { readLockDocument, readManifestDocument } from "./documents.ts";
import { DOCUMENT_LIMITS } from "./fetch-document.ts";
import { places, SETS } from "./places.ts";
import { readFileAt } from "./read-file.ts";
import { type FailureKind, SetFailure } from "./set-failure.ts";
import { type ListEntry, listEntry, readSetList } from "./set-list.ts";
import { readSkillsLock, recordedSkill, type SkillsLock } from "../verify/skills-lock.ts";
import { isThere, refuseLinks } from "./workspace.ts";

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
  const folders = isThere(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => NAME.test(entry.name) && isSet(folder, entry))
        .map(({ name }) => name)
    : [];
  const listed = readSetList(readText(project, places.list)).keys();
  return [...new Set([...folders, ...listed])].toSorted(byBytes);
}

/** True also for a link in the place of a set, so that it is refused and not passed over. */
function isSet(sets: string, entry: Dirent): boolean {
  if (!entry.isDirectory()) return entry.isSymbolicLink();
  return [SET_ENDING, LOCK_ENDING].some((ending) => isThere(join(sets, entry.name, entry.name + ending)));
}

/** What is left of a set of a project whose manifest may be gone. */
export type Remains = Pick<ProjectSet, "name" | "lock"> & { readonly manifest: SetManifest | undefined };

/**
 * Reads what there is of a set of a project.
 *
 * @throws SetFailure when a document is not what it must be
 */
export function readRemains(project: string, name: string): Remains {
  if (!NAME.test(name)) throw new SetFailure("usage", `\`${name}\` cannot be the name of a set`);
  const manifest = readDocument(project, places.manifest(name), "invalidManifest");
  const lock = readDocument(project, places.lock(name), "invalidLock");
  return {
    name,
    manifest: manifest && readManifestDocument(manifest, name + SET_ENDING),
    lock: lock && readLockDocument(lock, name + LOCK_ENDING),
  };
}

/**
 * Reads a set of a project.
 *
 * @throws SetFailure `unknown` when it has no manifest; others when a document is not what it must be
 */
export function readSet(project: string, name: string): ProjectSet {
  const { manifest, lock } = readRemains(project, name);
  if (!manifest) throw unknownSet(project, name);
  return { name, manifest, lock };
}

/** That a project has no set of a name, with those that it has. */
export function unknownSet(project: string, name: string): SetFailure {
  const names = setNames(project);
  const others = names.filter((each) => each !== name);
  const gone = `Restore it from version control, or forget the set with \`skillpress set remove ${name}\`.`;
  const known =
    others.length > 0
      ? `It has: ${others.join(", ")}.`
      : "Add one with `skillpress set add` and the address of its manifest.";
  return new SetFailure("unknown", `there is no set \`${name}\` in this project: ${places.manifest(name)} is missing`, {
    hint: names.includes(name) ? gone : known,
    data: { name, available: others },
  });
}

/** The list of sets as it should be: by the manifests that are there; a set whose manifest is gone stays as it is listed. */
export function currentList(project: string): Map<string, ListEntry> {
  const listed = readSetList(readText(project, places.list));
  return new Map(
    setNames(project).map((name) => {
      const { manifest, lock } = readRemains(project, name);
      const entry = listed.get(name) ?? {};
      const hadLock = lock !== undefined || entry["locked"] === true;
      return [name, manifest ? listEntry(manifest, { source: entry["source"], isLocked: hadLock }) : entry];
    }),
  );
}

/** True for a set of a project that has a lock, whatever is in it, or that is listed as one that had. */
export function isLocked(project: string, name: string): boolean {
  if (isThere(join(project, places.lock(name)))) return true;
  return readSetList(readText(project, places.list)).get(name)?.["locked"] === true;
}

/** Reads every set of a project; the first that cannot be read is thrown. */
export function readSets(project: string): ProjectSet[] {
  return setNames(project).map((name) => readSet(project, name));
}

/** The `skills` client's record of a project. */
export function readRecord(project: string): SkillsLock {
  const record = readSkillsLock(readText(project, places.record));
  if ("fault" in record)
    throw new SetFailure("project", `${places.record} of this project cannot be added to: ${record.fault}`, {
      hint: "Correct the file, or put it aside; the client writes it anew.",
    });
  return record;
}

/** What a set claims, by its lock when its manifest is gone. The skill of a member that names none is what was recorded. */
export function claimsOf({ name: set, manifest, lock }: Remains, record: SkillsLock): Claim[] {
  const locators = manifest?.skills ?? Object.keys(lock?.skills ?? {});
  return locators.map((locator) => {
    const from = parseLocator(locator);
    const locked = lock && Object.hasOwn(lock.skills, locator) ? lock.skills[locator] : undefined;
    const skill = locked?.skill ?? from.skill ?? recordedSkill(record, from);
    return { set, locator, from, skill, hash: locked?.computedHash };
  });
}

function readDocument(project: string, path: string, kind: "invalidManifest" | "invalidLock"): Buffer | undefined {
  return readBounded(project, path, DOCUMENT_LIMITS.bytes, kind);
}

/** Text of a file that others write too and that has no limit of its own; undefined when there is nothing. */
export function readText(project: string, path: string): string | undefined {
  return readBounded(project, path, 64 * DOCUMENT_LIMITS.bytes, "project")?.toString();
}

function readBounded(project: string, path: string, limit: number, kind: FailureKind): Buffer | undefined {
  refuseLinks(project, path);
  try {
    return readFileAt(join(project, path), path, limit);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    throw new SetFailure(kind, error.message);
  }
}
