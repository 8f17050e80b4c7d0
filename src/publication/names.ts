import { byBytes } from "../order.ts";
import { problem, type Problem } from "../problem.ts";
import type { Files } from "../skill.ts";
import { readSnapshot } from "../source/snapshot.ts";
import type { Candidate, Survey } from "../source/survey.ts";
import type { Bundle } from "./bundles.ts";

/** Something that claims a published name. */
interface Claim {
  readonly from: string;
  readonly candidate?: Candidate;
}

/** Finds every name that is claimed twice: skills, bundles, and the archives of both. */
export function duplicateNames(survey: Survey, bundles: readonly Bundle[]): Problem[] {
  const taken = new Map<string, Claim>();
  const problems: Problem[] = [];
  const claim = (key: string, { from, candidate }: Claim) => {
    const first = taken.get(key);
    if (first === undefined) {
      taken.set(key, { from, ...(candidate && { candidate }) });
      return;
    }
    const comparison = candidate && first.candidate ? compare(survey, first.candidate, candidate) : "";
    problems.push(
      problem(
        "duplicate-name",
        { path: candidate ? `${from}/SKILL.md` : from },
        { name: key, other: `\`${first.from}\``, comparison },
      ),
    );
  };

  for (const candidate of survey.candidates.toSorted((a, b) => byBytes(a.folder.path, b.folder.path))) {
    if (candidate.frontMatter) claim(candidate.frontMatter.name, { from: candidate.folder.path, candidate });
  }
  for (const { name, from, ownSkill } of bundles) {
    if (!ownSkill) claim(name, { from });
    // `<bundle>-bundle.tar.gz` must not be the archive of a skill with that name.
    if (taken.get(`${name}-bundle`)?.candidate) claim(`${name}-bundle`, { from });
  }
  return problems;
}

function compare(survey: Survey, first: Candidate, second: Candidate): string {
  const [a, b] = [first, second].map((candidate) => readSnapshot(survey, candidate).skill?.files);
  if (!a || !b) return "";
  return same(a, b) ? ", an identical copy" : ", with different content";
}

function same(a: Files, b: Files): boolean {
  return (
    a.size === b.size &&
    [...a].every(([path, { bytes, executable }]) => {
      const other = b.get(path);
      return other !== undefined && other.executable === executable && Buffer.compare(bytes, other.bytes) === 0;
    })
  );
}
