import { correct } from "../front-matter/correct.ts";

/** Why front matter could not be read, in words for its author. */
export interface Hint {
  /** Line of the YAML text, from 0; undefined when none is to blame. */
  readonly line?: number | undefined;
  readonly reason: string;
  readonly correction: string;
}

/** Longest part of a line that is looked at. */
const LINE_LIMIT = 2000;

const FIELD = /^([A-Za-z_][\w.-]*):[ \t]+(\S.*)$/;
const INDICATOR = /^[[\]{}&*!%@`]/;
const COLON = /:(?:[ \t]|$)/;

/**
 * Finds the value that most likely broke the YAML, after it failed (SkillCDN Format, the three YAML mistakes): one that
 * starts with a character that means something in YAML, or one that contains a colon and a blank, on its own line or on
 * one that continues it.
 */
export function hintFor(yaml: string): Hint | undefined {
  const cause = correct(yaml);
  if (cause) return { line: cause.line, reason: cause.reason, correction: `Quote it: \`${cause.corrected}\`` };

  const lines = yaml.split("\n").map((line) => line.trimEnd().slice(0, LINE_LIMIT));
  let open: string | undefined;
  for (const [line, text] of lines.entries()) {
    const [, key, value = ""] = FIELD.exec(text) ?? [];
    if (key !== undefined) {
      if (INDICATOR.test(value)) {
        const reason = `the value of \`${key}\` starts with \`${value[0]}\`, which means something in YAML`;
        return { line, reason, correction: "Quote the value." };
      }
      open = /^["'|>]/.test(value) ? undefined : key;
    } else if (!/^[ \t]/.test(text)) open = undefined;
    else if (open !== undefined && COLON.test(text)) {
      const reason = `the value of \`${open}\` contains a colon and a blank`;
      return { line, reason, correction: `Quote the value, or write it as a block: \`${open}: >-\`.` };
    }
  }
  return undefined;
}
