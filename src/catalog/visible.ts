/** Joiners between letters of scripts that are written with them, joined emoji, and emoji that ask for their colours. */
const WANTED =
  /(?<=[\p{sc=Arab}\p{sc=Beng}\p{sc=Deva}\p{sc=Gujr}\p{sc=Guru}\p{sc=Khmr}\p{sc=Knda}\p{sc=Mlym}\p{sc=Orya}\p{sc=Sinh}\p{sc=Syrc}\p{sc=Taml}\p{sc=Telu}\p{sc=Tibt}])[\u200C\u200D](?![\u200C\u200D])|(?<=[\p{ExtPict}\p{EMod}\uFE0F])\u200D(?=\p{ExtPict})|(?<=\p{ExtPict})[\uFE0E\uFE0F]|(?<=[0-9#*])\uFE0F(?=\u20E3)/u;

/** Control characters (tab and line feed excepted), and characters that show nothing or change the direction of text. */
const HIDDEN =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\uFFFE\uFFFF\p{Cs}\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/u;

const EITHER = new RegExp(`(?<wanted>${WANTED.source})|${HIDDEN.source}`, "gu");

/**
 * Writes characters a reader cannot see as `⟦U+202E⟧`, so that a page never shows less, or in another order, than what an
 * agent reads. The result holds no control character but tab and line feed.
 */
export function visible(text: string): string {
  if (!HIDDEN.test(text)) return text; // far quicker, and most texts have none
  return text.replace(EITHER, (character, wanted: string | undefined) => wanted ?? marked(character));
}

/** Numbers, from 1, of the lines with characters that `visible` writes out. */
export function hiddenIn(text: string): number[] {
  if (!HIDDEN.test(text)) return [];
  return text.split("\n").flatMap((line, index) => (visible(line) === line ? [] : [index + 1]));
}

function marked(character: string): string {
  return `⟦U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟧`;
}

/** Text as HTML, where no attribute is around it. */
export function escaped(text: string): string {
  return /[&<>]/.test(text) ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;") : text;
}
