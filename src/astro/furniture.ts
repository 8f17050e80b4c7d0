import { copyFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sitemap from "@astrojs/sitemap";
import type { AstroConfig, AstroIntegration } from "astro";
import { layout } from "../publication/layout.ts";
import { route } from "./routes.ts";

/**
 * What a site has at its root when it holds nothing but the catalog: a way in, a page for what is not there, llms.txt,
 * a sitemap, and robots.txt where robots look for it. The root of any other site is its owner's.
 */
export function furniture(): AstroIntegration[] {
  let config: AstroConfig | undefined;
  const root: AstroIntegration = {
    name: "skillpress:furniture",
    hooks: {
      "astro:config:setup": ({ injectRoute }) => {
        injectRoute(route("/", "root.astro"));
        injectRoute(route("/404", "404.astro"));
      },
      "astro:config:done": (done) => void ({ config } = done),
      "astro:build:done": ({ dir }) => {
        const at = (path: string) => join(fileURLToPath(dir), path);
        if (!existsSync(at("llms.txt"))) copyFileSync(at(layout.llms), at("llms.txt"));
        if (config?.site === undefined || config.base !== "/" || existsSync(at("robots.txt"))) return;
        const address = new URL("sitemap-index.xml", config.site).href;
        writeFileSync(at("robots.txt"), `User-agent: *\nAllow: /\n\nSitemap: ${address}\n`);
      },
    },
  };
  // The root only leads on.
  return [root, sitemap({ filter: (address) => /\/(?:agent-skills|sets)\//.test(new URL(address).pathname) })];
}
