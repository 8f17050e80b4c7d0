/**
 * Length of a piece, and what it shares with the next, in UTF-16 units. Work that the linter does for every pair of
 * findings stays within a piece; the overlap is longer than anything the rules match, the longest being a private key.
 */
const STEP = 49_152;
const OVERLAP = 16_384;

/** What is seen before a piece, so that its first character does not look like the start of a word. */
const BEFORE = 256;

/** A part of a text: it starts at `start`, and findings that begin at `from` or later and before `to` are its own. */
export interface Piece {
  readonly text: string;
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

/** Cuts a text into pieces that overlap. */
export function* piecesOf(text: string): Generator<Piece> {
  for (let from = 0; from < text.length; from += STEP) {
    const isLast = from + STEP + OVERLAP >= text.length;
    const start = Math.max(0, from - BEFORE);
    const to = isLast ? text.length : from + STEP;
    yield { text: text.slice(start, isLast ? text.length : to + OVERLAP), start, from, to };
    if (isLast) return;
  }
}
