import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createIndex, type PagefindIndex } from "pagefind";
import { Halt, problem } from "../problem.ts";
import { layout } from "../publication/layout.ts";
import type { Report } from "../publication/report.ts";
import { move } from "./place.ts";
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
 * @param tree absolute path of the composed publication; the index is made beside it
 */
export function indexText(tree: string, report: Report): SearchIndex {
  const folder = `${tree}-search`;
  const made = make(folder, tree, report);
  // It is told by `write`; a build that fails before must not end with a second error.
  made.catch(() => undefined);
  return {
    write: async (root) => {
      await made;
      move(folder, join(root, layout.search));
    },
  };
}

async function make(folder: string, tree: string, report: Report): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const index = await fill(tree, report);
  const { errors } = await index.writeFiles({ outputPath: folder });
  refuse(errors);
  await index.deleteIndex();
  for (const name of readdirSync(folder)) if (UNUSED.test(name)) rmSync(join(folder, name));
}

async function fill(tree: string, report: Report): Promise<PagefindIndex> {
  // The pages are in English, and one index finds skills in every language; words of other languages are not stemmed.
  const { index, errors } = await createIndex({ forceLanguage: "en" }).catch((error: unknown) => {
    // Its program is not there, or does not start.
    throw new Halt(problem("search-failed", {}, { reason: error instanceof Error ? error.message : String(error) }));
  });
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
