import { closeSync, lstatSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { FOLDERS, layout, OWN_FOLDERS, SETS_FOLDER } from "../publication/layout.ts";
import { parseSums } from "../publication/sums.ts";
import { SAFE_OPEN } from "../source/open-file.ts";
import { isSystemError } from "../source/system-error.ts";
import { readWhole } from "./installed/read-file.ts";

/** What opening says of a name that no file has. */
const ABSENT: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENXIO", "ENAMETOOLONG"]);

/**
 * Reads a file of a tree on disk; undefined when there is none, or a link or something else in its place or above it.
 *
 * @param limit most bytes
 * @throws TooLarge, and a system error for what is there and cannot be read, or changes meanwhile
 */
export function readLocal(root: string, path: string, limit = Infinity): Buffer | undefined {
  let descriptor: number;
  try {
    if (foldersOf(path).some((folder) => lstatSync(join(root, folder)).isSymbolicLink())) return undefined;
    descriptor = openSync(join(root, path), SAFE_OPEN);
  } catch (error) {
    if (isSystemError(error) && ABSENT.has(error.code)) return undefined;
    throw error;
  }
  try {
    return readWhole(descriptor, path, limit);
  } finally {
    closeSync(descriptor);
  }
}

/** The folders above a path. */
function foldersOf(path: string): string[] {
  const segments = path.split("/");
  return segments.slice(1).map((_, position) => segments.slice(0, position + 1).join("/"));
}

/** Paths of everything in a tree's folders that are ours, relative to the tree. */
export function listLocal(root: string): string[] {
  const folders = ownFolders(root).filter((folder) =>
    lstatSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory(),
  );
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .replaceAll("\\", "/"),
      ),
  );
}

/** Folders of a tree that are ours. Sets lie in one that a site may have for itself, so there have to be some. */
function ownFolders(root: string): readonly string[] {
  const sums = parseSums(readLocal(root, layout.sums)?.toString() ?? "");
  const hasSets = [...(sums?.keys() ?? [])].some((path) => path.startsWith(`${SETS_FOLDER}/`));
  return hasSets ? FOLDERS : OWN_FOLDERS;
}

/** Links in a tree where our folders, or the folders they lie in, must be; what lies behind them is not listed. */
export function linkedFolders(root: string): string[] {
  const folders = new Set(ownFolders(root).flatMap((folder) => [folder.split("/")[0] ?? folder, folder]));
  return [...folders].filter((folder) => lstatSync(join(root, folder), { throwIfNoEntry: false })?.isSymbolicLink());
}
