import { byBytes } from "../order.ts";
import type { SkillSet } from "../options.ts";
import { problem, type Problem } from "../problem.ts";
import type { LockedMember } from "../skill-set/set-lock.ts";
import { judgePins } from "./judge-sets.ts";
import type { Origin } from "./origin.ts";
import type { Part } from "./pack.ts";
import type { Previous } from "./previous.ts";
import type { PublishedSet, PublishedSkill } from "./report.ts";
import { type PreviousVersion, readDocuments } from "./set-documents.ts";
import { judgeReuse, pinnedBefore, setHistory } from "./set-history.ts";
import { memberOf } from "./set-locator.ts";
import { describeSet, documentsOf, foreignMembers, judgeSize, lockSet, ownMembers, type OwnSkill } from "./sets.ts";

/** What a member that is published elsewhere was found to be; or why it could not be installed, in one clause. */
export type Resolved = LockedMember | { readonly reason: string };

/** Installs members that are published elsewhere, given by their locators, and says what each of them is. */
export type Resolve = (locators: readonly string[]) => Promise<ReadonlyMap<string, Resolved>>;

/** What sets are made from. */
interface Setting {
  readonly sets: readonly SkillSet[];
  readonly origin: Origin;
  /** The publication that is replaced, if any. */
  readonly previous: Previous | undefined;
  /** Only asked when there is a member to resolve. */
  readonly resolve: Resolve;
}

/** The sets of a publication, while its skills are added. */
export interface SetComposer {
  /** Notes a skill, as far as sets have to know it. */
  readonly add: (part: Pick<Part, "entry" | "line">) => void;
  /**
   * Locks every set, and writes its documents and those of earlier versions.
   *
   * @param write told each path and its bytes; not called when there is an error
   * @throws Halt `previous-unusable`
   */
  readonly end: (write: (path: string, bytes: Uint8Array) => void) => Promise<ComposedSets>;
}

/** The sets as the report has them, and what is wrong or to be said. */
interface ComposedSets {
  readonly published: readonly PublishedSet[];
  readonly problems: readonly Problem[];
}

/** Opens the sets of a publication. They have been judged as far as they can be without their members. */
export function openSets({ sets, origin, previous, resolve }: Setting): SetComposer {
  const wanted = ownMembers(sets).union(previous ? pinnedBefore(previous.report) : new Set<string>());
  const own = new Map<string, OwnSkill>();

  return {
    add: ({ entry: { name }, line }) => {
      if (!wanted.has(name)) return;
      const { contentHash, snapshots }: PublishedSkill = JSON.parse(line);
      own.set(name, { contentHash, snapshots: snapshots.map(({ version }) => version) });
    },

    end: async (write) => {
      const locators = foreignMembers(sets);
      const resolved = locators.length === 0 ? new Map<string, Resolved>() : await resolve(locators);
      const unresolved = judgeResolved(sets, resolved);
      if (unresolved.length > 0) return { published: [], problems: unresolved };
      const foreign = new Map([...resolved].flatMap(([locator, each]) => ("reason" in each ? [] : [[locator, each]])));

      const locked = sets
        .toSorted((a, b) => byBytes(a.name, b.name))
        .map((set) => ({ set, locked: lockSet(set, { own, foreign }, origin) }));
      const judge = async (each: (typeof locked)[number]) => [
        ...judgeSize(each.set.name, each.locked),
        ...(previous ? await judgeReuse(each.set, each.locked, { previous, origin }) : []),
      ];
      const errors = judgePins(
        locked.flatMap(({ set, locked: { described } }) =>
          described.members.map((member) => ({ set: set.name, ...member })),
        ),
      );
      for (const each of locked) errors.push(...(await judge(each)));
      if (errors.length > 0) return { published: [], problems: errors };

      const history =
        previous && setHistory(new Map(locked.map((each) => [each.set.name, each.locked])), { previous, origin, own });
      const published: PublishedSet[] = [];
      for (const { set, locked: current } of locked) {
        for (const [path, bytes] of documentsOf(set.name, current)) write(path, bytes);
        const earlier = history?.carried.get(set.name) ?? [];
        const read = (version: PreviousVersion) =>
          previous ? readDocuments(previous, { set: set.name, version, origin }) : [];
        // One version at a time is held.
        for (const version of earlier) for (const [path, bytes] of await read(version)) write(path, bytes);
        published.push(describeSet(set, current, { earlier, origin }));
      }
      return { published, problems: history?.problems ?? [] };
    },
  };
}

/** Why members that are published elsewhere are not known. */
function judgeResolved(sets: readonly SkillSet[], resolved: ReadonlyMap<string, Resolved>): Problem[] {
  return sets.flatMap(({ name: set, members }) =>
    members.flatMap((text) => {
      const member = memberOf(text);
      if ("own" in member) return [];
      const { locator } = member;
      const found = resolved.get(locator) ?? { reason: "it was not installed" };
      return "reason" in found ? [problem("set-member-unresolved", {}, { set, locator, reason: found.reason })] : [];
    }),
  );
}
