import { type Document, LineCounter, YAMLMap, isAlias, isMap, isNode, parse, parseDocument, visit } from "yaml";
import { problem, type Problem, type Where } from "../problem.ts";
import { correct } from "./correct.ts";

/** Errors whose message from the parser speaks of the parser. */
export const IN_OWN_WORDS: Readonly<Record<string, readonly [reason: string, correction: string]>> = {
  DUPLICATE_KEY: ["a field is given twice", "Remove one of the two."],
  MULTIPLE_DOCS: ["it holds a second document", "Remove the line `...` or `---` inside it."],
  RESOURCE_EXHAUSTION: ["it is nested too deeply", "Write it flat."],
  NON_STRING_KEY: ["a key is a list or mapping, not text", "Write the key as plain text."],
};

/** The top-level mapping of a front matter, with positions in the file. */
export interface Mapping {
  readonly map: YAMLMap;
  readonly yaml: string;
  /** Place of an offset in the YAML text, as line, column and quoted line of the file. */
  readonly at: (offset: number) => Where;
}

/**
 * Parses front matter with the failsafe schema of YAML 1.2: text, mappings and sequences only, so that nothing is
 * turned into a number or a date on the way. Tags, anchors and aliases are refused.
 *
 * @param yaml text between the fences; its first line is line 2 of the file
 */
export function parseMapping(yaml: string, path: string): Mapping | Problem {
  const lines = new LineCounter();
  const quote = (line: number) => yaml.split("\n")[line]?.replace(/\r$/, "").slice(0, 200);
  const at = (offset: number): Where => {
    const { line, col } = lines.linePos(Math.min(offset, yaml.length));
    return { path, line: line + 1, column: col, quote: quote(line - 1) };
  };
  const invalid = (where: Where, reason: string, correction: string) =>
    problem("invalid-yaml", where, { reason, correction });

  const document = parseDocument(yaml, {
    schema: "failsafe",
    stringKeys: true,
    prettyErrors: false,
    logLevel: "error",
    lineCounter: lines,
  });
  const failure = document.errors.find(({ code }) => code === "RESOURCE_EXHAUSTION") ?? document.errors[0];
  if (failure) {
    const known = IN_OWN_WORDS[failure.code];
    const cause = known ? undefined : correct(yaml);
    if (!cause)
      return invalid(
        at(failure.pos[0]),
        ...(known ?? ([lowerFirst(failure.message), "Correct the quoted line."] as const)),
      );
    const where = { path, line: cause.line + 2, column: cause.column, quote: quote(cause.line) };
    return invalid(where, cause.reason, `Quote it: \`${cause.corrected}\``);
  }
  const unsupported = findUnsupported(document, yaml);
  if (unsupported) return problem("unsupported-yaml", at(unsupported.offset), { feature: unsupported.feature });
  if (document.contents === null) return { map: new YAMLMap(), yaml, at };
  if (isMap(document.contents)) return { map: document.contents, yaml, at };
  return invalid(
    { path, line: 2, column: 1 },
    "it is not a list of fields",
    "Write each field as `key: value` on a line of its own.",
  );
}

function findUnsupported(document: Document.Parsed, yaml: string): { feature: string; offset: number } | undefined {
  let feature: string | undefined;
  let offset = 0;
  visit(document, (_, node) => {
    if (!isNode(node)) return undefined;
    if (isAlias(node)) feature = "alias (`*`)";
    else if (node.tag !== undefined) feature = "tag (`!`)";
    else if (node.anchor !== undefined) feature = "anchor (`&`)";
    if (feature === undefined) return undefined;
    // The range of a node starts behind its tag and anchor.
    const start = node.range?.[0] ?? 0;
    offset = start - (isAlias(node) ? 0 : (/(?:[!&]\S*\s+)+$/.exec(yaml.slice(0, start))?.[0].length ?? 0));
    return visit.BREAK;
  });
  return feature === undefined ? undefined : { feature, offset };
}

const IS_NULL = /^(?:~|null|)$/i;

/** Plain scalars that no client can read as anything but text are not worth two more parses. */
const MAY_BE_OTHER = /^(?:[-+.\d]|(?:y|n|yes|no|on|off|true|false|null|~)$)/i;

/**
 * What clients make of a plain scalar: they read with the core schema of YAML 1.2 or with YAML 1.1, where `2024`,
 * `true`, `yes`, `~` and dates are not text.
 *
 * @returns the name of the other type, or undefined when every client reads text
 */
export function otherType(plain: string): string | undefined {
  if (!MAY_BE_OTHER.test(plain)) return undefined;
  for (const version of ["1.2", "1.1"] as const) {
    const value: unknown = parse(plain, { version, logLevel: "error" });
    if (value === null && IS_NULL.test(plain)) return "nothing (null)";
    if (value instanceof Date) return "a date";
    if (typeof value === "boolean" || typeof value === "number") return `a ${typeof value}`;
  }
  return undefined;
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
