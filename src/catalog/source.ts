import { fileAnchor, lineAnchor } from "./anchors.ts";
import { htmlLines, languageOfFile } from "./highlight.ts";
import { hiddenIn, visible } from "./visible.ts";

/** Most bytes of HTML that show texts on one page: it may have 1 MB, and 64 KB are for what is around them. */
export const HTML_LIMIT = (1024 - 64) * 1024;

/**
 * How many times larger than the file its HTML may be, numbers of lines excepted, and the bytes that even the shortest text may
 * have. Escaping a text makes it five times larger at most, so only colours and written out characters ever reach this.
 */
const GROWTH = 6;
const SHORT = 1024;

/** Bytes of markup of a line besides the ids of its file: elements, and the number three times. */
const LINE_MARKUP = 38 + 3 * 6;

/** A text file as a page shows it. */
export interface Source {
  /** Each line is a `span` with an id that holds a link to itself; without ids when there is no room for all of them. */
  readonly html: string;
  readonly numbered: boolean;
  /** How many lines end in CRLF; the return is not shown in the line. */
  readonly returns: number;
  /** Numbers of the lines with characters that cannot be seen, which are written out. */
  readonly hidden: readonly number[];
  /** Why nothing is shown, in words, when no page can show the text. */
  readonly unshown: string | undefined;
}

/** Most bytes of HTML that `renderSource` makes of a file. */
export function mostHtml({ path, size, lines }: { path: string; size: number; lines: number | null }): number {
  return limitFor(size) + (lines ?? 0) * (LINE_MARKUP + 2 * fileAnchor(path).length);
}

/** Renders the text of a file for reading, nothing of it interpreted. `path` gives the language and the ids. */
export function renderSource(bytes: Uint8Array, path: string): Source {
  const decoded = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const returns = decoded.split("\r\n").length - 1;
  const unified = returns === 0 ? decoded : decoded.replaceAll("\r\n", "\n");
  const text = unified.endsWith("\n") ? unified.slice(0, -1) : unified;
  const hidden = hiddenIn(text);
  const shown = hidden.length === 0 ? text : visible(text);
  const limit = limitFor(bytes.length);
  const lines = [languageOfFile(path), undefined]
    .map((language) => htmlLines(shown, language))
    .find((each) => sizeOf(each) <= limit);
  const none = { html: "", numbered: false, returns, hidden: [] };
  if (!lines) return { ...none, unshown: "Most of its characters cannot be seen, and are too many to be written out." };
  if (sizeOf(lines) > HTML_LIMIT)
    return { ...none, unshown: "With its characters escaped, it would fill more than 1 MB." };
  if (decoded === "") return { ...none, unshown: undefined };
  const numbers = numbered(lines, path);
  const fits = Buffer.byteLength(numbers) <= HTML_LIMIT;
  return { html: fits ? numbers : lines.join("\n"), numbered: fits, returns, hidden, unshown: undefined };
}

function numbered(lines: readonly string[], path: string): string {
  const file = fileAnchor(path);
  return lines
    .map((line, index) => {
      const id = lineAnchor(file, index + 1);
      return `<span id="${id}"><a href="#${id}">${index + 1}</a>${line}\n</span>`;
    })
    .join("");
}

function limitFor(size: number): number {
  return SHORT + GROWTH * size;
}

/** Bytes of lines with a line feed each. */
function sizeOf(lines: readonly string[]): number {
  return lines.reduce((total, line) => total + Buffer.byteLength(line) + 1, 0);
}
