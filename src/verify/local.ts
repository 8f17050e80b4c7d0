import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OWN_FOLDERS } from "../publication/layout.ts";
import { isSystemError } from "../source/system-error.ts";

/** What the system says when there is no file of that name, or could be none. */
const ABSENT: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENXIO", "ENAMETOOLONG"]);

const SAFE_OPEN = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads a file of a tree on disk; undefined when there is none, or a link or something else in its place. */
export function readLocal(root: string, path: string): Buffer | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(join(root, path), SAFE_OPEN);
  } catch (error) {
    if (isSystemError(error) && ABSENT.has(error.code)) return undefined;
    throw error;
  }
  try {
    return fstatSync(descriptor).isFile() ? readFileSync(descriptor) : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** Size in bytes of whatever lies at a path of a tree; undefined when nothing does. */
export function sizeOfLocal(root: string, path: string): number | undefined {
  try {
    return lstatSync(join(root, path)).size;
  } catch (error) {
    if (isSystemError(error) && ABSENT.has(error.code)) return undefined;
    throw error;
  }
}

/** Paths of everything in a tree's folders that are ours, relative to the tree. */
export function listLocal(root: string): string[] {
  return OWN_FOLDERS.filter((folder) =>
    lstatSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory(),
  ).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .replaceAll("\\", "/"),
      ),
  );
}

/** Links in a tree where our folders, or the folders they lie in, must be; what lies behind them is not listed. */
export function linkedFolders(root: string): string[] {
  const folders = new Set(OWN_FOLDERS.flatMap((folder) => [folder.split("/")[0] ?? folder, folder]));
  return [...folders].filter((folder) => lstatSync(join(root, folder), { throwIfNoEntry: false })?.isSymbolicLink());
}
