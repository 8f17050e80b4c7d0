import type { Place } from "./full-text.ts";

/** Shows below a skill of the list where its text has what was looked for. */
export function showPlaces(row: HTMLElement, places: readonly Place[]): void {
  row.querySelector(".places")?.remove();
  if (places.length === 0) return;
  const list = document.createElement("ul");
  list.className = "places";
  list.append(...places.map((place) => item(place)));
  row.querySelector(".ledger-text")?.append(list);
}

function item({ path, link, excerpt }: Place): HTMLLIElement {
  const result = document.createElement("li");
  const file = document.createElement("a");
  file.href = link;
  file.className = "name";
  file.textContent = path;
  const text = document.createElement("span");
  text.dir = "auto";
  text.append(
    ...excerpt.map((piece, index) => {
      if (!piece.marked) return index === 0 ? endOf(piece.text) : piece.text;
      const mark = document.createElement("mark");
      mark.textContent = piece.text;
      return mark;
    }),
  );
  result.append(file, " ", text);
  return result;
}

/** Characters before the first word that was looked for, so that it is in the lines that are shown. */
const BEFORE = 60;

/** The end of a text, cut between words. */
function endOf(text: string): string {
  return text.length <= BEFORE ? text : `…${text.slice(-BEFORE).replace(/^\S*\s/, " ")}`;
}
