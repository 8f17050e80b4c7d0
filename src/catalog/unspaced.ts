/**
 * A character of a script that puts no blanks between words, with the marks on it: Chinese and Japanese with
 * their punctuation, Thai, Lao, Khmer, Burmese.
 */
const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\uFF01-\uFF20]\p{M}*`;

const EACH = new RegExp(UNSPACED, "gu");
const BLANK = new RegExp(`(?<=${UNSPACED}(?:</mark>)?) (?=(?:<mark>)?${UNSPACED})`, "gu");

/** Makes a word of each character that has no blanks around it, because the search knows words only by their blanks. */
export function spaced(text: string): string {
  return text.replace(EACH, " $& ").replaceAll("  ", " ");
}

/** Text as it was before `spaced`, whose words may be marked. */
export function unspaced(text: string): string {
  return text.replace(BLANK, "").replaceAll("</mark><mark>", "");
}
