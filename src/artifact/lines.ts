import { isUtf8 } from "node:buffer";

const LINE_FEED = 0x0a;

/**
 * How many lines a file has when it is text, which is UTF-8 without a NUL. A last line without a line end counts.
 *
 * @returns null when the file is not text
 */
export function lineCount(bytes: Uint8Array): number | null {
  if (!isUtf8(bytes) || bytes.includes(0)) return null;
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1;
  return bytes.length === 0 || bytes.at(-1) === LINE_FEED ? count : count + 1;
}
