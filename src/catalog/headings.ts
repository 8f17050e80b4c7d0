import type { Token } from "markdown-it";

/** Keeps the ids of a text apart from those of the page around it. */
const PREFIX = "md-";
const LOWEST = 6;

/**
 * Gives every heading an id and moves all of them so that the highest has the level asked for.
 *
 * @returns the ids by the name that a link in the text uses (`#name`), spelled as GitHub does
 */
export function nameHeadings(tokens: readonly Token[], top: number): ReadonlyMap<string, string> {
  const opens = tokens.filter(({ type }) => type === "heading_open");
  const highest = opens.reduce((least, token) => Math.min(least, levelOf(token)), LOWEST);
  const ids = new Map<string, string>();
  const numbers = new Map<string, number>();

  for (const [index, token] of tokens.entries()) {
    if (token.type !== "heading_open" && token.type !== "heading_close") continue;
    token.tag = `h${Math.min(levelOf(token) - highest + top, LOWEST)}`;
    if (token.type === "heading_close") continue;
    const name = unused(headingName(plainText(tokens[index + 1]?.children ?? [])), { ids, numbers });
    ids.set(name, `${PREFIX}${name}`);
    token.attrSet("id", `${PREFIX}${name}`);
  }
  return ids;
}

/** The name of a heading in links: letters, digits, `_` and `-`; blanks become `-`. */
export function headingName(text: string): string {
  return (
    text
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, "")
      .replace(/\s/gu, "-") || "section"
  );
}

function plainText(children: readonly Token[]): string {
  return children.map(({ type, content }) => (type === "softbreak" ? " " : content)).join("");
}

/** `numbers` remembers the last number tried for a name, so that many equal headings stay cheap. */
function unused(
  name: string,
  { ids, numbers }: { ids: ReadonlyMap<string, string>; numbers: Map<string, number> },
): string {
  let number = numbers.get(name) ?? 0;
  let result = number === 0 ? name : `${name}-${number}`;
  while (ids.has(result)) result = `${name}-${(number += 1)}`;
  numbers.set(name, number);
  return result;
}

function levelOf({ tag }: Token): number {
  return Number(tag.slice(1));
}
