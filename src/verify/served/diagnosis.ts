import { type Blanks, type Details, fill } from "../../sentence.ts";
import { diagnosisKinds } from "./diagnosis-kinds.ts";

export type DiagnosisCode = keyof typeof diagnosisKinds;

/** The fault of a host that answers look like, and what to change. */
export interface Diagnosis {
  readonly code: DiagnosisCode;
  readonly message: string;
  readonly hint: string;
}

type BlanksOf<C extends DiagnosisCode> =
  | Blanks<(typeof diagnosisKinds)[C]["message"]>
  | Blanks<(typeof diagnosisKinds)[C]["hint"]>;

/** Gives a diagnosis of the given kind, with the blanks of its two sentences. */
export function diagnosis<C extends DiagnosisCode>(code: C, ...details: Details<BlanksOf<C>>): Diagnosis {
  const { message, hint } = diagnosisKinds[code];
  return { code, message: fill(message, details[0]), hint: fill(hint, details[0]) };
}
