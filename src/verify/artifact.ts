import { problem, type Problem } from "../problem.ts";
import type { IndexEntry } from "../publication/discovery-index.ts";
import { artifactPath, layout } from "../publication/layout.ts";
import type { PublishedSkill, ServedManifest } from "../publication/report.ts";
import type { TreeFiles } from "./files.ts";
import { type InspectedTree, type Inspection, listing } from "./inspection.ts";

/** Checks one entry of the index as a client installs it: fetch, hash, unpack, read the front matter. */
export async function verifyArtifact(
  { files, inspect }: InspectedTree,
  entry: IndexEntry,
  skill: PublishedSkill,
): Promise<Problem[]> {
  const { name, type, digest } = entry;
  const path = artifactPath(entry);
  const inspection = await inspect({ path, type });
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
  if (inspection.contentHash !== skill.contentHash)
    problems.push(disagrees(layout.report, `the content hash of \`${name}\` is not that of its artifact`));
  return [...problems, ...verifyManifest(files, layout.manifest(name), { stated: skill.manifest, inspection })];
}

/** What a directory manifest says otherwise than the artifact that was opened, and the report otherwise than both. */
export function verifyManifest(
  files: TreeFiles,
  path: string,
  { stated, inspection: { manifest } }: { stated: ServedManifest | null; inspection: Inspection },
): Problem[] {
  const disagrees = (reason: string) => [problem("manifest-disagrees", { path }, { reason })];
  if (!stated && !manifest) return [];
  if (!stated || !manifest)
    return disagrees(
      `the report says there is ${stated ? "one" : "none"}, the artifact can have ${manifest ? "one" : "none"}`,
    );
  const found = files.found(path);
  if (found && manifest.digest !== `sha256:${found.hex}`) return disagrees("it is not the one that the artifact gives");
  return stated.path === path &&
    stated.digest === manifest.digest &&
    stated.size === manifest.size &&
    stated.directory === manifest.directory
    ? []
    : disagrees("the report says otherwise");
}

function verifyFrontMatter({ frontMatter }: Inspection, { name, description }: IndexEntry, path: string): Problem[] {
  if (!frontMatter) return [problem("front-matter-disagrees", { path }, { field: "front matter", name })];
  const wrong = [
    ...(frontMatter.name === name ? [] : ["name"]),
    ...(frontMatter.description === description ? [] : ["description"]),
  ];
  return wrong.map((field) => problem("front-matter-disagrees", { path }, { field, name }));
}
