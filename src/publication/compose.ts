import { relative } from "node:path";
import { pMapIterable } from "p-map";
import { type Gzip, selectGzip } from "../artifact/gzip.ts";
import type { Settings } from "../options.ts";
import { problem, type Problem, sorted } from "../problem.ts";
import type { Skill } from "../skill.ts";
import type { LeftOut } from "../source/discover.ts";
import { holdsMarketplace } from "../source/repository.ts";
import { type Survey, survey } from "../source/survey.ts";
import { type Folder, foldersOf, listTree } from "../source/tree.ts";
import { type Bundle, bundlesOf, type BundleOptions } from "./bundles.ts";
import { type CarryOptions, openCarrier } from "./carry.ts";
import { openSets, type Resolve } from "./compose-sets.ts";
import type { Repository } from "./install.ts";
import { judgeSets } from "./judge-sets.ts";
import { duplicateNames } from "./names.ts";
import type { Origin } from "./origin.ts";
import type { Previous } from "./previous.ts";
import { type Job, type Packed, packSkill } from "./pack.ts";
import { openPublication, type Publication } from "./publication.ts";
import type { Report } from "./report.ts";
import type { Result } from "./results.ts";
import { readResults } from "./write/results-file.ts";
import type { Tree } from "./write/tree.ts";

/** What to publish, and where it will be served. */
export interface Request extends BundleOptions, CarryOptions {
  /** Absolute path of the source folder. */
  readonly source: string;
  readonly origin: Origin;
  readonly repository: Repository | undefined;
  /** The publisher's name; without one the origin stands for it. */
  readonly title: string | undefined;
  /** Warnings stop the publication too. */
  readonly strict: boolean;
  /** Absolute path of the recorded results that the checklist shows; without it, the checklist claims none. */
  readonly results: string | undefined;
  /** The publication that is replaced, whose snapshots are carried forward: absolute path of a folder, or an address. */
  readonly previous: string | undefined;
  /** Which address of an artifact the indexes name. */
  readonly artifactUrls: Settings["artifactUrls"];
  readonly sets: Settings["sets"];
  /** Members of sets that are published elsewhere may be installed, to know their content. */
  readonly resolve: boolean;
}

/** The request that settings and a parsed origin make. */
export function requestFor({ git, ...settings }: Settings, origin: Origin): Request {
  const repository = git === undefined ? undefined : { slug: git, marketplace: holdsMarketplace(settings.source) };
  return { ...settings, origin, repository };
}

/** What composing came to. */
export interface Composed {
  readonly leftOut: readonly LeftOut[];
  /** Skills that can be published. */
  readonly skills: readonly Pick<Skill, "name" | "folder">[];
  /** False when a problem stops the publication, or when nothing was to be written. */
  readonly complete: boolean;
  /** In the order they are shown. */
  readonly problems: readonly Problem[];
}

/** A composition that was read back: with the report on disk when it may be published. */
export interface Composition extends Omit<Composed, "complete"> {
  readonly report: Report | undefined;
}

/** Does jobs, here or in other threads, several at a time. */
export interface Packer {
  readonly pack: (job: Job) => Promise<Packed>;
  readonly close: () => Promise<unknown>;
}

/** Where a publication is composed. */
export interface Staging {
  readonly tree: Tree;
  /** Told about how many skills there will be, and with what their archives are compressed. */
  readonly openPacker: (skills: number, gzip: Gzip) => Packer;
  /** What is carried forward; undefined when nothing is. */
  readonly previous: Previous | undefined;
  readonly resolve: Resolve;
}

/** Told after each skill how many are done, of how many. */
export type Progress = (done: number, of: number) => void;

/** Jobs under way at the same time; results are taken in order, so timing decides nothing. */
const IN_FLIGHT = 8;

const judging: Packer = { pack: async (job) => packSkill(job, undefined), close: async () => undefined };

/**
 * The straight line from a source folder to a publication: list, survey, read, judge, pack, describe, write.
 *
 * @param staging where to write; without one the source is only examined
 * @throws Halt when the source, or the file of results, cannot be read
 */
