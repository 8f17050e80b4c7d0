import type { Problem } from "../problem.ts";
import { painter, problemText } from "../terminal.ts";

/** Thrown inside Astro when the source cannot be published, so that the build stops before anything is written. */
export class Refusal extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], base: string) {
    const shown = problems
      .filter(({ severity }) => severity !== "note")
      .map((each) => problemText(each, { paint: painter(false), base }));
    super(`Nothing was published.\n\n${shown.join("\n\n")}\n`);
    this.name = "Refusal";
    this.problems = problems;
  }
}
