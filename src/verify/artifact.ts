import { sha256 } from "../artifact/digest.ts";
import type { FrontMatterReader, Reading } from "../front-matter/read.ts";
import { byBytes } from "../order.ts";
import { problem, type Problem } from "../problem.ts";
import type { IndexEntry } from "../publication/discovery-index.ts";
import { layout } from "../publication/layout.ts";
import type { PublishedSkill } from "../publication/report.ts";
import type { Files } from "../skill.ts";
import { openArchive, type Opened } from "./archive.ts";
import type { TreeFiles } from "./files.ts";

/** Path of the artifact that an index entry stands for. */
export function artifactPath({ name, type }: Pick<IndexEntry, "name" | "type">): string {
  return type === "archive" ? layout.archive(name) : layout.skillMd(name);
}

/** Checks one entry of the index as a client installs it: fetch, hash, unpack, read the front matter. */
export async function verifyArtifact(
  files: TreeFiles,
  entry: IndexEntry,
  { skill, read }: { skill: PublishedSkill; read: FrontMatterReader },
): Promise<Problem[]> {
  const { name, type, digest } = entry;
  const path = artifactPath(entry);
  const bytes = files.read(path);
  const hex = files.found(path)?.hex ?? "";
  if (!bytes) return [problem("artifact-missing", { path }, { name, path })];
  if (`sha256:${hex}` !== digest)
    return [problem("digest-mismatch", { path }, { path, found: `sha256:${hex}`, expected: digest })];

  const opened: Opened =
    type === "archive" ? await openArchive(bytes) : { files: new Map([["SKILL.md", { bytes, executable: false }]]) };
  if (opened.reason !== undefined) return [problem("archive-unsafe", { path }, { path, reason: opened.reason })];
  const skillMd = opened.files.get("SKILL.md")?.bytes ?? new Uint8Array();
  const problems = verifySkillMd(read(skillMd, path), entry, path);
  if (listing(opened.files, type) !== reported(skill)) {
    problems.push(
      problem(
        "report-disagrees",
        { path: layout.report },
        { reason: `the files of \`${name}\` are not those of its artifact` },
      ),
    );
  }
  if (files.found(layout.skillMd(name))?.hex !== sha256(skillMd)) {
    problems.push(
      problem("report-disagrees", { path: layout.skillMd(name) }, { reason: "it is not the SKILL.md of the artifact" }),
    );
  }
  return problems;
}

function verifySkillMd({ frontMatter }: Reading, { name, description }: IndexEntry, path: string): Problem[] {
  if (!frontMatter) return [problem("front-matter-disagrees", { path }, { field: "front matter", name })];
  const wrong = [
    ...(frontMatter.name === name ? [] : ["name"]),
    ...(frontMatter.description === description ? [] : ["description"]),
  ];
  return wrong.map((field) => problem("front-matter-disagrees", { path }, { field, name }));
}

/** Files as comparable text: mode where the artifact carries one, size, SHA-256 and path. */
function listing(files: Files, type: IndexEntry["type"]): string {
  return [...files]
    .map(
      ([path, { bytes, executable }]) =>
        `${type === "skill-md" ? "" : executable ? "0755" : "0644"} ${bytes.length} ${sha256(bytes)} ${path}`,
    )
    .toSorted(byBytes)
    .join("\n");
}

function reported({ files, type }: PublishedSkill): string {
  return files
    .map(({ path, size, sha256: hex, mode }) => `${type === "skill-md" ? "" : mode} ${size} ${hex} ${path}`)
    .toSorted(byBytes)
    .join("\n");
}
