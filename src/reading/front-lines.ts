import { isMap, isScalar, isSeq, type Scalar } from "yaml";
import type { FrontMatter } from "./yaml.ts";

/** The fields that every client knows; their values are text to all of them. */
const KNOWN = new Set(["name", "description", "license", "compatibility", "allowed-tools", "metadata"]);
/** The field that is for readers of the repository only. */
const OWN = "skillcdn";

const PLAIN_KEY = /^(?!(?:true|false|null|yes|no|on|off)$)[a-z_][a-z0-9_-]*$/i;

/**
 * Writes the front matter of an assembled skill, in the order of its author, without the `skillcdn` field. Values of the known
 * fields become quoted text. Others keep the spelling of their author, so that what clients read as `true` or as a number
 * stays that; only what takes several lines is quoted.
 */
export function frontLines({ nodes, yaml }: FrontMatter): string[] {
  return nodes.items.flatMap(({ key, value }) => {
    const name = textOf(key);
    if (name === OWN) return [];
    const spelling = KNOWN.has(name) ? quoted : (scalar: Scalar) => asWritten(scalar, yaml);
    return entryLines(`${keyOf(name)}:`, value, spelling);
  });
}

type Spelling = (scalar: Scalar) => string;

/** A value behind its key or hyphen: on the same line, or on indented lines below. */
function entryLines(start: string, value: unknown, spelling: Spelling): string[] {
  if (isMap(value) && value.items.length > 0) {
    const lines = value.items.flatMap((pair) => entryLines(`${keyOf(textOf(pair.key))}:`, pair.value, spelling));
    return [start, ...lines.map(indented)];
  }
  if (isSeq(value) && value.items.length > 0) {
    return [start, ...value.items.flatMap((item) => entryLines("-", item, spelling)).map(indented)];
  }
  const text = isMap(value) ? "{}" : isSeq(value) ? "[]" : isScalar(value) ? spelling(value) : '""';
  return [text === "" ? start : `${start} ${text}`];
}

function indented(line: string): string {
  return `  ${line}`;
}

function quoted(scalar: Scalar): string {
  return quotedText(textOf(scalar));
}

/** A scalar on one line, with or without quotes, as it is; a missing one stays missing. */
function asWritten(scalar: Scalar, yaml: string): string {
  const [start, end] = scalar.range ?? [0, 0];
  const source = yaml.slice(start, end);
  const isOneLine = scalar.type === "PLAIN" || scalar.type === "QUOTE_SINGLE" || scalar.type === "QUOTE_DOUBLE";
  return isOneLine && !/[\r\n]/.test(source) ? source : quoted(scalar);
}

function keyOf(name: string): string {
  return PLAIN_KEY.test(name) ? name : quotedText(name);
}

/** Text as JSON writes it, which YAML reads alike once what it cannot hold is escaped. */
function quotedText(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function textOf(node: unknown): string {
  return isScalar(node) && typeof node.value === "string" ? node.value : "";
}
