import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Look } from "../look.ts";
import { Halt, problem } from "../problem.ts";
import { pages } from "../publication/layout.ts";
import { accentStyles, groundsIn } from "./accent.ts";
import { guestStyles } from "./guest-styles.ts";

/** The folder of the pages and their parts, in this package. */
export const CATALOG = fileURLToPath(new URL("../catalog/", import.meta.url));

/** A look as files: what the pages load, and which of their parts are the publisher's. All paths are absolute. */
export interface LookFiles {
  /** Style sheets in the order in which they are loaded. */
  readonly styles: readonly string[];
  readonly icons: readonly string[];
  readonly logo: string | undefined;
  readonly logoAlt: string | undefined;
  readonly links: NonNullable<Look["links"]>;
  /** Layout of the site that the pages are put into. */
  readonly layout: string | undefined;
  /** Parts of the catalog by the file that stands in their place. */
  readonly replaced: ReadonlyMap<string, string>;
}

/**
 * Makes the files of a look.
 *
 * @param look with absolute paths
 * @param folder absolute path of a folder for what has to be made; created when needed
 * @param configuration where the look was given, for the problem
 * @throws Halt `missing-look-file` or `invalid-options` for every file that is not there or cannot be loaded
 */
export function lookFiles(look: Look, folder: string, configuration: string): LookFiles {
  refuseUnusable(look, configuration);
  const { logo, logoAlt, favicon, accent, links = [], css, layout, components = {} } = look;
  const made = (name: string, text: string) => {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, name);
    writeFileSync(file, layout === undefined ? text : guestStyles(text));
    return file;
  };
  const sheet = join(CATALOG, "styles/catalog.css");
  const text = wholeSheet(sheet);
  const parts = Object.entries(components).map(
    ([part, file]) => [join(CATALOG, "components", `${part}.astro`), file] as const,
  );
  return {
    styles: [
      ...(layout === undefined ? [sheet] : [made("catalog.css", text), join(CATALOG, "styles/guest.css")]),
      ...(accent === undefined ? [] : [made("accent.css", accentStyles(accent, groundsIn(text)))]),
      ...(css === undefined ? [] : [css]),
    ],
    // The document around a page in a layout of the publisher has its own.
    icons:
      layout !== undefined
        ? []
        : favicon === undefined
          ? ["favicon.svg", "favicon.png"].map((name) => join(CATALOG, "icons", name))
          : [favicon],
    logo,
    logoAlt,
    links,
    layout,
    replaced: new Map([
      ...parts,
      ...(layout === undefined
        ? []
        : [[join(CATALOG, "layouts/page.astro"), join(CATALOG, "layouts/guest.astro")] as const]),
    ]),
  };
}

function refuseUnusable({ logo, favicon, css, layout, components = {} }: Look, path: string): void {
  const files = {
    "look.logo": logo,
    "look.favicon": favicon,
    "look.css": css,
    "look.layout": layout,
    ...Object.fromEntries(Object.entries(components).map(([part, file]) => [`look.components.${part}`, file])),
  };
  const wrong = Object.entries(files).flatMap(([option, file]) => {
    if (file === undefined) return [];
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
      return [problem("missing-look-file", { path }, { option, file })];
    // For the bundler the rest is a query.
    const mark = /[#?]/.exec(file)?.[0];
    const reason = `\`${file}\` has \`${mark}\` in its path`;
    return mark === undefined ? [] : [problem("invalid-options", { path }, { option, reason })];
  });
  if (wrong.length > 0) throw new Halt(...wrong);
}

/**
 * Makes sure that the layout of the publisher shows what is put into it.
 *
 * @param site absolute path of the built site
 * @throws Halt `invalid-options` when a page is not on its page
 */
export function refuseEmptyPages(site: string): void {
  if (readFileSync(join(site, pages.checklist, "index.html"), "utf8").includes('class="skillpress"')) return;
  const reason = "it has no `<slot />`, so none of the pages shows anything";
  throw new Halt(problem("invalid-options", {}, { option: "look.layout", reason }));
}

/** A style sheet with the sheets that it imports in their places. */
function wholeSheet(file: string): string {
  const imported = (_: string, name: string) => readFileSync(join(file, "..", name), "utf8");
  return readFileSync(file, "utf8").replace(/^@import "([^"]+)";$/gm, imported);
}
