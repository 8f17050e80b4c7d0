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

/**
 * Renders Markdown of a stranger as HTML that is safe under the page's Content-Security-Policy: no raw HTML, no script, no
 * style, nothing fetched. What cannot be a link stays readable as text, and invisible characters are shown.
 */
export function renderMarkdown(text: string, { topHeading, addressOf = () => undefined }: Place): string {
  const tokens = markdown.parse(text, {});
  const headings = nameHeadings(tokens, topHeading);
  for (const [index, token] of tokens.entries()) {
    if (token.level === 0 && token.nesting === 1) token.attrSet("dir", "auto");
    alignByClass(token);
    if (token.type !== "inline" || token.children === null) continue;
    markTask(token.children, tokens[index - 2]);
    settleLinks(token.children, { headings, addressOf });
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
