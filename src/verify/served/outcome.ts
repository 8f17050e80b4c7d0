/** What a verification can come to, the worst first: an earlier one outweighs all later ones. */
export const OUTCOMES = ["failed", "incomplete", "unverifiable", "verified"] as const;

/**
 * `verified`: every listed artifact was fetched in full, hashed, and equal. `failed`: a definite answer contradicts the
 * promise. `incomplete`: there was no definite answer. `unverifiable`: a definite answer that offers nothing to check.
 */
export type Outcome = (typeof OUTCOMES)[number];

/** Outcomes whose exit code may be changed to 0 on request. */
export const ALLOWABLE = ["incomplete", "unverifiable"] as const;

export type Allowable = (typeof ALLOWABLE)[number];

const EXIT_CODES = { verified: 0, failed: 7, incomplete: 8, unverifiable: 9 } as const satisfies Record<
  Outcome,
  number
>;

/** The worst of some outcomes; `verified` when there are none. */
export function worst(outcomes: Iterable<Outcome>): Outcome {
  const found = new Set(outcomes);
  return OUTCOMES.find((outcome) => found.has(outcome)) ?? "verified";
}

/** The exit code of an outcome. `failed` is 7 whatever is allowed. */
export function exitCodeOf(outcome: Outcome, allowed: readonly Allowable[]): number {
  return allowed.some((each) => each === outcome) ? 0 : EXIT_CODES[outcome];
}