export async function compose(
  request: Request,
  staging: Staging | undefined,
  progress: Progress = () => undefined,
): Promise<Composed> {
  const { origin, title } = request;
  const shown = resultsFor(request);
  const listing = listTree(request.source);
  const gzip = staging && selectGzip();
  const packer = gzip ? staging.openPacker(countSkills(listing), gzip) : judging;
  const carrier = staging && openCarrier({ ...staging, origin }, request);
  let publication: Publication | undefined;
  try {
    const surveyed = survey(request.source, listing);
    const problems: Problem[] = [...surveyed.problems, ...origin.warnings, ...shown.problems];
    const bundles = bundlesOf(surveyed, request, problems);
    problems.push(...duplicateNames(surveyed, bundles));
    problems.push(...judgeSets(request.sets, { origin, survey: surveyed, resolve: request.resolve || !staging }));
    const stopped = () => problems.some((each) => stops(each, request.strict));
    const jobs = jobsOf(surveyed, bundles);
    const skills: Pick<Skill, "name" | "folder">[] = [];
    const sets = staging && openSets({ ...staging, sets: request.sets, origin });
    publication = gzip && openPublication(staging.tree, { origin, title, bundles, gzip, results: shown.results });

    const pack = async (job: Omit<Job, "publish">) => {
      const packed = await packer.pack({ ...job, publish: !stopped() });
      if (!packed.part || !carrier) return packed;
      const { part, problems: found } = await carrier.carry(packed.part);
      return { ...packed, part, problems: [...packed.problems, ...found] };
    };
    for await (const { skill, problems: found, part } of pMapIterable(jobs, pack, { concurrency: IN_FLIGHT })) {
      for (const each of found) problems.push(each);
      if (!skill) continue;
      skills.push(skill);
      if (part) sets?.add(part);
      if (part && !stopped()) await publication?.add(part);
      progress(skills.length, jobs.length);
    }

    const composed = stopped() ? undefined : await sets?.end((path, bytes) => publication?.addFile(path, bytes));
    problems.push(...(composed?.problems ?? []));
    const complete = publication !== undefined && composed !== undefined && !stopped();
    if (complete) {
      const names = new Set(skills.map(({ name }) => name));
      problems.push(...(carrier?.leave(names, new Set(surveyed.internal)) ?? []));
      const warnings = problems.filter(({ path, severity }) => path === undefined && severity === "warning");
      await publication?.end(composed.published, warnings);
      publication = undefined;
    }
    // What was left behind is told of what is published.
    const told = complete ? problems : problems.filter(({ severity }) => severity !== "note");
    return { leftOut: surveyed.leftOut, skills, complete, problems: sorted(told) };
  } finally {
    publication?.abort();
    await packer.close();
  }
}

/** Results that the checklist is to show; undefined when it is to claim none. */
function resultsFor({ source, results: path }: Request): {
  readonly results: readonly Result[] | undefined;
  readonly problems: readonly Problem[];
} {
  if (path === undefined) return { results: undefined, problems: [] };
  const results = readResults(path);
  return results
    ? { results, problems: [] }
    : { results: [], problems: [problem("results-missing", { path: relative(source, path) })] };
}

function jobsOf({ source, ignoreBits, candidates, problems }: Survey, bundles: readonly Bundle[]) {
  const found = Map.groupBy(problems, ({ path }) => path);
  const memberships = Map.groupBy(
    bundles.flatMap(({ name, skills, ownSkill }) => skills.map((member) => ({ name, member, ownSkill }))),
    ({ member }) => member,
  );
  return candidates.map((candidate): Omit<Job, "publish"> => {
    const name = candidate.frontMatter?.name ?? "";
    const inBundles = memberships.get(name) ?? [];
    return {
      source,
      ignoreBits,
      candidate,
      bundles: inBundles.map((bundle) => bundle.name),
      sharesPage: inBundles.some((bundle) => bundle.ownSkill && bundle.name === name),
      warnings: found.get(`${candidate.folder.path}/SKILL.md`) ?? [],
    };
  });
}

/** Folders that hold a SKILL.md. */
function countSkills(listing: Folder): number {
  return [...foldersOf(listing)].filter(({ entries }) => entries.has("SKILL.md")).length;
}

/** True for a problem that keeps everything from being published. */
export function stops({ severity }: Problem, strict: boolean): boolean {
  return severity === "error" || (strict && severity === "warning");
}
