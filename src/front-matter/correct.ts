/** A line of broken YAML with a likely cause, and the same line written correctly. */
export interface Correction {
  /** Line of the YAML text, from 0. */
  readonly line: number;
  /** Column of the offending character, from 1. */
  readonly column: number;
  readonly reason: string;
  readonly corrected: string;
}

const FIELD = /^([A-Za-z_][\w.-]*):[ \t]+(\S.{0,2000})$/;
const INDICATOR = /^(?:[[\]{}&*!%@`>|]|[-?] |"[^"]*"\s*\S|'[^']*'\s*[^'\s])/;
const OPEN_QUOTE = /^(?:"(?:[^"\\]|\\.)*|'(?:[^']|'')*)$/;

/**
 * Finds the field that most likely broke the YAML, after it failed to parse: a value that starts with a character that
 * means something in YAML, or one that contains a colon and a blank.
 */
export function correct(yaml: string): Correction | undefined {
  const lines = yaml.split("\n").map((line) => line.trimEnd());
  const fields = lines.flatMap((text, line) => {
    const match = FIELD.exec(text);
    if (!match) return [];
    const [, key = "", value = ""] = match;
    return isClosed(wholeValue(value, lines.slice(line + 1)))
      ? []
      : [{ line, key, value, column: text.indexOf(value, key.length + 1) + 1 }];
  });

  const marked = fields.find(({ value }) => INDICATOR.test(value));
  if (marked) {
    const { line, column, key, value } = marked;
    return {
      line,
      column,
      reason: `the value of \`${key}\` starts with \`${value[0]}\`, which means something in YAML`,
      corrected: quoted(key, value),
    };
  }
  const open = fields.find(({ value }) => OPEN_QUOTE.test(value));
  if (open) {
    const { line, column, key, value } = open;
    return {
      line,
      column,
      reason: `the quote that opens the value of \`${key}\` is never closed`,
      corrected: quoted(key, value.slice(1)),
    };
  }
  const split = fields.find(({ value }) => /:(?: |$)/.test(value));
  if (!split) return undefined;
  const { line, key, value } = split;
  const column = split.column + value.search(/:(?: |$)/);
  return {
    line,
    column,
    reason: `the value of \`${key}\` contains a colon and a blank`,
    corrected: quoted(key, value),
  };
}

/** A value with the indented lines that belong to it. */
function wholeValue(value: string, following: readonly string[]): string {
  const end = following.findIndex((line) => /^\S/.test(line));
  return [value, ...following.slice(0, end === -1 ? following.length : end)].join("\n").trimEnd();
}

/** Quoted text, a flow collection or a block scalar that is complete is not the culprit. */
function isClosed(value: string): boolean {
  return /^(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*'|[|>][-+0-9]*(?:\n[\s\S]*)?|\[[\s\S]*\]|\{[\s\S]*\})$/.test(value);
}

function quoted(key: string, value: string): string {
  return `${key}: ${JSON.stringify(value)}`;
}
