import { fileURLToPath } from "node:url";

/** A route for Astro's `injectRoute`. */
interface Route {
  readonly pattern: string;
  readonly entrypoint: string;
  readonly prerender: true;
}

/** Routes of the catalog below the base of a site; every page is made at build time, also on a site with a server. */
export const catalogRoutes: readonly Route[] = [
  route("/agent-skills", "home.astro"),
  route("/agent-skills/[name]", "entry.astro"),
  route("/agent-skills/[name]/files", "files.astro"),
  route("/agent-skills/[name]/files/[file]", "file.astro"),
  route("/agent-skills/-/checklist", "checklist.astro"),
  route("/agent-skills/-/compare", "compare.astro"),
];

/** Routes of the skill sets, for a publication that has any: without them their folder is the site's own. */
export const setRoutes: readonly Route[] = [route("/sets/[set]", "set.astro")];

/** A route to a page of the catalog. */
export function route(pattern: string, page: string): Route {
  return { pattern, entrypoint: fileURLToPath(new URL(`../catalog/pages/${page}`, import.meta.url)), prerender: true };
}
