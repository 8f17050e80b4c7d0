import bash from "@speed-highlight/core/languages/bash.js";
import c from "@speed-highlight/core/languages/c.js";
import css from "@speed-highlight/core/languages/css.js";
import diff from "@speed-highlight/core/languages/diff.js";
import docker from "@speed-highlight/core/languages/docker.js";
import go from "@speed-highlight/core/languages/go.js";
import ini from "@speed-highlight/core/languages/ini.js";
import java from "@speed-highlight/core/languages/java.js";
import js from "@speed-highlight/core/languages/js.js";
import json from "@speed-highlight/core/languages/json.js";
import lua from "@speed-highlight/core/languages/lua.js";
import make from "@speed-highlight/core/languages/make.js";
import perl from "@speed-highlight/core/languages/pl.js";
import python from "@speed-highlight/core/languages/py.js";
import rust from "@speed-highlight/core/languages/rs.js";
import sql from "@speed-highlight/core/languages/sql.js";
import toml from "@speed-highlight/core/languages/toml.js";
import ts from "@speed-highlight/core/languages/ts.js";
import yaml from "@speed-highlight/core/languages/yaml.js";
import { type ShjLanguageData, tokenizeWith } from "@speed-highlight/core/tokenize";
import { escaped } from "./visible.ts";

/** How the text of a language is cut into coloured pieces. */
export type Language = ShjLanguageData;

/**
 * HTML and XML. Those of the package take exponential time: a start tag that holds forty backslashes in an open quote
 * never ends.
 */
const MARKUP: Language = [
  { type: "cmnt", match: /<!--[^]*?(?:-->|$)/g },
  { type: "var", match: /<[/!?]?[A-Za-z_][\w:.-]*/g },
  { type: "str", match: /(?<==)(?:"[^"<]*"|'[^'<]*')/g },
  { type: "esc", match: /&#?\w{1,8};/g },
];

/**
 * Each language with the words that stand for it: ends of file names, whole file names, and names that code blocks in
 * Markdown have. Markdown and plain text are none.
 */
const LANGUAGES: readonly (readonly [grammar: unknown, words: string])[] = [
  [bash, "sh bash zsh ksh shell"],
  [c, "c h cc cpp cxx hh hpp"],
  [css, "css"],
  [diff, "diff patch"],
  [docker, "dockerfile containerfile"],
  [go, "go golang"],
  [ini, "ini cfg conf"],
  [java, "java"],
  [js, "js mjs cjs jsx javascript"],
  [json, "json jsonc json5 jsonl"],
  [lua, "lua"],
  [make, "makefile mk"],
  [perl, "pl pm perl"],
  [python, "py pyi python"],
  [rust, "rs rust"],
  [sql, "sql"],
  [toml, "toml"],
  [ts, "ts mts cts tsx typescript"],
  [MARKUP, "html htm xhtml xml svg xsd xsl plist"],
  [yaml, "yaml yml"],
];
const BY_WORD: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap(([grammar, words]) =>
    words.split(" ").flatMap((word) => (isLanguage(grammar) ? [[word, grammar]] : [])),
  ),
);

/** Languages inside others, by the names that grammars have for them. */
const INNER: Record<string, Language> = Object.fromEntries(
  ["js"].flatMap((word) => {
    const language = BY_WORD.get(word);
    return language ? [[word, language]] : [];
  }),
);

/** Longest text that is coloured, and its longest line, in characters: the time of some grammars grows with the square. */
const LIMIT = 16 * 1024;
const LINE_LIMIT = 1000;

/** How many times longer a text may get by the marks that colour it; one that would get longer is not coloured. */
const COLOURED = 5;
/** Bytes of marks that even the shortest text may get. */
const SHORT = 1024;

/** The language of a file by its name; undefined when it is not one that is coloured. */
export function languageOfFile(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return languageOf(name.slice(name.lastIndexOf(".") + 1));
}

/** The language that a word such as `sh` or `python` stands for; undefined when it is not one that is coloured. */
export function languageOf(word: string): Language | undefined {
  return BY_WORD.get(word.toLowerCase());
}

/**
 * Lines of code as HTML, with nothing but `span` elements that have a class and end on their line.
 *
 * @param language without one, or when the text is too long, nothing is coloured
 */
export function htmlLines(text: string, language: Language | undefined): string[] {
  return (language && isShort(text) && colouredLines(text, language)) || escaped(text).split("\n");
}

/** The package declares its grammars with `type?: undefined`, which strict settings keep apart from no `type` at all. */
function isLanguage(grammar: unknown): grammar is Language {
  return Array.isArray(grammar);
}

function colouredLines(text: string, language: Language): string[] | undefined {
  const lines: string[] = [];
  let line = "";
  let length = 0;
  const add = (piece: string, type: string | undefined) => {
    const markup = escaped(piece);
    line +=
      type === undefined || type === "oper" || piece.trim() === ""
        ? markup
        : `<span class="hl-${type}">${markup}</span>`;
  };
  tokenizeWith(
    text,
    language,
    (piece, type) => {
      length += piece.length;
      let start = 0;
      for (let end = piece.indexOf("\n"); end !== -1; end = piece.indexOf("\n", start)) {
        add(piece.slice(start, end), type);
        lines.push(line);
        line = "";
        start = end + 1;
      }
      add(start === 0 ? piece : piece.slice(start), type);
    },
    { languages: INNER },
  );
  lines.push(line);
  const markup = lines.reduce((total, each) => total + each.length, 0);
  // A reviewer must see all of it, whatever a grammar does, on a page that a browser can show.
  return length === text.length && markup <= Math.max(SHORT, COLOURED * text.length) ? lines : undefined;
}

function isShort(text: string): boolean {
  if (text.length > LIMIT) return false;
  for (let start = 0, end = 0; end !== -1; start = end + 1) {
    end = text.indexOf("\n", start);
    if ((end === -1 ? text.length : end) - start > LINE_LIMIT) return false;
  }
  return true;
}
