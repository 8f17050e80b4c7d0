import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { byBytes } from "../order.ts";
import { Halt, problem } from "../problem.ts";
import { isJunk } from "./junk.ts";
import { isSystemError } from "./system-error.ts";

/**
 * What a name in a folder stands for. A link that leads to a folder is told apart, because it is never
 * followed; a name that is not UTF-8, because it cannot be opened by it.
 */
export type Kind = "file" | "link" | "linked-folder" | "special" | "undecodable";

/** A folder of the source as listed once, in byte order; nothing of it has been read yet. */
export interface Folder {
  /** Path relative to the source, without a slash at either end; empty for the source itself. */
  readonly path: string;
  readonly entries: ReadonlyMap<string, Kind>;
  readonly folders: ReadonlyMap<string, Folder>;
  /** Names of files and folders that are left out as junk. */
  readonly junk: readonly string[];
}

const ENTRY_LIMIT = 200_000;
const DEPTH_LIMIT = 64;

/**
 * Lists the whole source. Links are not followed.
 *
 * @param source absolute path
 * @throws Halt when it does not exist, when a folder cannot be read, or when it is unreasonably large
 */
export function listTree(source: string): Folder {
  let left = ENTRY_LIMIT;

  function list(path: string, depth: number): Folder {
    if (depth > DEPTH_LIMIT) throw tooLarge();
    const found = readFolder(source, path);
    left -= found.length;
    if (left < 0) throw tooLarge();

    const entries = new Map<string, Kind>();
    const folders = new Map<string, Folder>();
    const junk: string[] = [];
    for (const entry of found.toSorted((a, b) => byBytes(a.name, b.name))) {
      const inner = path === "" ? entry.name : `${path}/${entry.name}`;
      if (isJunk(entry.name)) junk.push(entry.name);
      else if (entry.name.includes("\uFFFD")) entries.set(entry.name, "undecodable");
      else if (entry.isDirectory()) folders.set(entry.name, list(inner, depth + 1));
      else entries.set(entry.name, kindOf(entry, join(source, inner)));
    }
    return { path, entries, folders, junk };
  }

  return list("", 0);
}

function readFolder(source: string, path: string): Dirent[] {
  try {
    return readdirSync(join(source, path), { withFileTypes: true });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (path === "" && (error.code === "ENOENT" || error.code === "ENOTDIR")) {
      throw new Halt(problem("source-missing", {}, { folder: source }));
    }
    throw new Halt(problem("source-unreadable", { path }, { reason: error.code }));
  }
}

function kindOf(entry: Dirent, path: string): Kind {
  if (entry.isFile()) return "file";
  if (!entry.isSymbolicLink()) return "special";
  return leadsToFolder(path) ? "linked-folder" : "link";
}

/** False for a broken link and a circle, which are reported when the skill is read. */
function leadsToFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return false;
  }
}

function tooLarge(): Halt {
  return new Halt(problem("source-too-large", {}, { limit: ENTRY_LIMIT, depth: DEPTH_LIMIT }));
}

/** Every file, link and special file at or below a folder, with its path relative to it. */
export function* walk(folder: Folder, skip?: Folder, prefix = ""): Generator<{ path: string; kind: Kind }> {
  for (const [name, kind] of folder.entries) yield { path: prefix + name, kind };
  for (const [name, child] of folder.folders) if (child !== skip) yield* walk(child, skip, `${prefix}${name}/`);
}

/** Every folder at or below a folder, itself first. */
export function* foldersOf(folder: Folder, skip?: Folder): Generator<Folder> {
  yield folder;
  for (const child of folder.folders.values()) if (child !== skip) yield* foldersOf(child, skip);
}
