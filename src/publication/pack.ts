import { bundlePath, skillArchive } from "../artifact/archive.ts";
import { type Manifest, type Manifested, manifestOfSkill } from "../artifact/manifest.ts";
import type { Gzip } from "../artifact/gzip.ts";
import { splitPath } from "../artifact/ustar.ts";
import { problem, type Problem, sorted } from "../problem.ts";
import type { Files, Skill } from "../skill.ts";
import { readSnapshot } from "../source/snapshot.ts";
import type { Candidate, Survey } from "../source/survey.ts";
import { type Context, describeSkill, entryOf } from "./describe.ts";
import { encodeIndex, type IndexEntry } from "./discovery-index.ts";
import type { Repository } from "./install.ts";
import { layout } from "./layout.ts";
import type { Origin } from "./origin.ts";
import { writeSnapshot } from "./snapshot.ts";
import { summed } from "./sums.ts";
import type { Tree } from "./write/tree.ts";

/** One skill to be read and packed. Jobs and what comes of them are plain data, so that another thread may do them. */
export interface Job extends Pick<Survey, "source" | "ignoreBits"> {
  readonly candidate: Candidate;
  /** Names of the bundles that hold the skill. */
  readonly bundles: readonly string[];
  /** True when the scoped index on its page is that of a bundle with the same name. */
  readonly sharesPage: boolean;
  /** What the survey found in its SKILL.md. */
  readonly warnings: readonly Problem[];
  /** False when nothing can be published any more, and the skill is only judged. */
  readonly publish: boolean;
}

/** Where skills are packed to, and for whom. */
export interface Press {
  readonly tree: Tree;
  readonly gzip: Gzip;
  readonly origin: Origin;
  readonly repository: Repository | undefined;
  readonly artifactUrls: Context["artifactUrls"];
}

/** What is kept of a skill once it is written: one text, because objects of a report take several times the memory. */
export interface Part {
  readonly entry: IndexEntry;
  /** Its part of the report, as JSON; what other files say of it is made from this. */
  readonly line: string;
  /** SHA-256 of each file written for it, by path. */
  readonly sums: ReadonlyMap<string, string>;
  /** Its files, when an archive of several skills needs them too. */
  readonly files: Files | undefined;
}

/** What came of a job. */
export interface Packed {
  /** Undefined when the skill cannot be published. */
  readonly skill: Pick<Skill, "name" | "folder"> | undefined;
  readonly problems: readonly Problem[];
  /** What was written; undefined when nothing was to be. */
  readonly part: Part | undefined;
}

/** Reads a skill, judges it, and writes what is published of it alone. Without a press it is only judged. */
export function packSkill(job: Job, press: Press | undefined): Packed {
  const { skill, problems: found } = readSnapshot(job, job.candidate);
  if (!skill) return { skill: undefined, problems: found, part: undefined };
  const manifested = manifestOfSkill(skill.files);
  const problems = [
    ...found,
    ...(job.bundles.length > 0 ? judgeInBundle(skill) : []),
    ...judgeManifest(skill, manifested),
    ...judgeRoutes(skill),
  ];
  const manifest = "fault" in manifested ? undefined : manifested;
  return {
    skill: { name: skill.name, folder: skill.folder },
    problems,
    part: press && job.publish ? writeSkill(skill, job, { ...press, manifest, problems }) : undefined,
  };
}

/** What is known of a skill once it was judged. */
interface Judged {
  /** Undefined when it can have none. */
  readonly manifest: Manifest | undefined;
  readonly problems: readonly Problem[];
}

function writeSkill(
  skill: Skill,
  { bundles, sharesPage, warnings }: Job,
  { tree, gzip, origin, repository, artifactUrls, manifest, problems }: Press & Judged,
): Part {
  const { files, shape } = skill;
  const out = summed(tree);
  const archive = shape === "multi-file" ? gzip.bytes(skillArchive(files)) : undefined;
  const described = describeSkill(skill, archive, {
    origin,
    manifest,
    repository,
    artifactUrls,
    bundles,
    warnings: sorted([...warnings, ...problems]),
  });
  const { name, skillMd, artifact, snapshots } = described;
  const skillMdBytes = files.get("SKILL.md")?.bytes ?? new Uint8Array();
  out.write(skillMd.path, skillMdBytes, bare(skillMd.digest));
  if (archive) out.write(layout.archive(name), archive, bare(artifact.digest));
  if (manifest) out.write(layout.manifest(name), Buffer.from(manifest.text));
  const entry = entryOf(described);
  for (const snapshot of snapshots)
    writeSnapshot(out, snapshot, { entry, artifact: archive ?? skillMdBytes, manifest });
  if (!sharesPage) out.write(layout.scopedIndex(name), encodeIndex([entry]));
  return {
    entry,
    line: JSON.stringify(described),
    sums: out.sums,
    files: bundles.length > 0 ? files : undefined,
  };
}

/** The format of directory manifests admits less than archives do. */
function judgeManifest({ folder }: Skill, manifested: Manifested): Problem[] {
  return "fault" in manifested
    ? [problem("no-directory-manifest", { path: folder }, { reason: manifested.fault })]
    : [];
}

/** Installs from a repository leave out what others bring (skill-set draft, section 12). */
function judgeRoutes({ folder, files }: Skill): Problem[] {
  return [...files.keys()]
    .filter((path) => path.split("/").at(-1) === "metadata.json")
    .map((path) => problem("route-dependent-file", { path: `${folder}/${path}` }));
}

/** A path that fits an archive of its own may be too long below `skills/<name>/` in a bundle's. */
function judgeInBundle({ name, folder, files }: Skill): Problem[] {
  return [...files.keys()]
    .filter((path) => splitPath(path) && !splitPath(bundlePath(name, path)))
    .map((path) =>
      problem("path-too-long", { path: `${folder}/${path}` }, { length: Buffer.byteLength(bundlePath(name, path)) }),
    );
}

/** A digest without its `sha256:`, as SHA256SUMS has it. */
function bare(digest: string): string {
  return digest.slice("sha256:".length);
}
