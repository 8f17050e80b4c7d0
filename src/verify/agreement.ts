import { byBytes } from "../order.ts";
import { problem, type Problem } from "../problem.ts";
import type { IndexEntry } from "../publication/discovery-index.ts";
import { artifactPath, isOwnPath, layout, snapshotPath, urlOf } from "../publication/layout.ts";
import type { PublishedSkill, Report } from "../publication/report.ts";
import { servedFiles } from "../publication/served.ts";
import type { TreeFiles } from "./files.ts";

/**
 * What an index says that cannot be: another order than by name, a name twice, a URL that is not where the artifact is. All
 * artifacts are named at the address that stays, or all at that of their snapshot.
 */
export function judgeEntries(index: readonly IndexEntry[], origin: string): Problem[] {
  const wrong = (reason: string) => problem("report-disagrees", { path: layout.index }, { reason });
  const sorted = index.every(
    ({ name }, position) => position === 0 || byBytes(index[position - 1]?.name ?? "", name) < 0,
  );
  const [first] = index;
  const ofSnapshots = first?.url === (first && urlOf({ base: origin }, snapshotPath(first)));
  const urlFor = (entry: IndexEntry) =>
    urlOf({ base: origin }, ofSnapshots ? snapshotPath(entry) : artifactPath(entry));
  return [
    ...(sorted ? [] : [wrong("the index is not sorted by name, or has a name twice")]),
    ...index
      .filter((entry) => entry.url !== urlFor(entry))
      .map((entry) => wrong(`the url of \`${entry.name}\` is not \`${urlFor(entry)}\``)),
  ];
}

/** What the report says differently from the index. */
export function compareReport(index: readonly IndexEntry[], { skills, bundles }: Report): Problem[] {
  const wrong = (reason: string) => problem("report-disagrees", { path: layout.report }, { reason });
  const same = ({ name, type, description, artifact }: PublishedSkill, entry: IndexEntry | undefined) =>
    name === entry?.name &&
    type === entry.type &&
    description === entry.description &&
    artifact.url === entry.url &&
    artifact.digest === entry.digest;
  const members = new Map<string, string[]>();
  for (const skill of skills)
    for (const bundle of skill.bundles) {
      const known = members.get(bundle);
      if (known) known.push(skill.name);
      else members.set(bundle, [skill.name]);
    }
  if (skills.length !== index.length) return [wrong(`it lists ${skills.length} skills, the index ${index.length}`)];
  return [
    ...skills
      .filter((skill, position) => !same(skill, index[position]))
      .map(({ name }) => wrong(`\`${name}\` is not what the index says`)),
    ...skills
      .filter((skill) => !snapshotsFit(skill))
      .map(({ name }) =>
        wrong(`the first snapshot of \`${name}\` is not the version it has now, or one is there twice`),
      ),
    ...bundles
      .filter(({ name, skills: own }) => own.join(" ") !== (members.get(name) ?? []).join(" "))
      .map(({ name }) => wrong(`the members of the bundle \`${name}\` do not name it as theirs, or others do`)),
  ];
}

function snapshotsFit({ type, artifact, contentHash, snapshots }: PublishedSkill): boolean {
  const [first] = snapshots;
  const isFirst =
    first?.type === type && first.artifact.digest === artifact.digest && first.contentHash === contentHash;
  return isFirst && new Set(snapshots.map(({ version }) => version)).size === snapshots.length;
}

/** Files that the report describes otherwise than they are. */
export function compareServed(report: Report, files: TreeFiles): Problem[] {
  return servedFiles(report)
    .filter(({ path, url, digest, size }) => {
      if (!isOwnPath(path) || path.split("/").includes("..")) return true;
      const found = files.found(path);
      return (
        url !== urlOf({ base: report.origin }, path) ||
        (found !== undefined && (digest !== `sha256:${found.hex}` || size !== found.size))
      );
    })
    .map(({ path }) =>
      problem(
        "report-disagrees",
        { path: layout.report },
        { reason: `\`${path}\` has another address, digest or size` },
      ),
    );
}
