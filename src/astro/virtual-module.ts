import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { AstroConfig } from "astro";
import type { Composed } from "./apart.ts";
import { layout } from "../publication/layout.ts";
import { example } from "./example.ts";
import { manifestsAt, modulePath as manifestsPath } from "./manifests.ts";
import { modulePath, sourcesAt, thread } from "./sources.ts";
import { CATALOG, type LookFiles } from "./look.ts";

type Plugin = Extract<NonNullable<NonNullable<AstroConfig["vite"]["plugins"]>[number]>, { name: string }>;

const ID = "virtual:skillpress";
/** Its id once resolved, by which Vite knows it. */
export const RESOLVED = `\0${ID}`;
const LAYOUT = "virtual:skillpress/layout";
/** Stands for a script where the pages are made. */
const NO_SCRIPT = "\0skillpress:no-script";
/** What a component of the publisher imports ours by, also where the package is not among the project's. */
const COMPONENTS = "skillpress/components/";

/**
 * Gives the pages the composed publication and its look as `virtual:skillpress`, and puts the publisher's components in
 * place of ours. Pages read what is published, never the source.
 *
 * @param composed the publication as it is now
 * @param searched true when the text has a search index; in development it has none
 */
export function virtualModule(
  composed: () => Composed,
  { look, searched }: { readonly look: LookFiles; readonly searched: boolean },
): Plugin {
  return {
    name: "skillpress:catalog",
    enforce: "pre",
    configureServer: ({ config }) => {
      // Vite serves nothing from outside of the site, where a linked package and its styles lie.
      config.server.fs.allow.push(
        CATALOG,
        ...look.styles,
        ...look.icons,
        ...(look.logo === undefined ? [] : [look.logo]),
      );
    },
    resolveId(id, importer) {
      if (id === ID || id === LAYOUT) return `\0${id}`;
      if (id.startsWith(COMPONENTS)) return join(CATALOG, "components", id.slice(COMPONENTS.length));
      const script = scriptOf(id);
      // What no component of ours imports is the development server's question where a browser finds the script.
      const forBrowser = this.environment.name === "client" || !importer?.startsWith(CATALOG);
      if (script !== undefined) return forBrowser ? script : NO_SCRIPT;
      // Only the catalog's own imports are redirected, so that a component of the publisher can build on ours.
      return importer?.startsWith(CATALOG) && id.startsWith(".")
        ? look.replaced.get(resolve(dirname(importer), id))
        : undefined;
    },
    load: (id) => {
      if (id === RESOLVED) return [publicationCode(composed(), searched), lookCode(look)].join("\n");
      if (id === NO_SCRIPT) return "";
      return id === `\0${LAYOUT}` ? `export { default } from ${JSON.stringify(look.layout)};` : undefined;
    },
  };
}

/**
 * A script of a component of ours, which Astro asks for as a module of its own. It is loaded from its file instead: Astro
 * loses such a module when the package and the site have no folder in common but the root, and writes a small one into
 * the page, which a strict policy forbids.
 */
const SCRIPT = /^(.+\.astro)\?astro&type=script&index=(\d+)/;

/** The file that such a module loads. */
function scriptOf(id: string): string | undefined {
  const [, component = "", index] = SCRIPT.exec(id) ?? [];
  if (!component.startsWith(CATALOG)) return undefined;
  const source = [...readFileSync(component, "utf8").matchAll(/<script src="([^"]+)"/g)][Number(index)]?.[1];
  if (source === undefined) throw new Error(`${component} loads no script number ${index} from a file`);
  return resolve(dirname(component), source);
}

/** The module reads the tree when it runs, so that a large report never passes through the bundler. */
function publicationCode({ tree, apart }: Composed, searched: boolean): string {
  const path = (each: string) => JSON.stringify(join(tree, each));
  return [
    `import { readFileSync } from "node:fs";`,
    `import { ${sourcesAt.name} as sourcesAt } from ${JSON.stringify(modulePath)};`,
    `import { ${manifestsAt.name} as manifestsAt } from ${JSON.stringify(manifestsPath)};`,
    `export const report = JSON.parse(readFileSync(${path(layout.report)}, "utf8"));`,
    `export const searched = ${searched};`,
    `export const apart = new Set(${JSON.stringify([...apart])});`,
    `export const { changesOf } = manifestsAt(${JSON.stringify(tree)});`,
    `export const example = ${JSON.stringify(example())};`,
    `export const checklist = readFileSync(${path(layout.checklist)}, "utf8");`,
    `const skillMds = new Map(report.skills.map(({ name, skillMd }) => [name, skillMd.path]));`,
    `export const skillMd = (name) => readFileSync(${JSON.stringify(tree)} + "/" + skillMds.get(name), "utf8");`,
    `export const { sourcesOf, sourceOf } = sourcesAt(${JSON.stringify(tree)}, { skills: ${searched ? "report.skills" : "[]"}, apart, module: ${JSON.stringify(thread)} });`,
  ].join("\n");
}

/** Files of the look are assets of the site: Astro gives them a name of their own, so that nothing of the site is hidden. */
function lookCode({ styles, icons, logo, logoAlt, links }: LookFiles): string {
  const files = [...styles, ...icons, ...(logo === undefined ? [] : [logo])];
  const names = new Map(files.map((file, index) => [file, `file${index}`]));
  const list = (paths: readonly string[]) => `[${paths.map((path) => names.get(path)).join(", ")}]`;
  return [
    ...[...names].map(([file, name]) => `import ${name} from ${JSON.stringify(`${file}?url&no-inline`)};`),
    `export const look = {`,
    `  styles: ${list(styles)},`,
    `  icons: ${list(icons)},`,
    `  logo: ${logo === undefined ? "undefined" : names.get(logo)},`,
    `  logoAlt: ${JSON.stringify(logoAlt)},`,
    `  links: ${JSON.stringify(links)},`,
    `};`,
  ].join("\n");
}
