import type { Role } from "./placement.ts";
import type { Withheld } from "./policy.ts";
import type { SkipCode } from "./tree.ts";

/**
 * What becomes of a file. `served` files are listed; `readable` ones can be read but are in no list and no search;
 * `withheld` ones are for nobody; `skipped` ones were not looked at.
 */
export type Verdict =
  | { readonly access: "served"; readonly code: Role | "include"; readonly isSearched: boolean }
  | { readonly access: "readable"; readonly code: "overview" | "linked" | "broken_skill" | "failed_manifest" }
  | { readonly access: "withheld"; readonly code: Withheld | "not_served" }
  | { readonly access: "skipped"; readonly code: SkipCode };
