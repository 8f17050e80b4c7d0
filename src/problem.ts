import { byBytes } from "./order.ts";
import { kinds, type Severity } from "./problem-kinds.ts";
import { type Blanks, type Details, fill } from "./sentence.ts";

export type Code = keyof typeof kinds;

/** A place: `path` is relative to what was examined, line and column count from 1, `quote` is the line as written. */
export interface Where {
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly quote?: string | undefined;
}

/** One finding: what is wrong, where, and what to do. Plain data, the same on the terminal, in JSON and in the report. */
export interface Problem extends Where {
  readonly code: Code;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string;
}

type BlanksOf<C extends Code> = Blanks<(typeof kinds)[C]["message"]> | Blanks<(typeof kinds)[C]["hint"]>;

/**
 * Makes a problem of the given kind.
 *
 * @param code its permanent code
 * @param where path, line and column, as far as they apply
 * @param details the blanks of its two sentences
 */
export function problem<C extends Code>(code: C, where: Where, ...details: Details<BlanksOf<C>>): Problem {
  const { severity, message, hint } = kinds[code];
  return { code, severity, ...where, message: fill(message, details[0]), hint: fill(hint, details[0]) };
}

/** Thrown when the request or the machine is at fault: one or more problems of severity `halt`, exit code 2. */
export class Halt extends Error {
  readonly problems: readonly Problem[];

  constructor(...problems: readonly Problem[]) {
    super(problems.map(({ message, hint }) => `${message} ${hint}`).join("\n"));
    this.name = "Halt";
    this.problems = problems;
  }
}

/** Problems in the one order they are shown in, whatever the order they were found in. */
export function sorted(problems: Iterable<Problem>): Problem[] {
  return [...problems].toSorted(
    (a, b) =>
      byBytes(a.path ?? "", b.path ?? "") ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0) ||
      byBytes(a.code, b.code) ||
      byBytes(a.message, b.message),
  );
}
