import MarkdownIt, { type Token } from "markdown-it";
import { headingName, nameHeadings } from "./headings.ts";
import { readTarget, shown } from "./targets.ts";
import { visible } from "./visible.ts";

/** Where a rendered text stands. */
export interface Place {
  /** Level of its highest heading in the outline of the page. */
  readonly topHeading: number;
  /** The address that shows a file of the skill, when there is one. `path` is relative to the skill's folder. */
  readonly addressOf?: (path: string) => string | undefined;
}

/**
 * Renders Markdown of a stranger as HTML that is safe under the page's Content-Security-Policy: no raw HTML, no script, no
 * style, nothing fetched. What cannot be a link stays readable as text, and invisible characters are shown.
 */
export function renderMarkdown(text: string, place: Place): string {
  const tokens = markdown.parse(text, {});
  const headings = nameHeadings(tokens, place.topHeading);
  const resolve = (destination: string) => resolveLink(destination, { headings, addressOf: place.addressOf });
  for (const [index, token] of tokens.entries()) {
    if (token.level === 0 && token.nesting === 1) token.attrSet("dir", "auto");
    alignByClass(token);
    if (token.type !== "inline" || token.children === null) continue;
    markTask(token.children, tokens[index - 2]);
    settleLinks(token.children, resolve);
  }
  return visible(markdown.renderer.render(tokens, markdown.options, {}));
}

/** A SKILL.md without its front matter, cut where clients cut it: at the first later line that starts with `---`. */
export function bodyOf(skillMd: string): string {
  const lines = skillMd.split("\n");
  if (lines[0]?.trimEnd() !== "---") return skillMd;
  const end = lines.findIndex((line, index) => index > 0 && line.startsWith("---"));
  return end === -1 ? skillMd : lines.slice(end + 1).join("\n");
}

/** What a link becomes: an address, or the text of its target. */
type Link = { readonly href: string; readonly rel?: string } | { readonly target: string };

const REL = "nofollow noopener";

function resolveLink(destination: string, known: { headings: ReadonlyMap<string, string>; addressOf: Place["addressOf"] }): Link {
  const target = readTarget(destination);
  if (target.kind === "external") return { href: target.href, rel: REL };
  if (target.kind === "heading") {
    const id = known.headings.get(headingName(target.fragment));
    if (id !== undefined) return { href: `#${id}` };
  }
  const address = target.kind === "file" ? known.addressOf?.(target.path) : undefined;
  return address === undefined ? { target: shown(destination) } : { href: address };
}

function settleLinks(children: readonly Token[], resolve: (destination: string) => Link): void {
  let open: { readonly token: Token; readonly index: number } | undefined;
  for (const [index, token] of children.entries()) {
    if (token.type === "link_open") {
      open = { token, index };
    } else if (token.type === "image") {
      const source = String(token.attrGet("src") ?? "");
      const link = resolve(source);
      // A link inside a link is not HTML: the outer one wins.
      token.meta = open && "href" in link ? { target: source } : { ...link };
    } else if (token.type === "link_close" && open) {
      settleLink(open.token, token, { link: resolve(String(open.token.attrGet("href") ?? "")), inner: children.slice(open.index + 1, index) });
      open = undefined;
    }
  }
}

function settleLink(open: Token, close: Token, { link, inner }: { link: Link; inner: readonly Token[] }): void {
  if ("href" in link) {
    open.attrSet("href", link.href);
    if (link.rel !== undefined) open.attrSet("rel", link.rel);
    return;
  }
  open.tag = close.tag = "span";
  open.attrs = [["class", "target"]];
  const [only] = inner.length === 1 ? inner : [];
  if (only?.content === link.target && (only.type === "text" || only.type === "code_inline")) {
    only.type = "code_inline";
  } else {
    close.meta = { target: link.target };
  }
}

/** Alignment of table cells; `markdown-it` writes it as a `style` attribute, which the page's policy forbids. */
function alignByClass(token: Token): void {
  const style = String(token.attrGet("style") ?? "");
  if (style === "") return;
  token.attrs = (token.attrs ?? []).filter(([name]) => name !== "style");
  token.attrJoin("class", style.replace("text-align:", "align-"));
}

/** Turns `[ ]` and `[x]` at the start of a list item into a box. */
function markTask(children: readonly Token[], item: Token | undefined): void {
  const [first] = children;
  if (item?.type !== "list_item_open" || first?.type !== "text") return;
  const mark = /^\[([ xX])\]\s+/.exec(first.content);
  if (!mark) return;
  first.content = first.content.slice(mark[0].length);
  item.attrJoin("class", "task");
  item.meta = { done: mark[1] !== " " };
}

/** Longest inline code that is kept on one line; browsers break `--flag` after its hyphens. */
const UNBROKEN = 24;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
const { escapeHtml, unescapeAll } = markdown.utils;
const { rules } = markdown.renderer;

// Every destination is judged by `readTarget`; here it would only be left unparsed, and could not be shown as a target.
markdown.validateLink = () => true;

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

rules["table_open"] = (tokens, index, options, _env, renderer) => `<div class="table" role="region" aria-label="Table" tabindex="0">${renderer.renderToken(tokens, index, options)}`;
rules["table_close"] = (tokens, index, options, _env, renderer) => `${renderer.renderToken(tokens, index, options)}</div>\n`;

rules["list_item_open"] = (tokens, index, options, _env, renderer) => {
  const done = tokens[index]?.meta?.["done"];
  const item = renderer.renderToken(tokens, index, options);
  return typeof done === "boolean" ? `${item}<span class="box" role="img" aria-label="${done ? "Done" : "To do"}"></span>` : item;
};

/** The whole info string is shown above the code: what an agent reads must not be hidden from a reviewer. */
function codeBlock(content: string, { label, language }: { label: string; language: string | undefined }): string {
  const info = label === "" ? "" : ` data-info="${escapeHtml(label)}"`;
  const name = language === undefined ? "" : ` class="language-${escapeHtml(language.toLowerCase())}"`;
  return `<pre dir="ltr" tabindex="0"${info}><code${name}>${escapeHtml(content)}</code></pre>\n`;
}

function targetCode(target: unknown): string {
  return typeof target === "string" ? ` <code>${escapeHtml(target)}</code>` : "";
}

function relOf(rel: unknown): [string, string][] {
  return typeof rel === "string" ? [["rel", rel]] : [];
}
