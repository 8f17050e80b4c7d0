import { type Finding, finding } from "./codes.ts";
import type { DeclaredSkill } from "./declared.ts";
import { isWithin } from "./paths.ts";
import type { Placement } from "./placement.ts";
import type { Policy, Withheld } from "./policy.ts";
import type { RegularFile } from "./tree.ts";

/** A file that is delivered inside a skill. */
export interface Include {
  readonly path: string;
  /** True for a document outside the folder of the skill. */
  readonly isShared: boolean;
  /** `missing` and the two kinds of withheld look the same to the public. */
  readonly state: "usable" | "unreadable" | "missing" | Withheld;
}

/** The includes of one skill, in the order they are declared, without those that are dropped. */
export interface Includes {
  readonly includes: readonly Include[];
  readonly found: readonly Finding[];
}

/** What includes are looked up in. */
interface Sources {
  readonly files: ReadonlyMap<string, RegularFile>;
  readonly policy: Policy;
  readonly placement: Placement;
  /** True for a file that can be delivered: not too large, not binary, not unreadable. */
  readonly isText: (path: string) => boolean;
}

/**
 * Settles what a skill includes (SkillCDN Format, includes and shared pages): a file outside its folder that is no shared page
 * is dropped with a warning; a file that cannot be delivered stays, and makes the skill unavailable.
 */
export function includesOf(skill: DeclaredSkill, { files, policy, placement, isText }: Sources): Includes {
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
