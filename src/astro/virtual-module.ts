import { join } from "node:path";
import type { AstroConfig } from "astro";
import { layout } from "../publication/layout.ts";
import { address as contents, contentsAt } from "../verify/contents.ts";

type Plugin = Extract<NonNullable<NonNullable<AstroConfig["vite"]["plugins"]>[number]>, { name: string }>;

const ID = "virtual:skillpress";
const RESOLVED = `\0${ID}`;

/** Gives the pages the composed publication as `virtual:skillpress`. Pages read what is published, never the source. */
export function virtualModule(tree: () => string): Plugin {
  return {
    name: "skillpress:report",
    resolveId: (id) => {
      if (id === ID) return RESOLVED;
      // Its dependencies are found from where it lies, not from the site.
      return id === contents ? { id, external: true } : undefined;
    },
    load: (id) => (id === RESOLVED ? code(tree()) : undefined),
  };
}

/** The module reads the tree when it runs, so that a large report never passes through the bundler. */
function code(tree: string): string {
  const path = (each: string) => JSON.stringify(join(tree, each));
  return [
    `import { readFileSync } from "node:fs";`,
    `import { ${contentsAt.name} as contentsAt } from ${JSON.stringify(contents)};`,
    `export const report = JSON.parse(readFileSync(${path(layout.report)}, "utf8"));`,
    `export const checklist = readFileSync(${path(layout.checklist)}, "utf8");`,
    `const skillMds = new Map(report.skills.map(({ name, skillMd }) => [name, skillMd.path]));`,
    `export const skillMd = (name) => readFileSync(${JSON.stringify(tree)} + "/" + skillMds.get(name), "utf8");`,
    `export const contentsOf = contentsAt(${JSON.stringify(tree)});`,
  ].join("\n");
}
