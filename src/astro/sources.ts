import { fileURLToPath } from "node:url";
import { shownOf } from "../catalog/file-pages.ts";
import { renderSource, type Source } from "../catalog/source.ts";
import type { PublishedSkill } from "../publication/report.ts";
import { beside, startThread } from "../thread.ts";
import { contentsAt } from "../verify/contents.ts";

/** Path of this module, for code that is made at run time and has to import it. */
export const modulePath = fileURLToPath(import.meta.url);
/** Address of the thread's module. Where the pages are made, this one is part of a bundle that lies elsewhere. */
export const thread = beside(import.meta.url, "sources-thread").href;

/** The texts of a skill to be rendered: those of one file, or of all that are shown. */
export interface Wanted extends Pick<PublishedSkill, "name" | "type"> {
  readonly paths: readonly string[];
}

/** Sources by the path of their file. */
type Sources = ReadonlyMap<string, Source>;

/** Fewer skills than this are rendered sooner than a thread has started. */
const SKILLS_FOR_A_THREAD = 40;

/** Renders texts out of the artifacts of a verified tree, given as an absolute path. */
export function renderer(root: string): (wanted: Wanted) => Promise<Sources> {
  const contentsOf = contentsAt(root);
  return async ({ paths, ...skill }) => {
    const files = await contentsOf(skill);
    return new Map(paths.map((path) => [path, renderSource(files.get(path)?.bytes ?? new Uint8Array(), path)]));
  };
}

/**
 * Gives the rendered texts of skills, in another thread when there are many: while a page is made, it renders what the
 * page of the next skill will ask for.
 *
 * @param root absolute path of the verified tree
 * @param apart names of the skills that have a page for each file
 * @param module address of the thread's module
 * @param skills in the order their pages are made; none when nobody knows it, as in development
 */
export function sourcesAt(
  root: string,
  { skills, apart, module }: { skills: readonly PublishedSkill[]; apart: ReadonlySet<string>; module: string },
) {
  const run =
    skills.length < SKILLS_FOR_A_THREAD ? renderer(root) : startThread<Wanted, Sources>(new URL(module), root).run;
  const following = new Map(skills.map(({ name }, index) => [name, skills[index + 1]]));
  let ahead: { readonly name: string; readonly sources: Promise<Sources> } | undefined;
  const all = ({ name, type, files }: PublishedSkill) =>
    run({ name, type, paths: shownOf(files).map(({ path }) => path) });
  return {
    /** The texts of all files that are shown. */
    sourcesOf: (skill: PublishedSkill): Promise<Sources> => {
      const sources = ahead?.name === skill.name ? ahead.sources : all(skill);
      const next = following.get(skill.name);
      const together = next && !apart.has(next.name) && { name: next.name, sources: all(next) };
      ahead = together || undefined;
      ahead?.sources.catch(() => undefined); // told when it is asked for
      return sources;
    },
    /** The text of one file. */
    sourceOf: async ({ name, type }: PublishedSkill, path: string): Promise<Source | undefined> =>
      (await run({ name, type, paths: [path] })).get(path),
  };
}
