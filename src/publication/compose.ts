import { pMapIterable } from "p-map";
import { bundlePath, skillArchive } from "../artifact/archive.ts";
import { selectGzip } from "../artifact/gzip.ts";
import { splitPath } from "../artifact/ustar.ts";
import { type FrontMatterReader, readFrontMatter } from "../front-matter/read.ts";
import type { Settings } from "../options.ts";
import { problem, type Problem, sorted } from "../problem.ts";
import type { Skill } from "../skill.ts";
import type { LeftOut } from "../source/discover.ts";
import { holdsMarketplace } from "../source/repository.ts";
import { readSnapshot } from "../source/snapshot.ts";
import { type Candidate, survey } from "../source/survey.ts";
import { type Bundle, bundlesOf, type BundleOptions } from "./bundles.ts";
import type { Repository } from "./install.ts";
import { duplicateNames } from "./names.ts";
import type { Origin } from "./origin.ts";
import { openPublication } from "./publication.ts";
import type { PublishedSkill, Report } from "./report.ts";
import type { Tree } from "./write/tree.ts";

/** What to publish, and where it will be served. */
export interface Request extends BundleOptions {
  /** Absolute path of the source folder. */
  readonly source: string;
  readonly origin: Origin;
  readonly repository: Repository | undefined;
  /** Warnings stop the publication too. */
  readonly strict: boolean;
}

/** The request that settings and a parsed origin make. */
export function requestFor({ source, bundle, bundles, strict, git }: Settings, origin: Origin): Request {
  return {
    source,
    origin,
    bundle,
    bundles,
    strict,
    repository: git === undefined ? undefined : { slug: git, marketplace: holdsMarketplace(source) },
  };
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

/** What a caller may add to a composition. */
export interface Watching {
  /** Told after each skill how many are done, of how many. */
  readonly progress?: ((done: number, of: number) => void) | undefined;
  /** Reader of front matter, when its readings are to be remembered. */
  readonly read?: FrontMatterReader;
  /** Told of each skill as soon as its artifact is written; a few such calls may be under way at a time. */
  readonly onWritten?: (skill: Pick<PublishedSkill, "name" | "type">) => Promise<unknown>;
}

/** Skills read and packed at the same time; results are taken in order, so timing decides nothing. */
const IN_FLIGHT = 8;

/**
 * The straight line from a source folder to a publication: survey, read, judge, pack, describe, write.
 *
 * @param tree where to write; without one the source is only examined
 * @throws Halt when the source cannot be read
 */
export async function compose(
  request: Request,
  tree: Tree | undefined,
  { progress = () => undefined, read = readFrontMatter, onWritten }: Watching = {},
): Promise<Composed> {
  const selected = tree && selectGzip(); // tried out in other threads while the source is surveyed
  const surveyed = survey(request.source, read);
  const problems: Problem[] = [...surveyed.problems, ...request.origin.warnings];
  const bundles = bundlesOf(surveyed, request, problems);
  problems.push(...duplicateNames(surveyed, bundles));

  const gzip = await selected;
  const publication = tree && gzip && openPublication(tree, { request, bundles, gzip });
  const stopped = () => problems.some((each) => stops(each, request.strict));
  const skills: Pick<Skill, "name" | "folder">[] = [];
  const watched: Promise<unknown>[] = [];
  const watch = async (written: Pick<PublishedSkill, "name" | "type">) => onWritten?.(written);
  const earlier = Map.groupBy(surveyed.problems, ({ path }) => path);

  const prepare = async (candidate: Candidate) => {
    const { skill, problems: found } = readSnapshot(surveyed, candidate);
    const judged = [...found, ...(skill ? judgeInBundles(skill, bundles) : [])];
    const pack = skill?.shape === "multi-file" && gzip !== undefined && !stopped();
    return { skill, found: judged, archive: pack ? await gzip.bytes(skillArchive(skill.files)) : undefined };
  };
  for await (const { skill, found, archive } of pMapIterable(surveyed.candidates, prepare, {
    concurrency: IN_FLIGHT,
  })) {
    for (const each of found) problems.push(each);
    if (!skill) continue;
    skills.push({ name: skill.name, folder: skill.folder });
    const warnings = [...(earlier.get(`${skill.folder}/SKILL.md`) ?? []), ...found];
    if (publication && !stopped()) {
      await publication.add(skill, archive, sorted(warnings));
      const watching = watch({ name: skill.name, type: archive ? "archive" : "skill-md" });
      watching.catch(() => undefined); // awaited in turn below
      watched.push(watching);
      if (watched.length >= IN_FLIGHT) await watched.shift();
    }
    progress(skills.length, surveyed.candidates.length);
  }

  await Promise.all(watched);
  const complete = publication !== undefined && !stopped();
  if (complete) await publication.end(problems.filter(({ path }) => path === undefined));
  else publication?.abort();
  return { leftOut: surveyed.leftOut, skills, complete, problems: sorted(problems) };
}

/** True for a problem that keeps everything from being published. */
export function stops({ severity }: Problem, strict: boolean): boolean {
  return severity === "error" || (strict && severity === "warning");
}

/** A path that fits an archive of its own may be too long below `skills/<name>/` in a bundle's. */
function judgeInBundles({ name, folder, files }: Skill, bundles: readonly Bundle[]): Problem[] {
  if (!bundles.some(({ skills }) => skills.includes(name))) return [];
  return [...files.keys()]
    .filter((path) => splitPath(path) && !splitPath(bundlePath(name, path)))
    .map((path) =>
      problem("path-too-long", { path: `${folder}/${path}` }, { length: Buffer.byteLength(bundlePath(name, path)) }),
    );
}
