import { isUtf8 } from "node:buffer";
import { type BigIntStats, closeSync, fstatSync, lstatSync, opendirSync, openSync, realpathSync } from "node:fs";
import { sep } from "node:path";
import { sha256 } from "../../artifact/digest.ts";
import {
  byUnits,
  listingFault,
  MANIFEST_LIMITS,
  type ManifestFile,
  pathFault,
} from "../../artifact/directory-manifest.ts";
import { type Manifested, manifestOf } from "../../artifact/manifest.ts";
import { readAtMost, SAFE_OPEN } from "../../source/open-file.ts";
import { isSystemError } from "../../source/system-error.ts";

/** Why a directory has no manifest, in one clause; it never leaves this module. */
class Refused extends Error {}

/** A file or folder as it was found. */
interface Entry {
  /** Relative to the directory; empty for the directory itself. */
  readonly path: string;
  readonly stats: BigIntStats;
}

/**
 * The manifest of a directory on disk, by the rules of `skills-anywhere-bundle-1`: every file counts, links and special
 * files are refused, and so is a directory that changes while it is read.
 *
 * @param path of the directory; it may itself be a link
 * @param apart real path of a file that must not lie in the directory
 */
export function manifestOfDirectory(path: string, apart?: string): Manifested {
  try {
    const root = rootOf(path);
    if (apart?.startsWith(root.endsWith(sep) ? root : root + sep))
      throw new Refused("the manifest that it is compared with lies in it");
    const entries = survey(root);
    const found = entries.filter(({ stats }) => stats.isFile()).toSorted((a, b) => byUnits(a.path, b.path));
    // Before anything is read, so that no more is ever read than the format admits.
    const fault = listingFault(found.map(({ path: file, stats }) => ({ path: file, bytes: Number(stats.size) })));
    if (fault !== undefined) throw new Refused(fault);
    const files = found.map((entry) => readFile(root, entry));
    for (const entry of entries) assertSame(entry, statOf(root, entry.path));
    return manifestOf(files);
  } catch (error) {
    if (error instanceof Refused) return { fault: error.message };
    throw error;
  }
}

function rootOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new Refused(error.code === "ENOENT" ? "it does not exist" : `it cannot be read (${error.code})`);
  }
}

/** The directory and everything beneath it, within the limits of paths and entries. */
function survey(root: string): Entry[] {
  const top = { path: "", stats: statOf(root, "") };
  if (!top.stats.isDirectory()) throw new Refused("it is not a directory");
  const entries: Entry[] = [top];
  const visit = (folder: string): void => {
    // `entries` holds the directory itself, which is not one of those beneath it.
    for (const name of namesIn(root, folder, MANIFEST_LIMITS.entries + 1 - entries.length)) {
      const path = folder === "" ? name : `${folder}/${name}`;
      const fault = pathFault(path);
      if (fault !== undefined) throw new Refused(`the path ${JSON.stringify(path)} ${fault}`);
      const stats = statOf(root, path);
      if (stats.isSymbolicLink()) throw new Refused(`${JSON.stringify(path)} is a symbolic link`);
      if (!stats.isFile() && !stats.isDirectory())
        throw new Refused(`${JSON.stringify(path)} is neither a file nor a folder`);
      entries.push({ path, stats });
      if (entries.length > MANIFEST_LIMITS.entries + 1) throw tooMany();
      if (stats.isDirectory()) visit(path);
    }
  };
  visit("");
  return entries;
}

/** Names in a folder, in UTF-16 order. What is not UTF-8 in them comes as U+FFFD, which no path may contain. */
function namesIn(root: string, folder: string, most: number): string[] {
  return onDisk(folder, () => {
    const names: string[] = [];
    const directory = opendirSync(at(root, folder));
    try {
      for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
        names.push(entry.name);
        if (names.length > most) throw tooMany();
      }
    } finally {
      directory.closeSync();
    }
    return names.toSorted(byUnits);
  });
}

function tooMany(): Refused {
  return new Refused(`there are more than ${MANIFEST_LIMITS.entries} files and folders`);
}

function readFile(root: string, entry: Entry): ManifestFile {
  const { path, stats } = entry;
  return onDisk(path, () => {
    const descriptor = openSync(at(root, path), SAFE_OPEN);
    try {
      assertSame(entry, fstatSync(descriptor, { bigint: true }));
      // One byte more than there should be shows a file that grows.
      const bytes = readAtMost(descriptor, Number(stats.size) + 1);
      assertSame(entry, fstatSync(descriptor, { bigint: true }));
      if (bytes.length !== Number(stats.size)) throw changed(path);
      if (path === "SKILL.md" && !isUtf8(bytes)) throw new Refused("SKILL.md is not UTF-8");
      return { path, bytes: bytes.length, sha256: sha256(bytes) };
    } finally {
      closeSync(descriptor);
    }
  });
}

function statOf(root: string, path: string): BigIntStats {
  return onDisk(path, () => lstatSync(at(root, path), { bigint: true }));
}

function at(root: string, path: string): string {
  return path === "" ? root : `${root}/${path}`;
}

function assertSame({ path, stats }: Entry, now: BigIntStats): void {
  const members = ["dev", "ino", "mode", "size", "mtimeNs", "ctimeNs"] as const;
  if (members.some((member) => stats[member] !== now[member])) throw changed(path);
}

function changed(path: string): Refused {
  return new Refused(`${path === "" ? "it" : JSON.stringify(path)} changed during inspection`);
}

/** What opening or looking at a name says when something else has taken its place since it was listed. */
const GONE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENXIO"]);

function onDisk<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (GONE.has(error.code)) throw changed(path);
    throw new Refused(`${path === "" ? "it" : JSON.stringify(path)} cannot be read (${error.code})`);
  }
}
