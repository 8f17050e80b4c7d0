import MarkdownIt, { type Token } from "markdown-it";
import { split } from "./split.ts";
import { isSafe } from "./text.ts";
import { readFrontMatter } from "./yaml.ts";

/** How a document is shown in lists. */
export interface Summary {
  readonly title: string | null;
  readonly description: string | null;
}

const TITLE_LIMIT = 200;
const DECLARED_LIMIT = 500;
const PARAGRAPH_LIMIT = 200;
const LINES_LIMIT = 200;
const LINE_LIMIT = 1000;
const TEXT_LIMIT = 4096;

const markdown = new MarkdownIt({ html: true, linkify: false });

/**
 * Finds title and description of a Markdown document (SkillCDN Format, documents): those of its front matter, else its
 * first heading of level one, and the first paragraph of prose after it.
 */
export function summarise(text: string): Summary {
  const parts = split(text);
  if (parts === "unterminated_front_matter") return { title: null, description: null };
  const front = parts === "missing_front_matter" ? undefined : readFrontMatter(parts.yaml);
  const fields = front === undefined || "reason" in front ? new Map<string, unknown>() : front.fields;
  const tokens = markdown.parse(opening(parts === "missing_front_matter" ? text : parts.body), {});
  const heading = tokens.findIndex(
    ({ type, tag, markup, level }) => type === "heading_open" && level === 0 && tag === "h1" && markup === "#",
  );
  return {
    title:
      (collapsed(fields.get("title"), TITLE_LIMIT) ??
        safe(whole(proseOf(tokens[heading + 1]).slice(0, TITLE_LIMIT)))) ||
      null,
    description:
      (collapsed(fields.get("description"), DECLARED_LIMIT) ?? safe(shortened(paragraphAfter(tokens, heading)))) ||
      null,
  };
}

function opening(body: string): string {
  const lines = body.slice(0, LINES_LIMIT * LINE_LIMIT * 2).split("\n", LINES_LIMIT);
  return lines.map((line) => line.slice(0, LINE_LIMIT)).join("\n");
}

/** The first paragraph that stands by itself and has words. A line that starts with a tag is HTML, not prose. */
function paragraphAfter(tokens: readonly Token[], heading: number): string {
  for (const [index, { type, level }] of tokens.entries()) {
    const inline = tokens[index + 1];
    if (index <= heading || type !== "paragraph_open" || level !== 0 || inline?.children?.[0]?.type === "html_inline")
      continue;
    const prose = proseOf(inline);
    if (prose !== "") return prose;
  }
  return "";
}

/** Words of a line of Markdown: links are their text; images, marks and lines that hold nothing but images vanish. */
function proseOf(inline: Token | undefined): string {
  const words = (inline?.children ?? []).map(({ type, content }) => {
    if (type === "softbreak" || type === "hardbreak") return " ";
    return type === "text" || type === "text_special" || type === "code_inline" ? content : "";
  });
  return words.join("").slice(0, TEXT_LIMIT).replace(/\s+/g, " ").trim();
}

function shortened(text: string): string {
  return text.length <= PARAGRAPH_LIMIT ? text : `${whole(text.slice(0, PARAGRAPH_LIMIT - 1)).trimEnd()}…`;
}

function collapsed(value: unknown, limit: number): string | undefined {
  const text = typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
  return text === "" ? undefined : safe(whole(text.slice(0, limit)));
}

/** A cut never leaves half of a character behind. */
function whole(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, "");
}

function safe(text: string): string {
  return isSafe(text) ? text : "";
}
