import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "astro";
import { skillsApart } from "../../src/astro/apart.ts";
import { lookFiles } from "../../src/astro/look.ts";
import { catalogRoutes, setRoutes } from "../../src/astro/routes.ts";
import { virtualModule } from "../../src/astro/virtual-module.ts";
import { layout } from "../../src/publication/layout.ts";
import type { Report } from "../../src/publication/report.ts";
import { REPOSITORY } from "./program.ts";

/**
 * Builds the pages of a composed tree whose report is another: what a publication of more than one build has is made up
 * so.
 *
 * @param tree absolute path; its report is written anew, and everything in it is copied to where the pages are
 * @param place absolute path of a folder for the site, which lies in `site` below it
 * @returns absolute path of the site
 */
export async function buildPages(tree: string, report: Report, place: string): Promise<string> {
  writeFileSync(join(tree, layout.report), JSON.stringify(report));
  const root = join(place, "root");
  mkdirSync(join(root, "node_modules"), { recursive: true });
  symlinkSync(join(REPOSITORY, "node_modules/astro"), join(root, "node_modules/astro"));
  const composed = { tree, report, apart: await skillsApart(tree, report) };
  const look = lookFiles({}, join(place, "look"), "");
  const stood = process.cwd();
  try {
    process.chdir(place);
    await build({
      root,
      configFile: false,
      logLevel: "silent",
      outDir: join(place, "site"),
      integrations: [
        {
          name: "pages",
          hooks: {
            "astro:config:setup": ({ injectRoute, updateConfig }) => {
              for (const route of [...catalogRoutes, ...setRoutes]) injectRoute(route);
              updateConfig({ vite: { plugins: [virtualModule(() => composed, { look, searched: false })] } });
            },
          },
        },
      ],
      vite: { css: { postcss: {} } },
    });
  } finally {
    process.chdir(stood);
  }
  cpSync(tree, join(place, "site"), { recursive: true });
  return join(place, "site");
}

/** Puts the versions of the skills of an earlier tree beside those of a tree, as if they had been carried forward. */
export function carry(from: string, to: string): Report {
  const [before, report] = [from, to].map((tree): Report =>
    JSON.parse(readFileSync(join(tree, layout.report), "utf8")),
  );
  if (!before || !report) throw new Error("there are two trees");
  const skills = report.skills.map((skill) => {
    const earlier = before.skills.find(({ name }) => name === skill.name)?.snapshots ?? [];
    const carried = earlier.filter(({ version }) => skill.snapshots.every((known) => known.version !== version));
    for (const { artifact } of carried)
      cpSync(join(from, dirname(artifact.path)), join(to, dirname(artifact.path)), { recursive: true });
    return { ...skill, snapshots: [...skill.snapshots, ...carried] };
  });
  return { ...report, skills };
}
