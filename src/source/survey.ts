import { statSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../artifact/digest.ts";
import { type FrontMatter, readFrontMatter } from "../front-matter/read.ts";
import { byBytes } from "../order.ts";
import { problem, type Problem } from "../problem.ts";
import { BYTES_LIMIT, containsName } from "../skill.ts";
import { below, discover, type LeftOut, type SkillFolder } from "./discover.ts";
import { readSourceFile } from "./file.ts";
import { isSystemError } from "./system-error.ts";
import { type Folder, listTree, walk } from "./tree.ts";

/** A skill folder whose SKILL.md has been read, before the rest of it is. */
export interface Candidate extends SkillFolder {
  /** Undefined when the SKILL.md has an error, which is among the problems of the survey. */
  readonly frontMatter: FrontMatter | undefined;
  /** SHA-256 of the SKILL.md as it was surveyed; the snapshot must find the same. */
  readonly skillMdSha256: string | undefined;
}

/** What a source holds, judged by its listing and its SKILL.md files alone. */
export interface Survey {
  /** Absolute path of the source. */
  readonly source: string;
  /** In byte order of the names, so that everything made from them in turn is in order too. */
  readonly candidates: readonly Candidate[];
  readonly containers: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** Names of the skills that are not to be published. */
  readonly internal: readonly string[];
  /** True when execute bits say nothing here: every file has one, or the system has none. */
  readonly ignoreBits: boolean;
  readonly problems: readonly Problem[];
}

/**
 * Surveys a source: finds its skills and reads every SKILL.md.
 *
 * @param source absolute path of the folder
 * @param tree its listing
 * @throws Halt when the source is missing, unreadable or unreasonably large
 */
export function survey(source: string, tree: Folder = listTree(source)): Survey {
  const { skills, containers, leftOut, problems } = discover(tree);
  const found: Problem[] = [...problems];
  const candidates: Candidate[] = [];
  const internal: string[] = [];
  const kept: LeftOut[] = [];

  for (const skill of skills) {
    const candidate = readCandidate(source, skill, found);
    if (candidate.frontMatter?.internal) {
      internal.push(candidate.frontMatter.name);
      for (const path of filesOf(skill)) kept.push({ path, code: "internal" });
    } else candidates.push(candidate);
  }
  if (candidates.length === 0 && !found.some(({ severity }) => severity === "error"))
    found.push(problem("nothing-to-publish", {}));
  const everyBit = process.platform !== "win32" && everyFileExecutable(source, tree);
  if (everyBit) found.push(problem("all-executable", {}));
  return {
    source,
    candidates: candidates.toSorted((a, b) => byBytes(orderOf(a), orderOf(b)) || byBytes(a.folder.path, b.folder.path)),
    containers,
    leftOut: [...leftOut, ...kept].toSorted((a, b) => byBytes(a.path, b.path)),
    internal,
    ignoreBits: everyBit || process.platform === "win32",
    problems: found,
  };
}

function readCandidate(source: string, skill: SkillFolder, problems: Problem[]): Candidate {
  const { folder } = skill;
  const path = below(folder, "SKILL.md");
  const absolute = join(source, folder.path);
  const file = readSourceFile(join(absolute, "SKILL.md"), folder.entries.get("SKILL.md") ?? "file", {
    folder: absolute,
    published: new Set([...walk(folder, skill.members)].map((entry) => entry.path)),
    limit: BYTES_LIMIT,
    where: { path },
  });
  // What keeps the file from being read is reported by the snapshot, like that of any other file.
  if ("code" in file) return { ...skill, frontMatter: undefined, skillMdSha256: undefined };

  const { frontMatter, problems: found } = readFrontMatter(file.bytes, path);
  for (const each of found) problems.push(each);
  const name = folder.path.split("/").at(-1) ?? "";
  if (frontMatter && frontMatter.name !== name)
    problems.push(problem("name-differs", { path }, { name: frontMatter.name, folder: name }));
  const probe = frontMatter?.metadata["activation-probe"];
  if (frontMatter && probe && containsName(probe, frontMatter.name))
    problems.push(problem("probe-names-skill", { path }));
  return { ...skill, frontMatter, skillMdSha256: sha256(file.bytes) };
}

/** Entries of a bundle archive start with `<name>/`, and `a-b/` sorts before `a/`. */
function orderOf({ frontMatter, folder }: Candidate): string {
  return `${frontMatter?.name ?? folder.path}/`;
}

/** Paths of a skill's files, relative to the source. */
function filesOf({ folder, members }: SkillFolder): string[] {
  return [...walk(folder, members)].map(({ path }) => below(folder, path));
}

/** Some mounts give every file the execute bit. Stops at the first file without it. */
function everyFileExecutable(source: string, tree: Folder): boolean {
  let any = false;
  for (const { path, kind } of walk(tree)) {
    if (kind !== "file") continue;
    any = true;
    try {
      if ((statSync(join(source, path)).mode & 0o100) === 0) return false;
    } catch (error) {
      if (!isSystemError(error)) throw error; // reported when the file is read
    }
  }
  return any;
}
