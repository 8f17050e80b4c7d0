import { relative } from "node:path";
import type { Problem } from "../problem.ts";
import { annotation, problemText } from "../terminal.ts";
import type { Io } from "./io.ts";

/** Prints problems for people, and as annotations where GitHub Actions listens. `base` is put before their paths. */
export function show(problems: readonly Problem[], io: Io, base: string): void {
  for (const each of problems) io.err(`${problemText(each, { paint: io.paint, base })}\n\n`);
  if (io.environment["GITHUB_ACTIONS"] === "true") for (const each of problems) io.err(`${annotation(each, base)}\n`);
}

/** A path as the user would type it from where they stand. */
export function shown(path: string, { invokedFrom }: Pick<Io, "invokedFrom">): string {
  const typed = relative(invokedFrom, path);
  return typed === "" ? "." : typed.startsWith("../..") ? path : typed;
}

/** Shows on a terminal how many skills are packed. */
export function packing(io: Pick<Io, "progress">): (done: number, of: number) => void {
  return (done, of) => io.progress(`packing ${done} of ${of} skills`);
}
