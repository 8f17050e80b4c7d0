import core from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import lua from "highlight.js/lib/languages/lua";
import makefile from "highlight.js/lib/languages/makefile";
import perl from "highlight.js/lib/languages/perl";
import php from "highlight.js/lib/languages/php";
import powershell from "highlight.js/lib/languages/powershell";
import python from "highlight.js/lib/languages/python";
import r from "highlight.js/lib/languages/r";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";

/**
 * Each language with the words that stand for it: ends of file names, whole file names, and names that code blocks in
 * Markdown have. Markdown and plain text are none.
 */
const LANGUAGES = [
  ["bash", bash, "sh bash zsh ksh shell"],
  ["c", c, "c h"],
  ["cpp", cpp, "cpp cc cxx hpp hh"],
  ["csharp", csharp, "cs csharp"],
  ["css", css, "css"],
  ["diff", diff, "diff patch"],
  ["dockerfile", dockerfile, "dockerfile containerfile"],
  ["go", go, "go"],
  ["ini", ini, "ini toml cfg conf"],
  ["java", java, "java"],
  ["javascript", javascript, "js mjs cjs jsx javascript"],
  ["json", json, "json jsonc json5 jsonl"],
  ["kotlin", kotlin, "kt kts kotlin"],
  ["lua", lua, "lua"],
  ["makefile", makefile, "makefile mk"],
  ["perl", perl, "pl pm perl"],
  ["php", php, "php"],
  ["powershell", powershell, "ps1 psm1 powershell"],
  ["python", python, "py pyi python"],
  ["r", r, "r"],
  ["ruby", ruby, "rb rake gemfile ruby"],
  ["rust", rust, "rs rust"],
  ["sql", sql, "sql"],
  ["swift", swift, "swift"],
  ["typescript", typescript, "ts mts cts tsx typescript"],
  ["xml", xml, "xml html htm xhtml svg xsd xsl plist"],
  ["yaml", yaml, "yaml yml"],
] as const;

/** Longest text that is coloured, and its longest line, in characters: beyond, grammars are slow and nobody reads. */
const LIMIT = 64 * 1024;
const LINE_LIMIT = 1000;

const highlighter = core.newInstance();
highlighter.configure({ classPrefix: "hl-" });
for (const [name, grammar] of LANGUAGES) highlighter.registerLanguage(name, grammar);

const BY_WORD: ReadonlyMap<string, string> = new Map(
  LANGUAGES.flatMap(([name, , words]) => words.split(" ").map((word) => [word, name] as const)),
);

/** The language of a file by its name; undefined when it is not one that is coloured. */
export function languageOfFile(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return languageOf(name.slice(name.lastIndexOf(".") + 1));
}

/** The language that a word such as `sh` or `python` stands for; undefined when it is not one that is coloured. */
export function languageOf(word: string): string | undefined {
  return BY_WORD.get(word.toLowerCase());
}

/**
 * Colours a text.
 *
 * @returns HTML of nothing but `span` elements with classes; undefined when the language is not known, or the text too long
 */
export function highlight(text: string, language: string | undefined): string | undefined {
  if (language === undefined || text.length > LIMIT) return undefined;
  for (let start = 0, end = 0; end !== -1; start = end + 1) {
    end = text.indexOf("\n", start);
    if ((end === -1 ? text.length : end) - start > LINE_LIMIT) return undefined;
  }
  return highlighter.highlight(text, { language, ignoreIllegals: true }).value;
}
