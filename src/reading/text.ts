const UNSAFE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/;
const LINE_ENDS_AND_TABS = /[\n\r\t]/;

/**
 * True for text without half surrogate pairs, controls (line ends and tabs aside), and characters that are invisible or
 * change the direction (SkillCDN Format, unsafe text). Text that fails is rejected, never cleaned.
 */
export function isSafe(text: string): boolean {
  return text.isWellFormed() && !UNSAFE.test(text);
}

/** True for safe text without line ends and tabs. */
export function isSafeLine(text: string): boolean {
  return isSafe(text) && !LINE_ENDS_AND_TABS.test(text);
}

/**
 * Decodes a text file: valid UTF-8 without NUL; a byte order mark is dropped.
 *
 * @returns undefined for anything else, which is binary
 */
export function decode(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}
