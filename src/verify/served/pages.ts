import { layout, pages } from "../../publication/layout.ts";
import { encodeSums, parseSums, type Sums } from "../../publication/sums.ts";
import { readLocal } from "../local.ts";
import { LIMITS } from "./limits.ts";

/**
 * Reads the list of every file that a build with pages wrote into a folder.
 *
 * @param root absolute path of the folder
 * @returns SHA-256 by path; undefined when there is no list, or one that is not as a build with pages writes it
 */
export function readPages(root: string): Sums | undefined {
  const bytes = readLocal(root, layout.files, LIMITS.fileBytes);
  if (!bytes) return undefined;
  const sums = parseSums(bytes.toString());
  return sums?.has(indexOf(pages.home)) && encodeSums(sums).equals(bytes) ? sums : undefined;
}

/**
 * Tells which files in our folders can be pages where nothing lists them: in the output of an Astro site, which has a
 * page for everything or, without a catalog, none.
 *
 * @param present paths of everything in our folders
 * @param names of the skills and bundles
 * @param sets names of the sets
 */
export function unlistedPages(
  present: readonly string[],
  { names, sets }: { readonly names: readonly string[]; readonly sets: readonly string[] },
): (path: string) => boolean {
  const there = new Set(present);
  const entries = [pages.home, ...names.map(pages.entry), ...sets.map(pages.set)].map(indexOf);
  if (!entries.every((page) => there.has(page))) return () => false;
  const known = new Set([
    ...entries,
    indexOf(pages.checklist),
    indexOf(pages.compare),
    ...names.map((name) => indexOf(pages.files(name))),
  ]);
  const named = new Set(names);
  return (path) => {
    const [, name = ""] = path.split("/");
    const isOfFile = named.has(name) && path.startsWith(pages.files(name)) && path.endsWith("/index.html");
    return known.has(path) || isOfFile || path.startsWith(`${layout.search}/`);
  };
}

function indexOf(page: string): string {
  return `${page}index.html`;
}
