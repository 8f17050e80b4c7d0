import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { measure } from "./measure.ts";

/** What the other tool is, to the version: `npm` is asked for exactly this. */
export const ASTRO_PACKAGES = ["astro@7.3.5", "astro-skills@0.1.1"] as const;

/** Everything a build of that site leaves behind, its caches included. */
export const ASTRO_OUTPUTS = ["dist", ".astro", "node_modules/.astro", "node_modules/.vite"] as const;

const FILES = {
  "package.json": `{ "name": "astro-skills-bench", "private": true, "type": "module" }\n`,
  "astro.config.mjs": `import { defineConfig } from "astro/config";
import skills from "astro-skills";

export default defineConfig({ integrations: [skills()] });
`,
  "src/content.config.ts": `import { defineCollection } from "astro:content";
import { skillsLoader } from "astro-skills";

export const collections = { skills: defineCollection({ loader: skillsLoader({ base: "./skills" }) }) };
`,
};

/** Installs the smallest Astro site that publishes the skills of `source` the way the README of astro-skills says. */
export async function installAstroSite(site: string, source: string): Promise<void> {
  await mkdir(join(site, "src"), { recursive: true });
  for (const [path, content] of Object.entries(FILES)) await writeFile(join(site, path), content);
  await symlink(source, join(site, "skills"));
  await measure({
    file: "npm",
    args: ["install", ...ASTRO_PACKAGES, "--no-audit", "--no-fund"],
    cwd: site,
  });
}
