import { type Problem, sorted } from "../../src/problem.ts";
import type { Skill } from "../../src/skill.ts";
import { readSnapshot } from "../../src/source/snapshot.ts";
import { survey, type Survey } from "../../src/source/survey.ts";

/** What a source folder gives. */
export interface ReadSource {
  readonly surveyed: Survey;
  /** Publishable skills by name. */
  readonly skills: ReadonlyMap<string, Skill>;
  /** Of survey and snapshots, in the order they are shown. */
  readonly problems: readonly Problem[];
}

/** Surveys a folder and reads every skill in it. */
export async function readSource(source: string): Promise<ReadSource> {
  const surveyed = survey(source);
  const snapshots = surveyed.candidates.map((candidate) => readSnapshot(surveyed, candidate));
  const skills = snapshots.flatMap(({ skill }) => (skill ? [skill] : []));
  return {
    surveyed,
    skills: new Map(skills.map((skill) => [skill.name, skill])),
    problems: sorted([...surveyed.problems, ...snapshots.flatMap(({ problems }) => problems)]),
  };
}
