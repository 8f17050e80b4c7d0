import { cpSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { layout } from "../publication/layout.ts";
import { isSystemError } from "../source/system-error.ts";
import { listLocal } from "../verify/local.ts";

/** Moves a verified tree into the site that Astro wrote, the root index last. */
export function placeTree(tree: string, site: string): void {
  const paths = listLocal(tree).toSorted((a, b) => Number(a === layout.index) - Number(b === layout.index));
  for (const path of paths) {
    move(join(tree, path), join(site, path));
  }
}

/** Moves a file or a folder, to another file system too. */
export function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    renameSync(from, to);
  } catch (error) {
    if (!isSystemError(error) || error.code !== "EXDEV") throw error;
    cpSync(from, to, { recursive: true });
    rmSync(from, { recursive: true, force: true });
  }
}
