import { isDeepStrictEqual } from "node:util";
import { inc } from "semver";
import { byBytes } from "../order.ts";
import type { SkillSet } from "../options.ts";
import { problem, type Problem } from "../problem.ts";
import type { SetManifest } from "../skill-set/set-manifest.ts";
import type { Origin } from "./origin.ts";
import type { Previous, PreviousReport } from "./previous.ts";
import type { PublishedSetVersion } from "./report.ts";
import { type PreviousVersion, readManifest } from "./set-documents.ts";
import type { LockedSet, OwnSkill } from "./sets.ts";

/** Names of the skills that set versions of the publication before pin. */
export function pinnedBefore({ sets }: PreviousReport): ReadonlySet<string> {
  const members = sets.flatMap(({ versions }) => versions.flatMap((version) => version.members));
  return new Set(members.flatMap(({ skill, snapshot }) => (snapshot === null ? [] : [skill])));
}

/** What decides whether a set version of the publication before is published again. */
export interface Terms {
  readonly previous: Previous;
  readonly origin: Origin;
  /** Skills of this publication, with all their snapshots. */
  readonly own: ReadonlyMap<string, OwnSkill>;
}

/** Set versions that are published again by the name of their set, newest first; and what is to be said of all others. */
export interface History {
  readonly carried: ReadonlyMap<string, readonly PreviousVersion[]>;
  readonly problems: readonly Problem[];
}

/**
 * Decides what becomes of the set versions of the publication before: they are published again when their set still is, at
 * the same address, and with it every snapshot that they pin.
 *
 * @param sets by name, as they are published now
 */
export function setHistory(sets: ReadonlyMap<string, LockedSet>, { previous, origin, own }: Terms): History {
  const carried = new Map<string, PreviousVersion[]>();
  const problems: Problem[] = [];
  for (const { name, versions } of previous.report.sets) {
    const set = sets.get(name);
    for (const version of versions) {
      const isCurrent = version.version === set?.described.version;
      const lost = version.members.flatMap(({ skill, snapshot }) =>
        snapshot === null || own.get(skill)?.snapshots.includes(snapshot) === true ? [] : [`\`${skill}@${snapshot}\``],
      );
      const drop = (reason: string) =>
        void problems.push(problem("set-version-dropped", {}, { set: name, version: version.version, reason }));
      if (previous.report.origin !== origin.base) drop(`it was published for ${previous.report.origin}`);
      else if (!set) drop("the set is not in `sets` any more");
      else if (isCurrent) continue;
      else if (lost.length > 0) drop(`it pins ${lost.join(", ")}, which is not published any more`);
      else carried.set(name, [...(carried.get(name) ?? []), version]);
    }
  }
  return { carried, problems };
}

/** Says what differs when a version of a set was published before with other content. */
export async function judgeReuse(
  set: SkillSet,
  { described: { version, manifest, lock, members } }: LockedSet,
  { previous, origin }: Pick<Terms, "previous" | "origin">,
): Promise<Problem[]> {
  const versions = previous.report.sets.find(({ name }) => name === set.name)?.versions;
  const before = versions?.find((each) => each.version === version);
  if (!before || previous.report.origin !== origin.base) return [];
  if (before.manifest.digest === manifest.digest && before.lock.digest === lock.digest) return [];
  const changes = [
    ...describeChanges(before.members, members),
    ...(before.manifest.digest === manifest.digest ? [] : fieldChanges(await readManifest(previous, before), set)),
  ];
  const details = { changes: changes.join("; ") || "its documents differ", next: inc(version, "patch") ?? "another" };
  return [problem("set-version-reused", {}, { set: set.name, version, ...details })];
}

function fieldChanges(before: SetManifest, set: SkillSet): string[] {
  return (["description", "author", "homepage"] as const).flatMap((field) =>
    isDeepStrictEqual(before[field], set[field]) ? [] : [`\`${field}\` is another`],
  );
}

type Members = PublishedSetVersion["members"];

function describeChanges(before: Members, now: Members): string[] {
  const old = new Set(before.map(({ skill }) => skill));
  const current = new Set(now.map(({ skill }) => skill));
  const told = (members: Members, what: string) =>
    members.length === 0
      ? []
      : [
          `${members
            .map(({ skill }) => `\`${skill}\``)
            .toSorted(byBytes)
            .join(", ")} ${what}`,
        ];
  return [
    ...told(
      now.filter(({ skill }) => !old.has(skill)),
      "added",
    ),
    ...told(
      before.filter(({ skill }) => !current.has(skill)),
      "removed",
    ),
    ...told(
      now.filter(
        ({ skill, locator, computedHash }) =>
          old.has(skill) && !before.some((each) => each.locator === locator && each.computedHash === computedHash),
      ),
      "changed",
    ),
  ];
}
