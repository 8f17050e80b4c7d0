import { contentHash } from "../artifact/content-hash.ts";
import { manifestOfSkill } from "../artifact/manifest.ts";
import { problem, type Problem } from "../problem.ts";
import { versionOf } from "./layout.ts";
import type { Origin } from "./origin.ts";
import type { Part } from "./pack.ts";
import type { Previous, PreviousSnapshot } from "./previous.ts";
import type { PublishedSkill, PublishedSnapshot } from "./report.ts";
import { describeSnapshot, writeSnapshot } from "./snapshot.ts";
import { summed } from "./sums.ts";
import type { Tree } from "./write/tree.ts";

/** What a publisher says about earlier snapshots. */
export interface CarryOptions {
  /** Names of the skills whose earlier snapshots are kept; undefined for all. */
  readonly keep: readonly string[] | undefined;
  /** Snapshots that are published no longer, as NAME@VERSION. */
  readonly withdraw: readonly string[];
  /** Sets that are published; what an earlier version of them pins is kept. */
  readonly sets: readonly { readonly name: string }[];
}

/** Where snapshots are carried to, and from. */
interface Way {
  readonly tree: Tree;
  readonly origin: Origin;
  /** Undefined when there is nothing to carry. */
  readonly previous: Previous | undefined;
}

/** Carries earlier snapshots into a publication, one skill after the other. */
export interface Carrier {
  /**
   * Writes the earlier snapshots of a skill that was packed, and adds them to what the report says of it. Only artifacts
   * come from the publication before; what lies beside them is made anew.
   *
   * @throws Halt `previous-unusable`
   */
  readonly carry: (part: Part) => Promise<{ readonly part: Part; readonly problems: readonly Problem[] }>;
  /** What became of the snapshots of skills that are not published. */
  readonly leave: (published: ReadonlySet<string>, internal: ReadonlySet<string>) => Problem[];
}

/** Opens the way from one publication to the next. */
export function openCarrier({ tree, origin, previous }: Way, options: CarryOptions): Carrier {
  const report = previous?.report;
  const earlier = new Map(report?.skills.map(({ name, snapshots }) => [name, snapshots]));
  const withdrawn = new Set(options.withdraw);
  const unknown = new Set(options.withdraw);
  const pinned = report?.origin === origin.base ? pinsOf(report.sets, options.sets) : new Set<string>();
  const kept = options.keep && new Set(options.keep);

  const idOf = (name: string, version: string) => {
    const id = `${name}@${version}`;
    unknown.delete(id);
    return id;
  };
  /** Why a snapshot of a skill that is published is not carried; undefined when it is. */
  const whyDropped = (name: string, id: string): string | undefined => {
    if (withdrawn.has(id)) return "it is withdrawn";
    return kept && !kept.has(name) && !pinned.has(id) ? "`keep` does not name the skill" : undefined;
  };

  const move = async (name: string, snapshot: PreviousSnapshot, from: Previous): Promise<Moved> => {
    const { bytes, files, frontMatter } = await from.open(name, snapshot);
    const out = summed(tree);
    const manifested = manifestOfSkill(files);
    const manifest = "fault" in manifested ? undefined : manifested;
    const { type, artifact } = snapshot;
    const hash = contentHash([...files].map(([path, file]) => [path, file.bytes]));
    const described = describeSnapshot({ name, type, artifact, manifest, contentHash: hash }, origin);
    const { description } = frontMatter;
    const entry = { name, type, description, url: described.artifact.url, digest: artifact.digest };
    writeSnapshot(out, described, { entry, artifact: bytes, manifest });
    return { described, sums: out.sums };
  };

  return {
    carry: async (part) => {
      const { name, digest } = part.entry;
      const current = idOf(name, versionOf(digest));
      const problems: Problem[] = [];
      const moved: Moved[] = [];
      if (withdrawn.has(current)) problems.push(problem("withdrawn-still-published", {}, { snapshot: current }));
      for (const snapshot of earlier.get(name) ?? []) {
        const id = idOf(name, snapshot.version);
        const found = snapshot.artifact.digest;
        const reason = whyDropped(name, id);
        if (id === current) {
          if (found !== digest) problems.push(problem("snapshot-reused", {}, { snapshot: id, found, digest }));
        } else if (reason !== undefined) problems.push(problem("snapshot-dropped", {}, { snapshot: id, reason }));
        else if (previous) moved.push(await move(name, snapshot, previous));
      }
      return { part: moved.length === 0 ? part : withSnapshots(part, moved), problems };
    },

    leave: (published, internal) => {
      const dropped = [...earlier].flatMap(([name, snapshots]) => {
        if (published.has(name)) return [];
        const reason = internal.has(name) ? "the skill is internal now" : "the source does not have the skill any more";
        return snapshots.map(({ version }) =>
          problem("snapshot-dropped", {}, { snapshot: idOf(name, version), reason }),
        );
      });
      const strangers = (options.keep ?? []).filter((name) => !published.has(name) && !earlier.has(name));
      return [
        ...dropped,
        ...strangers.map((name) => problem("kept-unknown", {}, { name })),
        ...[...unknown].map((snapshot) => problem("withdrawn-unknown", {}, { snapshot })),
      ];
    },
  };
}

/** A snapshot that was carried. */
interface Moved {
  readonly described: PublishedSnapshot;
  readonly sums: ReadonlyMap<string, string>;
}

function withSnapshots({ line, sums, ...part }: Part, moved: readonly Moved[]): Part {
  const skill: PublishedSkill = JSON.parse(line);
  const snapshots = [...skill.snapshots, ...moved.map(({ described }) => described)];
  return {
    ...part,
    line: JSON.stringify({ ...skill, snapshots }),
    sums: new Map([...sums, ...moved.flatMap((each) => [...each.sums])]),
  };
}

/** What versions of sets that are still published pin, as NAME@VERSION. */
function pinsOf(sets: Previous["report"]["sets"], published: CarryOptions["sets"]): ReadonlySet<string> {
  const names = new Set(published.map(({ name }) => name));
  const versions = sets.filter(({ name }) => names.has(name)).flatMap((set) => set.versions);
  const members = versions.flatMap((each) => each.members);
  return new Set(members.flatMap(({ skill, snapshot }) => (snapshot === null ? [] : [`${skill}@${snapshot}`])));
}
