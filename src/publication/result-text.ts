import { visible } from "../visible.ts";
import type { Check, Result, Standing } from "./results.ts";

const OUTCOMES = {
  pass: "passed",
  fail: "failed",
  incomplete: "incomplete",
  unverifiable: "unverifiable",
} as const satisfies Record<Result["outcome"], string>;

const RUNS = {
  digest: "`skillpress verify`",
  listing: "`skillpress verify`",
  install: "the `skills` client",
  activation: "seen by a person",
} as const satisfies Record<Check, string>;

const BASES = {
  build: "compared with the build",
  index: "compared with the index",
} as const satisfies Record<NonNullable<Result["basis"]>, string>;

/** What was run, when, with what outcome, as Markdown of one line; what a person wrote stays text. */
export function resultText(standing: Standing | undefined): string {
  if (!standing) return "**Not run.**";
  const { about, result } = standing;
  const { outcome, check, when, where, basis, note, by } = result;
  const word = OUTCOMES[outcome];
  const facts = [
    `${when.slice(0, "2026-01-31".length)} ${when.slice("2026-01-31T".length, "2026-01-31T09:30".length)} UTC`,
    RUNS[check] + (where === undefined ? "" : ` ${place(where)}`),
    ...(basis === undefined ? [] : [BASES[basis]]),
    escaped(by),
  ].join(", ");
  const said = note === undefined ? "" : ` Note: ${escaped(note)}`;
  switch (about) {
    case "this":
      return `**${word.charAt(0).toUpperCase()}${word.slice(1)}**: ${facts}.${said}`;
    case "elsewhere":
      return `**Not run here.** These bytes elsewhere: ${word}, ${facts}.${said}`;
    case "other-bytes":
      return `**Not run for these bytes.** Other bytes: ${word}, ${facts}.${said}`;
  }
}

/** Folders are of somebody's machine, so their paths are not published. */
function place(where: string): string {
  return /^https?:\/\/[^\s`]+$/.test(where) ? `at \`${visible(where)}\`` : "in a folder";
}

/** Text of a stranger as one line of Markdown that makes no link, no HTML, no code and no emphasis of its own. */
function escaped(text: string): string {
  return visible(text.toWellFormed().replace(/\s+/g, " ").trim()).replace(
    /[\\`*_[\]<>&~|:@#$]|(?<=www)\./gi,
    (character) => `\\${character}`,
  );
}
