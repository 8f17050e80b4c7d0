/** A declaration cut at its fences. */
export interface Split {
  /** The text between the fences. Its first line is line 2 of the file. */
  readonly yaml: string;
  /** Everything after the line of the closing fence. */
  readonly body: string;
  /** Line of the file, from 1, on which the body starts. */
  readonly bodyLine: number;
}

/**
 * Splits a declaration or document at its fences (SkillCDN Format, splitting): the first line is `---`, the front matter
 * ends at the next line that is `---` or `...`; blanks may follow both, none may come before.
 */
export function split(text: string): Split | "missing_front_matter" | "unterminated_front_matter" {
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  const first = text.indexOf("\n", start);
  if (first === -1 || text.slice(start, first).trimEnd() !== "---") return "missing_front_matter";
  let line = 2;
  for (let from = first + 1; from < text.length; line += 1) {
    const end = text.indexOf("\n", from);
    const next = end === -1 ? text.length : end + 1;
    if (isFence(text, from, next))
      return { yaml: text.slice(first + 1, from), body: text.slice(next), bodyLine: line + 1 };
    from = next;
  }
  return "unterminated_front_matter";
}

/** The text of a document after its front matter: all of it without one, nothing when it never ends. */
export function bodyOf(text: string): { readonly body: string; readonly bodyLine: number } {
  const parts = split(text);
  if (parts === "missing_front_matter") return { body: text, bodyLine: 1 };
  return parts === "unterminated_front_matter" ? { body: "", bodyLine: 1 } : parts;
}

function isFence(text: string, from: number, to: number): boolean {
  if (!text.startsWith("---", from) && !text.startsWith("...", from)) return false;
  return text.slice(from + 3, to).trim() === "";
}
