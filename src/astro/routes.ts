import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";

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
];

/** Sends visitors of the root to the catalog, in a site that has nothing else. */
export const frontDoor: AstroIntegration = {
  name: "skillpress:front-door",
  hooks: { "astro:config:setup": ({ injectRoute }) => injectRoute(route("/", "root.astro")) },
};

function route(pattern: string, page: string): Route {
  return { pattern, entrypoint: fileURLToPath(new URL(`../catalog/pages/${page}`, import.meta.url)), prerender: true };
}
