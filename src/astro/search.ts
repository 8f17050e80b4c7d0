import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createIndex, type PagefindIndex } from "pagefind";
import { Halt, problem } from "../problem.ts";
import { layout } from "../publication/layout.ts";
import type { Report } from "../publication/report.ts";
import { searchedFiles, searchPage } from "./search-page.ts";

/** The search index of a catalog, which another process makes while Astro makes the pages. */
export interface SearchIndex {
  /**
   * Waits for the index and writes it into a tree.
   *
   * @param root absolute path of the folder that is served at the origin
   * @throws Halt `search-failed`
   */
  readonly write: (root: string) => Promise<void>;
}

/** Pages on their way to Pagefind at a time. They are taken in order, so timing decides nothing. */
const IN_FLIGHT = 16;

/** What Pagefind writes for user interfaces that the catalog does not use, and for languages that it does not have. */
const UNUSED = /^(?:pagefind-(?:component-ui|modular-ui|ui|highlight)\.(?:js|css)|wasm\.unknown\.pagefind)$/;

/**
 * Starts to index the text of a publication. Each skill is one result, with its files folded under it.
 *
 * @param tree absolute path of the composed publication
 */
export function indexText(tree: string, report: Report): SearchIndex {
  const filled = fill(tree, report);
  // It is told by `write`; a build that fails before must not end with a second error.
  filled.catch(() => undefined);
  return {
    write: async (root) => {
      const outputPath = join(root, layout.search);
      const index = await filled;
      const { errors } = await index.writeFiles({ outputPath });
      refuse(errors);
      await index.deleteIndex();
      for (const name of readdirSync(outputPath)) if (UNUSED.test(name)) rmSync(join(outputPath, name));
    },
  };
}

async function fill(tree: string, report: Report): Promise<PagefindIndex> {
  // The pages are in English, and one index finds skills in every language; words of other languages are not stemmed.
  const { index, errors } = await createIndex({ forceLanguage: "en" });
  refuse(errors);
  if (!index) throw new Error("Pagefind gave neither an index nor an error");
  const read = searchedFiles(tree, report);
  for (let first = 0; first < report.skills.length; first += IN_FLIGHT) {
    const skills = report.skills.slice(first, first + IN_FLIGHT);
    const pages = await Promise.all(skills.map(async (skill) => ({ skill, files: await read(skill) })));
    const added = await Promise.all(
      pages.map(({ skill, files }) => index.addHTMLFile({ url: skill.name, content: searchPage(skill, files) })),
    );
    for (const { errors: each } of added) refuse(each);
  }
  return index;
}

function refuse(errors: readonly string[]): void {
  if (errors.length > 0) throw new Halt(problem("search-failed", {}, { reason: errors.join("; ") }));
}
