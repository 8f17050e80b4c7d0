import type { Token } from "markdown-it";
import { nameHeadings } from "./headings.ts";
import { type Known, settleLinks } from "./links.ts";
import { markdown } from "./rules.ts";
import { visible } from "./visible.ts";

/** Where a rendered text stands. */
export interface Place extends Partial<Pick<Known, "addressOf">> {
  /** Level of its highest heading in the outline of the page. */
  readonly topHeading: number;
}

/** Longest text that is rendered on the page of a skill, and longest HTML of it, in characters. */
const BODY_LIMIT = 128 * 1024;
const HTML_LIMIT = 512 * 1024;

/**
 * Renders Markdown of a stranger as HTML that is safe under the page's Content-Security-Policy: no raw HTML, no script, no
 * style, nothing fetched. What cannot be a link stays readable as text, and invisible characters are shown.
 */
export function renderMarkdown(text: string, place: Place): string {
  return visible(markdown.renderer.render(read(text, place), markdown.options, {}));
}

/**
 * Renders Markdown as `renderMarkdown` does, but not when that would be more than anybody reads, or make a page too large:
 * some short texts, such as many links to one long definition, become very long.
 *
 * @returns undefined for a text or a result that is too long
 */
export function renderBody(text: string, place: Place): string | undefined {
  if (text.length > BODY_LIMIT) return undefined;
  const tokens = read(text, place);
  const attributes = tokens.flatMap(({ attrs, children }) => [attrs, ...(children ?? []).map((child) => child.attrs)]);
  const weight = attributes.reduce((total, each) => total + (each ?? []).flat().join("").length, text.length);
  if (weight > HTML_LIMIT) return undefined;
  const html = visible(markdown.renderer.render(tokens, markdown.options, {}));
  return html.length > HTML_LIMIT ? undefined : html;
}

function read(text: string, { topHeading, addressOf = () => undefined }: Place): Token[] {
  const tokens = markdown.parse(text, {});
  const headings = nameHeadings(tokens, topHeading);
  showUnused(tokens, text);
  for (const [index, token] of tokens.entries()) {
    if (token.level === 0 && token.nesting === 1) token.attrSet("dir", "auto");
    alignByClass(token);
    if (token.type !== "inline" || token.children === null) continue;
    markTask(token.children, tokens[index - 2]);
    settleLinks(token.children, { headings, addressOf });
  }
  return tokens;
}

/** A SKILL.md without its front matter, cut where clients cut it: at the first later line that starts with `---`. */
export function bodyOf(skillMd: string): string {
  const lines = skillMd.split("\n");
  if (lines[0]?.trimEnd() !== "---") return skillMd;
  const end = lines.findIndex((line, index) => index > 0 && line.startsWith("---"));
  return end === -1 ? skillMd : lines.slice(end + 1).join("\n");
}

/** Notes the source of every link definition that no link uses, or that an earlier one makes void. */
function showUnused(tokens: readonly Token[], text: string): void {
  const definitions = tokens.filter(({ type }) => type === "reference_definition");
  if (definitions.length === 0) return;
  const unsettled = new Set(tokens.flatMap(({ children }) => (children ?? []).map(({ meta }) => meta?.["label"])));
  const lines = text.split(/\r\n?|\n/);
  for (const token of definitions) {
    const label = token.meta?.["label"];
    if (!unsettled.delete(label)) token.meta = { unused: lines.slice(...(token.map ?? [])).join("\n") };
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
