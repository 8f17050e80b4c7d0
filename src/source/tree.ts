import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { byBytes } from "../order.ts";
import { Halt, problem } from "../problem.ts";
import { isJunk } from "./junk.ts";

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
export async function listTree(source: string): Promise<Folder> {
  let left = ENTRY_LIMIT;

  async function list(path: string, depth: number): Promise<Folder> {
    if (depth > DEPTH_LIMIT) throw tooLarge();
    const found = await readdir(join(source, path), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      throw path === "" && (error.code === "ENOENT" || error.code === "ENOTDIR")
        ? new Halt(problem("source-missing", {}, { folder: source }))
        : new Halt(problem("source-unreadable", { path }, { reason: error.code ?? error.message }));
    });
    left -= found.length;
    if (left < 0) throw tooLarge();

    const entries = new Map<string, Kind>();
    const folders = new Map<string, Folder>();
    const junk: string[] = [];
    for (const entry of found.toSorted((a, b) => byBytes(a.name, b.name))) {
      if (isJunk(entry.name)) junk.push(entry.name);
      else if (entry.name.includes("\uFFFD")) entries.set(entry.name, "undecodable");
      else if (entry.isDirectory())
        folders.set(entry.name, await list(path === "" ? entry.name : `${path}/${entry.name}`, depth + 1));
      else entries.set(entry.name, await kindOf(entry, join(source, path, entry.name)));
    }
    return { path, entries, folders, junk };
  }

  return list("", 0);
}

async function kindOf(entry: Dirent, path: string): Promise<Kind> {
  if (entry.isFile()) return "file";
  if (!entry.isSymbolicLink()) return "special";
  const target = await stat(path).catch(() => undefined); // a broken link is reported when the skill is read
  return target?.isDirectory() ? "linked-folder" : "link";
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
