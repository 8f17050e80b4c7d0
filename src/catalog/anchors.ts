const SAFE = /[^A-Za-z0-9._/-]/gu;

/**
 * The id of a file on the page that shows it, or of a folder when `path` ends with a slash: `/scripts/check.sh`. It is also
 * the fragment of its address. Every character but ASCII letters, digits, `.`, `_`, `-` and `/` is written as `~` and two hex
 * digits for each byte of its UTF-8 form, so that different paths have different ids. The slash in front keeps them apart from
 * the other ids of a page.
 */
export function fileAnchor(path: string): string {
  return `/${path.replace(SAFE, escaped)}`;
}

/** The id of a line, from 1, of the file with this id: `/scripts/check.sh:12`. The id of a file has no colon. */
export function lineAnchor(file: string, line: number): string {
  return `${file}:${line}`;
}

function escaped(character: string): string {
  return [...new TextEncoder().encode(character)].map((byte) => `~${byte.toString(16).padStart(2, "0")}`).join("");
}
