import { problem, type Problem } from "../problem.ts";
import { layout, pages, urlOf } from "../publication/layout.ts";
import type { PublishedSet, PublishedSetVersion, Report } from "../publication/report.ts";
import { documentFault } from "../publication/set-documents.ts";
import type { TreeFiles } from "./files.ts";

/** A document of a set, and which version of it must lie there. */
export interface SetDocument {
  readonly kind: "manifest" | "lock";
  readonly set: string;
  readonly version: PublishedSetVersion;
}

/** Every document of the sets of a report by its path: each version's two, and those that follow the version. */
export function setDocuments(sets: readonly PublishedSet[]): ReadonlyMap<string, SetDocument> {
  return new Map(
    sets.flatMap(({ name: set, versions }) =>
      versions.flatMap((version, position) => {
        const at = (path: string, kind: SetDocument["kind"]) => [path, { kind, set, version }] as const;
        return [
          at(layout.setVersionManifest(set, version.version), "manifest"),
          at(layout.setVersionLock(set, version.version), "lock"),
          ...(position === 0 ? [at(layout.setManifest(set), "manifest"), at(layout.setLock(set), "lock")] : []),
        ];
      }),
    ),
  );
}

/** What a report says of its sets that cannot be, a clause each: a place that is not theirs, a pin of what is not published. */
export function setFaults({ origin, skills, sets }: Pick<Report, "origin" | "skills" | "sets">): string[] {
  const hashes = new Map(
    skills.flatMap(({ name, snapshots }) =>
      snapshots.map(({ version, contentHash }) => [`${name}@${version}`, contentHash] as const),
    ),
  );
  return sets.flatMap(({ name, page, manifest, lock, versions }) => {
    const [current] = versions;
    const places = [
      [manifest.path, layout.setManifest(name)],
      [lock.path, layout.setLock(name)],
      [page, urlOf({ base: origin }, pages.set(name))],
      ...versions.flatMap((each) => [
        [each.manifest.path, layout.setVersionManifest(name, each.version)],
        [each.lock.path, layout.setVersionLock(name, each.version)],
      ]),
    ];
    const follows = manifest.digest === current?.manifest.digest && lock.digest === current.lock.digest;
    const pins = versions.flatMap(({ version, members }) => members.map((member) => ({ version, ...member })));
    return [
      ...places
        .filter(([found, place]) => found !== place)
        .map(([found]) => `\`${found}\` is no place of the set \`${name}\``),
      ...(follows ? [] : [`the set \`${name}\` is not its newest version`]),
      ...pins
        .filter(
          ({ skill, snapshot, computedHash }) =>
            snapshot !== null && hashes.get(`${skill}@${snapshot}`) !== computedHash,
        )
        .map(
          ({ version, skill, snapshot }) =>
            `the set \`${name}\` ${version} pins \`${skill}@${snapshot}\` with other content than is published`,
        ),
    ];
  });
}

/** Checks the documents of every set in a tree: what they say, and that what they pin is published. */
export function verifySets(files: TreeFiles, report: Report): Problem[] {
  const disagrees = (path: string, reason: string) => problem("set-disagrees", { path }, { reason });
  return [
    ...setFaults(report).map((reason) => disagrees(layout.report, reason)),
    ...[...setDocuments(report.sets)].flatMap(([path, { kind, set, version }]) => {
      const bytes = files.read(path);
      if (!bytes) return [disagrees(path, "the document is missing")];
      const fault = documentFault(bytes, kind, { set, version, base: report.origin });
      return fault === undefined ? [] : [disagrees(path, `it ${fault}`)];
    }),
  ];
}
