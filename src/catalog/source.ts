import { fileAnchor, lineAnchor } from "./anchors.ts";
import { htmlLines, languageOfFile } from "./highlight.ts";
import { hiddenIn, visible } from "./visible.ts";

/** Bytes of markup of a line besides its two ids: elements and number. */
export const LINE_MARKUP = 48;

/** Most lines that get a number and an address each; a page with more is of no use to anybody. */
const LINES_LIMIT = 20_000;

/** A text file as a page shows it. */
export interface Source {
  /** Each line is a `span` with an id that holds a link to itself; without ids when there are too many lines. */
  readonly html: string;
  readonly numbered: boolean;
  /** How many lines end in CRLF; the return is not shown in the line. */
  readonly returns: number;
  /** Numbers of the lines with characters that cannot be seen, which are written out. */
  readonly hidden: readonly number[];
  /** True when so many of its characters cannot be seen that no page can write them out; then nothing is shown. */
  readonly dense: boolean;
}

/** How many times longer a text may get by characters that are written out. */
const WRITTEN_OUT = 4;

/** Renders the text of a file for reading, nothing of it interpreted. `path` gives the language and the ids. */
export function renderSource(bytes: Uint8Array, path: string): Source {
  const decoded = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const returns = decoded.split("\r\n").length - 1;
  const unified = returns === 0 ? decoded : decoded.replaceAll("\r\n", "\n");
  const text = unified.endsWith("\n") ? unified.slice(0, -1) : unified;
  const hidden = hiddenIn(text);
  const shown = hidden.length === 0 ? text : visible(text);
  if (shown.length > WRITTEN_OUT * text.length) return { html: "", numbered: false, returns, hidden: [], dense: true };
  const lines = htmlLines(shown, languageOfFile(path));
  const numbered = lines.length <= LINES_LIMIT;
  const file = fileAnchor(path);
  const html = numbered
    ? lines
        .map((line, index) => {
          const id = lineAnchor(file, index + 1);
          return `<span id="${id}"><a href="#${id}">${index + 1}</a>${line}\n</span>`;
        })
        .join("")
    : lines.join("\n");
  return { html: decoded === "" ? "" : html, numbered, returns, hidden, dense: false };
}
