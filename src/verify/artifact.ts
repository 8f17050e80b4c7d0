import { problem, type Problem } from "../problem.ts";
import type { IndexEntry } from "../publication/discovery-index.ts";
import { layout } from "../publication/layout.ts";
import type { PublishedSkill } from "../publication/report.ts";
import { artifactPath, type InspectedTree, type Inspection, listing } from "./inspection.ts";

/** Checks one entry of the index as a client installs it: fetch, hash, unpack, read the front matter. */
export async function verifyArtifact(
  { files, inspect }: InspectedTree,
  entry: IndexEntry,
  skill: PublishedSkill,
): Promise<Problem[]> {
  const { name, type, digest } = entry;
  const path = artifactPath(entry);
  const inspection = await inspect(entry);
  const found = `sha256:${files.found(path)?.hex ?? ""}`;
  if (!inspection) return [problem("artifact-missing", { path }, { name, path })];
  if (found !== digest) return [problem("digest-mismatch", { path }, { path, found, expected: digest })];
  const { reason } = inspection;
  if (reason !== undefined) return [problem("archive-unsafe", { path }, { path, reason })];

  const disagrees = (where: string, why: string) => problem("report-disagrees", { path: where }, { reason: why });
  const problems = verifyFrontMatter(inspection, entry, path);
  if (inspection.files !== listing(skill.files, type === "archive")) {
    problems.push(disagrees(layout.report, `the files of \`${name}\` are not those of its artifact`));
  }
  if (files.found(layout.skillMd(name))?.hex !== inspection.skillMdSha256) {
    problems.push(disagrees(layout.skillMd(name), "it is not the SKILL.md of the artifact"));
  }
  return problems;
}

function verifyFrontMatter({ frontMatter }: Inspection, { name, description }: IndexEntry, path: string): Problem[] {
  if (!frontMatter) return [problem("front-matter-disagrees", { path }, { field: "front matter", name })];
  const wrong = [
    ...(frontMatter.name === name ? [] : ["name"]),
    ...(frontMatter.description === description ? [] : ["description"]),
  ];
  return wrong.map((field) => problem("front-matter-disagrees", { path }, { field, name }));
}
