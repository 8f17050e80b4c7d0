import { invisibleCharacter } from "../front-matter/text.ts";
import { type Finding, finding } from "./codes.ts";

/**
 * Warns of a character in a text that its readers cannot see, in all of it: the format itself looks at a few fields only, and
 * at fewer characters.
 */
export function invisibleIn(text: string, path: string): Finding[] {
  // A byte order mark at the start is dropped by whoever decodes the text.
  const character = invisibleCharacter(text.replace(/^\uFEFF/, ""));
  return character === undefined ? [] : [finding("invisible_characters", { path }, { character })];
}
