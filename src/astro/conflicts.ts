import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { IntegrationResolvedRoute } from "astro";
import { filePages } from "../catalog/file-pages.ts";
import { Halt, problem } from "../problem.ts";
import { pages } from "../publication/layout.ts";
import { listLocal } from "../verify/local.ts";
import type { Composed } from "./apart.ts";
import { catalogRoutes, setRoutes } from "./routes.ts";

/** What decides who makes the page at an address. */
export type Route = Pick<IntegrationResolvedRoute, "pattern" | "entrypoint" | "origin">;

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

/**
 * Refuses pages of the site at addresses of the catalog: Astro makes theirs in place of ours, with or without a word.
 *
 * @param routes of the site, those of the catalog among them; entry points are relative to the project
 * @throws Halt `page-conflict` for each
 */
export function refusePageConflicts(
  composed: Composed,
  { routes, project }: { routes: readonly Route[]; project: string },
): void {
  const made = new Set(pagesOf(composed).map((page) => `/${page.slice(0, -1)}`));
  const injected = composed.report.sets.length > 0 ? [...catalogRoutes, ...setRoutes] : catalogRoutes;
  const shapes = new Set(injected.map(({ pattern }) => shapeOf(pattern)));
  const conflicts = routes.filter(
    ({ pattern, entrypoint, origin }) =>
      origin !== "internal" &&
      !injected.some((ours) => ours.entrypoint === resolve(project, entrypoint)) &&
      (made.has(pattern) || shapes.has(shapeOf(pattern))),
  );
  if (conflicts.length > 0)
    throw new Halt(
      ...conflicts.map(({ pattern, entrypoint }) => problem("page-conflict", { path: entrypoint }, { page: pattern })),
    );
}

/** A pattern of addresses whatever its parameters are called. */
function shapeOf(pattern: string): string {
  return pattern.replaceAll(/\[[^\].]+\]/g, "[]");
}

/** Paths of all pages of a publication. */
function pagesOf({ report: { skills, bundles, sets }, apart }: Composed): string[] {
  return [
    pages.home,
    pages.checklist,
    pages.compare,
    ...sets.map(({ name }) => pages.set(name)),
    ...bundles.map(({ name }) => pages.entry(name)),
    ...skills.flatMap((skill) => [
      pages.entry(skill.name),
      pages.files(skill.name),
      ...[...filePages(skill, apart).keys.values()].map((key) => pages.file(skill.name, key)),
    ]),
  ];
}
