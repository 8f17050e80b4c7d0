import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OWN_FOLDERS } from "../publication/layout.ts";

/** Reads a file of a tree on disk; undefined when there is none. Links are not followed. */
export function readLocal(root: string, path: string): Buffer | undefined {
  const file = join(root, path);
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : undefined;
}

/** Paths of everything in a tree's folders that are ours, relative to the tree. */
export function listLocal(root: string): string[] {
  return OWN_FOLDERS.filter((folder) => lstatSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory()).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1).replaceAll("\\", "/")),
  );
}
