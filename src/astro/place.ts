import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { filePages } from "../catalog/file-pages.ts";
import { Halt, problem } from "../problem.ts";
import { layout, pages } from "../publication/layout.ts";
import { isSystemError } from "../source/system-error.ts";
import { listLocal } from "../verify/local.ts";
import type { Composed } from "./apart.ts";

/**
 * Refuses files of the site's public folder at paths of the publication and its pages, because Astro would copy them over.
 *
 * @param catalog true when pages are made
 * @throws Halt `public-file` for each
 */
export function refusePublicConflicts(composed: Composed, publicFolder: string, catalog: boolean): void {
  const made = catalog ? pagesOf(composed).map((page) => `${page}index.html`) : [];
  const conflicts = [...listLocal(composed.tree), ...made].filter((path) => existsSync(join(publicFolder, path)));
  if (conflicts.length > 0)
    throw new Halt(...conflicts.map((path) => problem("public-file", {}, { path: join(publicFolder, path) })));
}

/** Paths of all pages of a publication. */
function pagesOf({ report: { skills, bundles }, apart }: Composed): string[] {
  return [
    pages.home,
    pages.checklist,
    ...bundles.map(({ name }) => pages.entry(name)),
    ...skills.flatMap((skill) => [
      pages.entry(skill.name),
      pages.files(skill.name),
      ...[...filePages(skill, apart).keys.values()].map((key) => pages.file(skill.name, key)),
    ]),
  ];
}

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
