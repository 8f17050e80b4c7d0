import type { Problem } from "../../src/problem.ts";

/** Problems as one line each: severity, code, and the place as far as it is known. */
export function brief(problems: readonly Problem[]): string[] {
  return problems.map(({ severity, code, path, line, column }) =>
    [severity, code, [path, line, column].filter((part) => part !== undefined).join(":")]
      .filter((part) => part !== "")
      .join(" "),
  );
}

/** The codes of problems, each once, in byte order. */
export function codes(problems: readonly Problem[]): string[] {
  return [...new Set(problems.map(({ code }) => code))].toSorted();
}
