import parse from "spdx-expression-parse";
import { type Known, knownLicence } from "./known.ts";
import { isLicenceFile } from "./name.ts";
import { readText } from "./text.ts";

/** Longest field that is a name; a longer one is the text of a licence. In UTF-16 units. */
const NAME_LIMIT = 120;

/** Most of an unknown licence's name that is shown, in UTF-16 units. */
const SHOWN_LIMIT = 80;

/** What a `license` field says: a licence, or nothing by itself. `pointer`: it names the place where to read. */
export type FieldReading = Known | "nothing" | "pointer";

/**
 * Reads a `license` field of a SKILL.md or a folder manifest (SkillCDN Format, "The `license` field").
 *
 * Of several licences the most closed one counts, even where the reader may choose: whoever serves a copy does not choose.
 * An exception of SPDX (`GPL-2.0-only WITH Classpath-exception-2.0`) only ever permits more, so it closes nothing.
 */
export function readField(written: string): FieldReading {
  const text = written.trim().replace(/\s+/g, " ");
  if (text === "") return "nothing";
  if (isPointer(text)) return "pointer";
  if (text.length > NAME_LIMIT) return readText(written);
  const parts = (partsOfExpression(text) ?? partsOfProse(text)).map((part) => knownLicence(normal(part)));
  if (!parts.every((part) => part !== undefined)) return { permissive: false, name: shown(text) };
  const names = [...new Set(parts.map(({ name }) => name))];
  return { permissive: parts.every(({ permissive }) => permissive), name: names.join(" / ") };
}

function isPointer(text: string): boolean {
  if (/^(?:see|refer to|in|as in|per)(?:[ :]|$)/i.test(text)) return true;
  if (/^(?:licen[sc]e|copying)(?:\.(?:md|txt))?(?: file)?$/i.test(text)) return true;
  if (/\.(?:md|txt)$/i.test(text)) return true;
  return /^https?:\/\/\S+$/i.test(text) && isLicenceFile(text.split(/[?#]/)[0]?.split("/").at(-1) ?? "");
}

/** The identifiers of an expression of SPDX; undefined when the text is none. */
function partsOfExpression(text: string): string[] | undefined {
  try {
    return identifiers(parse(text));
  } catch (error) {
    // The parser tells by throwing that a text is no expression, with an `Error` of no class of its own.
    if (!(error instanceof Error)) throw error;
    return undefined;
  }
}

function identifiers(expression: parse.Info): string[] {
  return "license" in expression
    ? [expression.license]
    : [...identifiers(expression.left), ...identifiers(expression.right)];
}

function partsOfProse(text: string): string[] {
  return text
    .replace(/^\((.*)\)$/, "$1")
    .split(/ (?:or|and|with) |\//i)
    .map((part) => part.replace(/^[( ]+|[) ]+$/g, ""));
}

/** A name as the table has it: lower case, hyphens, without the words that mean nothing in it. */
function normal(part: string): string {
  return part
    .toLowerCase()
    .replaceAll(",", "")
    .replace(/[\s_]+/g, "-")
    .replace(/^the-/, "")
    .replace(/-?\bversion\b(?=-|$)/, "")
    .replace(/-licen[sc]e(?=-v?\d|$)/, "")
    .replace(/-(?:only|or-later)$/, "")
    .replace(/-v(?=\d)/, "-");
}

function shown(text: string): string {
  return text.length <= SHOWN_LIMIT ? text : `${text.slice(0, SHOWN_LIMIT).toWellFormed()}…`;
}
