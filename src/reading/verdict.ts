import type { Role } from "./placement.ts";
import type { Policy, Withheld } from "./policy.ts";
import type { Listing, SkipCode } from "./tree.ts";

/**
 * What becomes of a file. `served` files are listed; `readable` ones can be read but are in no list and no search;
 * `withheld` ones are for nobody; `skipped` ones were not looked at.
 */
export type Verdict =
  | { readonly access: "served"; readonly code: Role | "include"; readonly isSearched: boolean }
  | { readonly access: "readable"; readonly code: "overview" | "linked" | "broken_skill" | "failed_manifest" }
  | { readonly access: "withheld"; readonly code: Withheld | "not_served" }
  | { readonly access: "skipped"; readonly code: SkipCode };

/** What a verdict follows from. */
interface Facts {
  readonly listing: Listing;
  readonly policy: Policy;
  readonly roleOf: (path: string) => Role | "include" | undefined;
  readonly isSearched: (path: string) => boolean;
  readonly overviews: ReadonlySet<string>;
  readonly linked: ReadonlySet<string>;
  readonly broken: ReadonlySet<string>;
}

/** The verdict on one entry of the tree: the first of the decision order that applies. */
export function verdictOf(path: string, facts: Facts): Verdict {
  const skip = facts.listing.skipped.get(path);
  if (skip !== undefined) return { access: "skipped", code: skip };
  if (facts.policy.failed.has(path)) return { access: "readable", code: "failed_manifest" };
  const reason = facts.policy.withheld(path);
  if (reason !== undefined) return { access: "withheld", code: reason };
  const role = facts.roleOf(path);
  if (role !== undefined) return { access: "served", code: role, isSearched: facts.isSearched(path) };
  if (facts.overviews.has(path)) return { access: "readable", code: "overview" };
  if (facts.linked.has(path)) return { access: "readable", code: "linked" };
  if (facts.broken.has(path)) return { access: "readable", code: "broken_skill" };
  return { access: "withheld", code: "not_served" };
}
