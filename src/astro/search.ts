import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { close, createIndex, type PagefindIndex } from "pagefind";
import { Halt, problem } from "../problem.ts";
import { layout } from "../publication/layout.ts";
import type { Composed } from "./apart.ts";
import { searchedFiles, searchPage } from "./search-page.ts";

/** Pages on their way to Pagefind at a time. They are taken in order, so timing decides nothing. */
const IN_FLIGHT = 16;

/** What Pagefind writes for user interfaces that the catalog does not use, and for languages that it does not have. */
const UNUSED = /^(?:pagefind-(?:component-ui|modular-ui|ui|highlight)\.(?:js|css)|wasm\.unknown\.pagefind)$/;

/**
 * Adds a search index to a publication. Each skill is one result, with its files folded under it.
 *
 * @throws Halt `search-failed`
 */
export async function indexText(composed: Composed): Promise<void> {
  const outputPath = join(composed.tree, layout.search);
  const { error: say } = console;
  let ended: unknown;
  // Pagefind says on the console why its program ended, and then fails without a reason.
  // oxlint-disable-next-line no-console -- there is no other way to hear it
  console.error = (...said: unknown[]) => (said[0] === "Service stopped" ? (ended ??= said[1]) : say(...said));
  try {
    await whileAlive(write(outputPath, fill(composed)));
  } catch (error) {
    throw ended === undefined ? error : failure(ended);
  } finally {
    // Its process would keep hundreds of megabytes while the pages are made, and would outlive a build that fails.
    await close();
    // oxlint-disable-next-line no-console -- as it was
    console.error = say;
  }
  for (const name of readdirSync(outputPath)) if (UNUSED.test(name)) rmSync(join(outputPath, name));
}

/** Pagefind waits for ever for a program that was killed or ran out of disk, so the end of all waiting is a failure. */
function whileAlive(work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const dead = () => reject(failure("the program of Pagefind ended before its work was done"));
    process.once("beforeExit", dead);
    void work.then(resolve, reject).finally(() => process.off("beforeExit", dead));
  });
}

async function write(outputPath: string, filled: Promise<PagefindIndex>): Promise<void> {
  const index = await filled;
  const { errors } = await index.writeFiles({ outputPath });
  refuse(errors);
}

async function fill({ tree, report, apart }: Composed): Promise<PagefindIndex> {
  // The pages are in English, and one index finds skills in every language; words of other languages are not stemmed.
  const { index, errors } = await createIndex({ forceLanguage: "en" }).catch((error: unknown) => {
    // Its program is not there, or does not start.
    throw failure(error);
  });
  refuse(errors);
  if (!index) throw new Error("Pagefind gave neither an index nor an error");
  const read = searchedFiles(tree, report);
  for (let first = 0; first < report.skills.length; first += IN_FLIGHT) {
    const skills = report.skills.slice(first, first + IN_FLIGHT);
    const pages = await Promise.all(skills.map(async (skill) => ({ skill, files: await read(skill) })));
    const added = await Promise.all(
      pages.map(({ skill, files }) => index.addHTMLFile({ url: skill.name, content: searchPage(skill, files, apart) })),
    );
    for (const { errors: each } of added) refuse(each);
  }
  return index;
}

function refuse(errors: readonly string[]): void {
  if (errors.length > 0) throw failure(errors.join("; "));
}

function failure(error: unknown): Halt {
  const reason = error instanceof Error ? error.message : String(error);
  return new Halt(problem("search-failed", {}, { reason: reason.replaceAll(/\s+/g, " ").replace(/\.$/, "") }));
}
