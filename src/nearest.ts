import { byBytes } from "./order.ts";

/** Most names that are told, and most edits that a name may be away. */
const MOST = 3;
const EDITS = 3;

/** The names that somebody may have meant, the nearest first. */
export function nearest(name: string, names: Iterable<string>): string[] {
  return [...names]
    .map((each) => ({ each, away: each.includes(name) || name.includes(each) ? 1 : distance(name, each) }))
    .filter(({ away }) => away <= EDITS)
    .toSorted((a, b) => a.away - b.away || byBytes(a.each, b.each))
    .slice(0, MOST)
    .map(({ each }) => each);
}

/** Letters to add, remove or replace (Levenshtein). */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
