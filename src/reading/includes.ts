import { type Finding, finding } from "./codes.ts";
import type { DeclaredSkill } from "./declared.ts";
import { isWithin } from "./paths.ts";
import type { Placement } from "./placement.ts";
import type { Policy, Withheld } from "./policy.ts";
import { remembered } from "./remembered.ts";
import { invisibleIn } from "./text-findings.ts";
import type { RegularFile } from "./tree.ts";

/** A file that is delivered inside a skill. */
export interface Include {
  readonly path: string;
  /** True for a document outside the folder of the skill. */
  readonly isShared: boolean;
  /** `missing` and the two kinds of withheld look the same to the public. */
  readonly state: "usable" | "unreadable" | "missing" | Withheld;
}

/** The includes of the skills of a repository. */
export interface Includes {
  /** By folder of the skill, in the order they are declared, without those that are dropped. */
  readonly bySkill: ReadonlyMap<string, readonly Include[]>;
  /** Files that are served because their own skill includes them. */
  readonly own: ReadonlySet<string>;
  readonly found: readonly Finding[];
}

/** What includes are looked up in. */
interface Sources {
  readonly files: ReadonlyMap<string, RegularFile>;
  readonly policy: Policy;
  readonly placement: Placement;
  /** The text of a file that can be delivered: not too large, not binary, not unreadable. */
  readonly textOf: (path: string) => string | undefined;
}

/**
 * Settles what skills include (SkillCDN Format, includes and shared pages): a file outside the folder that is no shared page
 * is dropped with a warning; a file that cannot be delivered stays, and makes the skill unavailable.
 */
export function settleIncludes(skills: Iterable<DeclaredSkill>, sources: Sources): Includes {
  const isText = remembered((path) => sources.textOf(path) !== undefined);
  const settled = [...skills].map((skill) => ({ folder: skill.folder, ...includesOf(skill, { ...sources, isText }) }));
  const all = settled.flatMap(({ includes }) => includes);
  const delivered = new Set(all.filter(({ state }) => state === "usable").map(({ path }) => path));
  return {
    bySkill: new Map(settled.map(({ folder, includes }) => [folder, includes])),
    own: new Set(all.filter(({ isShared }) => !isShared).map(({ path }) => path)),
    found: [
      ...settled.flatMap(({ found }) => found),
      ...[...delivered].flatMap((path) => invisibleIn(sources.textOf(path) ?? "", path)),
    ],
  };
}

function includesOf(
  skill: DeclaredSkill,
  { files, policy, placement, isText }: Omit<Sources, "textOf"> & { isText: (path: string) => boolean },
): { includes: Include[]; found: Finding[] } {
  const { path } = skill;
  const found: Finding[] = [];
  const includes = skill.include.flatMap((include): Include[] => {
    const isShared = !isWithin(include, skill.folder);
    const file = files.get(include);
    const withheld = policy.withheld(include);
    if (isShared && (!file || withheld !== undefined || !isSharedPage(include, skill, placement))) {
      const reason = `\`${include}\` is outside the skill and no document that it can share`;
      found.push(finding("ignored_field", { path }, { field: "skillcdn.include", reason }));
      return [];
    }
    const state = withheld ?? (file ? (isText(include) ? "usable" : "unreadable") : "missing");
    if (state !== "usable") found.push(finding("file_unavailable", { path }, { include }));
    return [{ path: include, isShared, state }];
  });
  return { includes, found };
}

function isSharedPage(path: string, skill: DeclaredSkill, { ownerOf, governing, roleOf }: Placement): boolean {
  const reach = governing(path)?.folder ?? "";
  return ownerOf(path) === undefined && roleOf(path) === "document" && isWithin(skill.folder, reach);
}
