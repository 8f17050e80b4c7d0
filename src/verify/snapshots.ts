import { problem, type Problem } from "../problem.ts";
import type { IndexEntry } from "../publication/discovery-index.ts";
import { layout, snapshotFiles, snapshotPath, urlOf } from "../publication/layout.ts";
import type { PublishedSkill, PublishedSnapshot } from "../publication/report.ts";
import { verifyManifest } from "./artifact.ts";
import type { InspectedTree } from "./inspection.ts";
import { parseJson } from "./json.ts";
import type { Schemas } from "./schemas.ts";

/** What snapshots are checked against besides themselves. */
interface Around {
  /** Origin and base path of the publication. */
  readonly base: string;
  readonly schemas: Schemas;
}

/**
 * Checks every snapshot of a skill as a client installs it from its address: the index of it alone, the artifact, its
 * digest, what is in it, and the directory manifest beside it.
 */
export async function verifySnapshots(
  tree: InspectedTree,
  { name, snapshots }: Pick<PublishedSkill, "name" | "snapshots">,
  around: Around,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const snapshot of snapshots) problems.push(...(await verifySnapshot(tree, { name, ...snapshot }, around)));
  return problems;
}

async function verifySnapshot(
  { files, inspect }: InspectedTree,
  snapshot: PublishedSnapshot & { readonly name: string },
  { base, schemas }: Around,
): Promise<Problem[]> {
  const { name, version, type, address, artifact } = snapshot;
  const places = snapshotFiles(name, version);
  const path = type === "archive" ? places.archive : places.skillMd;
  const disagrees = (where: string, reason: string) => problem("snapshot-disagrees", { path: where }, { reason });
  const problems =
    path === snapshotPath({ name, type, digest: artifact.digest }) &&
    artifact.path === path &&
    artifact.url === urlOf({ base }, path) &&
    address === urlOf({ base }, layout.snapshot(name, version))
      ? []
      : [disagrees(layout.report, `\`${name}@${version}\` is not at the address that its digest gives`)];

  const inspection = await inspect({ path, type });
  if (!inspection) return [...problems, problem("artifact-missing", { path }, { name: `${name}@${version}`, path })];
  const found = `sha256:${files.found(path)?.hex ?? ""}`;
  if (found !== artifact.digest)
    return [...problems, problem("digest-mismatch", { path }, { path, found, expected: artifact.digest })];
  const { reason, frontMatter, contentHash } = inspection;
  if (reason !== undefined) return [...problems, problem("archive-unsafe", { path }, { path, reason })];
  if (frontMatter?.name !== name) problems.push(disagrees(path, `it does not hold the skill \`${name}\``));
  if (contentHash !== snapshot.contentHash)
    problems.push(disagrees(layout.report, `the content hash of \`${name}@${version}\` is not that of its artifact`));
  const { description = "" } = frontMatter ?? {};
  const entry = { name, type, description, url: urlOf({ base }, path), digest: found };
  return [
    ...problems,
    ...verifyManifest(files, places.manifest, { stated: snapshot.manifest, inspection }),
    ...verifyIndex(files.read(places.index), entry, { path: places.index, validate: schemas.index }),
  ];
}

/** An index of a snapshot holds its one entry, exactly. */
function verifyIndex(
  bytes: Buffer | undefined,
  entry: IndexEntry,
  { path, validate }: { path: string; validate: Schemas["index"] },
): Problem[] {
  if (!bytes) return [problem("index-missing", { path }, { path })];
  const { value, problems } = parseJson<{ skills: IndexEntry[] }>(bytes, path, { validate });
  if (!value) return problems;
  return JSON.stringify(value.skills) === JSON.stringify([entry])
    ? []
    : [problem("snapshot-disagrees", { path }, { reason: "the index does not hold its entry, and that alone" })];
}
