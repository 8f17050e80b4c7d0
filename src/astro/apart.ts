import { mostWeightOf, roomFor, shownOf, weightOf } from "../catalog/file-pages.ts";
import { renderSource } from "../catalog/source.ts";
import type { PublishedSkill, Report } from "../publication/report.ts";
import { contentsAt } from "../verify/contents.ts";

/** A composed publication, as the pages are made of it. */
export interface Composed {
  /** Absolute path of its tree. */
  readonly tree: string;
  readonly report: Report;
  /** Names of the skills that have a page for each file. */
  readonly apart: ReadonlySet<string>;
}

/**
 * Finds the skills whose files have a page each, because one page with all of them would pass 1 MB. Only skills whose sizes
 * leave that open are read, and no further than to the answer.
 *
 * @param tree absolute path of the composed publication
 * @returns their names
 */
export async function skillsApart(tree: string, { skills }: Pick<Report, "skills">): Promise<ReadonlySet<string>> {
  const contentsOf = contentsAt(tree);
  const apart = new Set<string>();
  for (const skill of skills) if (!fitsAnyway(skill) && !(await fits(skill))) apart.add(skill.name);
  return apart;

  async function fits(skill: PublishedSkill): Promise<boolean> {
    const contents = await contentsOf(skill);
    let room = roomFor(skill);
    for (const file of shownOf(skill.files)) {
      if (room < 0) return false;
      room -= weightOf(file, renderSource(contents.get(file.path)?.bytes ?? new Uint8Array(), file.path));
    }
    return room >= 0;
  }
}

function fitsAnyway(skill: PublishedSkill): boolean {
  return shownOf(skill.files).reduce((room, file) => room - mostWeightOf(file), roomFor(skill)) >= 0;
}
