import { byBytes } from "../order.ts";
import type { Locator } from "../skill-set/locator.ts";

/** What a set wants to be in the folder of a skill. */
export interface Claim {
  readonly set: string;
  readonly locator: string;
  /** `source` and `ref` of the locator. */
  readonly from: Pick<Locator, "source" | "ref">;
  /** Undefined when the locator names none and nothing was installed for it. */
  readonly skill: string | undefined;
  /** Its content hash, by the set's lock or as it was installed; undefined when nothing says it. */
  readonly hash: string | undefined;
}

/** Claims that cannot all be met. */
export interface Conflict {
  /** The skill that is wanted in two forms, or the source that is wanted at two refs. */
  readonly about: { readonly skill: string } | { readonly source: string };
  readonly claims: readonly Claim[];
}

/**
 * Finds what no project can hold at the same time: one skill with two contents, one skill from two sources when no hash
 * says that they are the same, and one source at two refs.
 */
export function findConflicts(claims: readonly Claim[]): Conflict[] {
  const bySkill = Map.groupBy(
    claims.filter(({ skill }) => skill !== undefined),
    ({ skill }) => skill ?? "",
  );
  const bySource = Map.groupBy(
    claims.filter(({ from }) => from.ref !== undefined),
    ({ from }) => from.source,
  );
  return [
    ...inOrder(bySkill)
      .filter(([, each]) => each.some((one) => each.some((other) => !agree(one, other))))
      .map(([skill, each]) => ({ about: { skill }, claims: each })),
    ...inOrder(bySource)
      .filter(([, each]) => new Set(each.map(({ from }) => from.ref)).size > 1)
      .map(([source, each]) => ({ about: { source }, claims: each })),
  ];
}

function agree(one: Claim, other: Claim): boolean {
  if (one.hash !== undefined && other.hash !== undefined) return one.hash === other.hash;
  return one.from.source === other.from.source && one.from.ref === other.from.ref;
}

function inOrder(groups: ReadonlyMap<string, Claim[]>): [string, Claim[]][] {
  return [...groups].toSorted(([a], [b]) => byBytes(a, b));
}
