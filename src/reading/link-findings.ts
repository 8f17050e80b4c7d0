import { type Finding, finding } from "./codes.ts";
import type { Include } from "./includes.ts";
import type { Link } from "./links.ts";
import { isWithin } from "./paths.ts";
import type { Policy } from "./policy.ts";
import type { RegularFile } from "./tree.ts";

/** The skill whose `SKILL.md` has the links. */
interface Source {
  readonly folder: string;
  readonly includes: readonly Include[];
}

/** Judges the links of one file: those that lead nowhere, and those of a `SKILL.md` that are dead once it is installed. */
export function judgeLinks(
  { path, links, skill }: { path: string; links: readonly Link[]; skill: Source | undefined },
  files: ReadonlyMap<string, RegularFile>,
  policy: Policy,
): Finding[] {
  return links.flatMap(({ written, path: target, line }) => {
    // Nothing is told about what is withheld.
    if (target !== undefined && policy.withheld(target) !== undefined) return [];
    const details = { target: written.slice(0, 200) };
    if (target === undefined || !files.has(target)) return [finding("broken_link", { path, line }, details)];
    const isDelivered = !skill || isWithin(target, skill.folder) || skill.includes.some((each) => each.path === target);
    return isDelivered ? [] : [finding("link_leaves_skill", { path, line }, details)];
  });
}
