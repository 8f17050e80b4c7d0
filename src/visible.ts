/**
 * Characters that a terminal obeys or that a reader cannot see: controls (C0, C1), line and paragraph separators,
 * direction changes, zero-width and tag characters. Emoji joiners and variation selectors are among what people write.
 */
export const HIDDEN =
  /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;

/** A character in words: U+ and at least four hex digits. */
export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Text as a JSON string that is harmless for a terminal: what it would obey, and what nobody sees, is escaped too. */
export function quoted(text: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(text).replace(new RegExp(HIDDEN, "gu"), (character) =>
    character.split("").map(escaped).join(""),
  );
}

/** Makes one line of text from files harmless for a terminal: what it would obey is shown instead. */
export function visible(text: string): string {
  return text.replace(new RegExp(HIDDEN, "gu"), (character) => `<${codePoint(character)}>`);
}
