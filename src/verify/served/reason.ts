import { type Blanks, type Details, fill } from "../../sentence.ts";
import type { Outcome } from "./outcome.ts";
import { worst } from "./outcome.ts";
import { type Gravity, reasonKinds } from "./reason-kinds.ts";

export type ReasonCode = keyof typeof reasonKinds;

/** Why something is not verified, or what to know although it is: how grave it is, what was found, what to change. */
export interface Reason {
  readonly code: ReasonCode;
  readonly severity: Gravity;
  readonly message: string;
  readonly hint: string;
}

type BlanksOf<C extends ReasonCode> =
  | Blanks<(typeof reasonKinds)[C]["message"]>
  | Blanks<(typeof reasonKinds)[C]["hint"]>;

/**
 * Gives a reason of the given kind.
 *
 * @param code its permanent code
 * @param details the blanks of its two sentences
 */
export function reason<C extends ReasonCode>(code: C, ...details: Details<BlanksOf<C>>): Reason {
  const { severity, message, hint } = reasonKinds[code];
  return { code, severity, message: fill(message, details[0]), hint: fill(hint, details[0]) };
}

/** What some reasons come to. */
export function outcomeOf(reasons: readonly Pick<Reason, "severity">[]): Outcome {
  return worst(reasons.map(({ severity }) => (severity === "warning" ? "verified" : severity)));
}
