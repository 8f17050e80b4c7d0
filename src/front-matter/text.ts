import { problem, type Problem, type Where } from "../problem.ts";
import { codePoint, HIDDEN } from "../visible.ts";

/** How files start that were saved in another form; text of ours starts with `-`, which UTF-16 pads with a zero byte. */
const STARTS = [
  { bytes: [0xef, 0xbb, 0xbf], code: "byte-order-mark" },
  { bytes: [0xff, 0xfe], code: "utf-16" },
  { bytes: [0xfe, 0xff], code: "utf-16" },
  { bytes: [0x2d, 0x00], code: "utf-16" },
  { bytes: [0x00, 0x2d], code: "utf-16" },
] as const;

/**
 * Decodes a text file strictly: UTF-8 without a byte order mark, as clients need it to install the exact bytes.
 *
 * @returns the text, or the problem that says what was found and how to save the file
 */
export function decodeText(bytes: Uint8Array, where: Where): string | Problem {
  for (const { bytes: mark, code } of STARTS) {
    if (mark.every((byte, index) => bytes[index] === byte)) {
      return problem(code, { ...where, line: 1, column: 1 }, { bytes: mark.map(hex).join(" ") });
    }
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const offset = firstInvalid(bytes);
    const before = Buffer.from(bytes.subarray(0, offset)).toString();
    const line = before.split("\n").length;
    return problem(
      "not-utf-8",
      { ...where, line, column: before.length - before.lastIndexOf("\n") },
      { byte: hex(bytes[offset] ?? 0), offset },
    );
  }
}

/** Offset of the first malformed sequence: the length of the longest valid prefix that ends with a whole character. */
function firstInvalid(bytes: Uint8Array): number {
  let valid = 0;
  let invalid = bytes.length + 1;
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if (decodes(bytes.subarray(0, middle), true)) valid = middle;
    else invalid = middle;
  }
  while (!decodes(bytes.subarray(0, valid), false)) valid -= 1;
  return valid;
}

/** `partial` allows the last character to be cut off. */
function decodes(bytes: Uint8Array, partial: boolean): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: partial });
    return true;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return false;
  }
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, "0");
}

const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/u;

/** The first control character of a text, tab and line ends excepted, written as U+XXXX. */
export function controlCharacter(text: string): string | undefined {
  const found = CONTROL.exec(text)?.[0];
  return found === undefined ? undefined : codePoint(found);
}

/** The first invisible or direction-changing character of a text, written as U+XXXX. */
export function invisibleCharacter(text: string): string | undefined {
  // Controls are another matter; line ends and tabs are none.
  const found = HIDDEN.exec(text.replace(/[\u0000-\u001F\u007F-\u009F]/gu, " "))?.[0];
  return found === undefined ? undefined : codePoint(found);
}
