import { fileURLToPath } from "node:url";

/** The pages that are injected into a site, by their route below its base. */
const PAGES = {
  "/agent-skills": "home.astro",
  "/agent-skills/[name]": "entry.astro",
  "/agent-skills/-/checklist": "checklist.astro",
} as const;

/** Routes of the catalog for Astro's `injectRoute`; every page is made at build time, also on a site with a server. */
export function catalogRoutes(): { pattern: string; entrypoint: string; prerender: true }[] {
  const folder = new URL("../catalog/pages/", import.meta.url);
  return Object.entries(PAGES).map(([pattern, page]) => ({ pattern, entrypoint: fileURLToPath(new URL(page, folder)), prerender: true }));
}
