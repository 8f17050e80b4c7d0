import { byBytes } from "../order.ts";
import { folderOf, nameOf } from "./paths.ts";

const README = /^readme\.(?:md|markdown|mdx)$/i;

/**
 * Chooses the README that introduces each folder: the root, and every folder above something else that is served
 * (SkillCDN Format, README introductions).
 *
 * @param candidates paths of files that are not withheld
 * @param isServed true for a file that is served whatever is chosen here
 * @returns path of the README by folder
 */
export function chooseReadmes(
  candidates: readonly string[],
  isServed: (path: string) => boolean,
): ReadonlyMap<string, string> {
  const open = new Set<string>([""]);
  for (const path of candidates) {
    if (README.test(nameOf(path)) || !isServed(path)) continue;
    for (let folder = folderOf(path); !open.has(folder); folder = folderOf(folder)) open.add(folder);
  }
  const chosen = new Map<string, string>();
  for (const path of candidates) {
    const folder = folderOf(path);
    if (!README.test(nameOf(path)) || !open.has(folder)) continue;
    const other = chosen.get(folder);
    if (other === undefined || rank(path) - rank(other) < 0 || (rank(path) === rank(other) && byBytes(path, other) < 0))
      chosen.set(folder, path);
  }
  return chosen;
}

function rank(path: string): number {
  const name = nameOf(path);
  const place = ["README.md", "readme.md"].indexOf(name);
  if (place !== -1) return place;
  return 2 + [".md", ".markdown", ".mdx"].findIndex((end) => name.toLowerCase().endsWith(end));
}
