import MarkdownIt from "markdown-it";
import { htmlLines, languageOf } from "./highlight.ts";

/** Longest inline code that is kept on one line; browsers break `--flag` after its hyphens. */
const UNBROKEN = 24;

/** The Markdown reader and how it writes HTML. Links and images are written as `settleLinks` left them. */
export const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
const { escapeHtml, unescapeAll } = markdown.utils;
const { rules } = markdown.renderer;

// Every destination is judged by `readTarget`; here it would only be left unparsed, and could not be shown as a target.
markdown.validateLink = () => true;

// Definitions of links are kept, so that those which no link uses can be shown.
markdown.core.ruler.disable("strip_references");

rules["link_close"] = (tokens, index) => {
  const token = tokens[index];
  return `${targetCode(token?.meta?.["target"])}</${token?.tag ?? "a"}>`;
};

rules["image"] = (tokens, index, options, env, renderer) => {
  const { children, meta } = tokens[index] ?? {};
  const alt = renderer.renderInlineAsText(children ?? [], options, env);
  const label = `Image${alt === "" ? "" : `: ${escapeHtml(alt)}`}`;
  const href = meta?.["href"];
  if (typeof href !== "string") return `<span class="target image">${label}${targetCode(meta?.["target"])}</span>`;
  const attributes = renderer.renderAttrs({ attrs: [["class", "image"], ["href", href], ...relOf(meta?.["rel"])] });
  return `<a${attributes}>${label}</a>`;
};

rules["code_inline"] = (tokens, index) => {
  const { content = "" } = tokens[index] ?? {};
  return `<code${content.length <= UNBROKEN ? ' class="unbroken"' : ""}>${escapeHtml(content)}</code>`;
};

rules["fence"] = (tokens, index) => {
  const { content = "", info = "" } = tokens[index] ?? {};
  const label = unescapeAll(info).trim();
  const language = /^[a-z0-9][a-z0-9+#.-]*/i.exec(label)?.[0];
  return codeBlock(content, { label, language });
};

rules["code_block"] = (tokens, index) => codeBlock(tokens[index]?.content ?? "", { label: "", language: undefined });

rules["table_open"] = (tokens, index, options, _env, renderer) =>
  `<div class="table" role="region" aria-label="Table" tabindex="0">${renderer.renderToken(tokens, index, options)}`;
rules["table_close"] = (tokens, index, options, _env, renderer) =>
  `${renderer.renderToken(tokens, index, options)}</div>\n`;

rules["list_item_open"] = (tokens, index, options, _env, renderer) => {
  const done = tokens[index]?.meta?.["done"];
  const item = renderer.renderToken(tokens, index, options);
  return typeof done === "boolean"
    ? `${item}<span class="box" role="img" aria-label="${done ? "Done" : "To do"}"></span>`
    : item;
};

/** A definition that no link uses: Markdown shows nothing of it, but an agent reads it. */
rules["reference_definition"] = (tokens, index) => {
  const definition = tokens[index]?.meta?.["unused"];
  return typeof definition === "string" ? `<p class="definition"><code>${escapeHtml(definition)}</code></p>\n` : "";
};

/** An info string that says more than the language is shown: what an agent reads must not be hidden from a reviewer. */
function codeBlock(content: string, { label, language }: { label: string; language: string | undefined }): string {
  const info = label === (language ?? "") ? "" : ` data-info="${escapeHtml(label)}"`;
  const name = language === undefined ? "" : ` class="language-${escapeHtml(language.toLowerCase())}"`;
  const code = htmlLines(content, language === undefined ? undefined : languageOf(language)).join("\n");
  return `<pre dir="ltr" tabindex="0"${info}><code${name}>${code}</code></pre>\n`;
}

function targetCode(target: unknown): string {
  return typeof target === "string" ? ` (<code>${escapeHtml(target)}</code>)` : "";
}

function relOf(rel: unknown): [string, string][] {
  return typeof rel === "string" ? [["rel", rel]] : [];
}
