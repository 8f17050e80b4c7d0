import { z } from "zod";
import { NAME, NAME_LIMIT } from "../skill.ts";
import { GENERATOR } from "../version.ts";

/** What is checked of a skill after the deploy, in the order of the checklist. */
const CHECKS = ["digest", "listing", "install", "activation"] as const;

/** Longest place, in UTF-16 units: a longer address or path is cut. */
const PLACE_LIMIT = 2048;

/** Longest note, in UTF-16 units. */
export const NOTE_LIMIT = 1000;

const Result = z.strictObject({
  skill: z.string().regex(NAME, "it is no name of a skill").max(NAME_LIMIT),
  digest: z
    .string()
    .regex(/^sha256:[0-9a-f]{64}$/, "it is not `sha256:` and 64 hex digits")
    .meta({ description: "Of the published artifact that was checked." }),
  check: z.enum(CHECKS).meta({
    description:
      "`digest`: the served bytes were hashed. `listing`: the archive was opened. `install`: the `skills` client installed it into an agent. `activation`: a person saw an agent read it.",
  }),
  outcome: z.enum(["pass", "fail", "incomplete", "unverifiable"]),
  when: z.iso.datetime("it is no time in UTC, such as 2026-01-31T09:30:00Z"),
  where: z
    .string()
    .min(1)
    .max(PLACE_LIMIT)
    .optional()
    .meta({ description: "The origin with its base path, or the folder; a person's observation has none." }),
  basis: z.enum(["build", "index"]).optional().meta({ description: "What the bytes were compared with." }),
  note: z.string().min(1).max(NOTE_LIMIT).optional(),
  by: z.string().min(1).max(100).meta({ description: "Name and version of the tool that recorded it." }),
});

/** The file of recorded results; results stand in the order they were recorded in. */
export const Results = z.strictObject({ format: z.literal(1), results: z.array(Result) }).meta({
  title: "skillpress results",
  description: "What was checked of published skills, when, and what came of it.",
});

export type Result = z.output<typeof Result>;
export type Check = Result["check"];

/** A result recorded by this version of the tool. Its keys are in the order of the schema. */
export function recorded({ skill, digest, check, outcome, when, where, basis, note }: Omit<Result, "by">): Result {
  return {
    skill,
    digest,
    check,
    outcome,
    when,
    ...(where !== undefined && { where: cut(where, PLACE_LIMIT) }),
    ...(basis !== undefined && { basis }),
    ...(note !== undefined && note !== "" && { note: cut(note, NOTE_LIMIT) }),
    by: GENERATOR,
  };
}

function cut(text: string, limit: number): string {
  return (text.length > limit ? `${text.slice(0, limit - 1)}…` : text).toWellFormed();
}

/** What a checklist asks about: the bytes of an artifact as they are served at an origin. */
export interface Published {
  readonly digest: string;
  /** Origin and base path. */
  readonly origin: string;
}

/** The result that counts for a check, and what it was about: these bytes here, these bytes elsewhere, or other bytes. */
export interface Standing {
  readonly result: Result;
  readonly about: "this" | "elsewhere" | "other-bytes";
}

const CLOSENESS = { this: 2, elsewhere: 1, "other-bytes": 0 } as const satisfies Record<Standing["about"], number>;

/**
 * The result that says most about what is published: the latest of those that come closest to it.
 *
 * @param results of one skill, in the order they were recorded in
 * @returns undefined when the check was never run
 */
export function standingOf(results: readonly Result[], check: Check, published: Published): Standing | undefined {
  return results
    .filter((result) => result.check === check)
    .map((result): Standing => ({ result, about: aboutWhat(result, published) }))
    .toReversed() // of equal times the one recorded last
    .toSorted(
      (a, b) => CLOSENESS[b.about] - CLOSENESS[a.about] || Date.parse(b.result.when) - Date.parse(a.result.when),
    )[0];
}

function aboutWhat({ check, digest, where = "" }: Result, published: Published): Standing["about"] {
  if (digest !== published.digest) return "other-bytes";
  return check === "activation" || where.replace(/\/$/, "") === published.origin ? "this" : "elsewhere";
}

/** The bytes of a file of results, one result a line, so that a change of the file shows as added lines. */
export function encodeResults(results: readonly Result[]): Buffer {
  const lines = results.map((result) => JSON.stringify(result)).join(",\n");
  return Buffer.from(`{"format":1,"results":[\n${lines}\n]}\n`);
}
