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

function item({ path, excerpt }: Place): HTMLLIElement {
  const result = document.createElement("li");
  const file = document.createElement("span");
  file.className = "name";
  file.textContent = path;
  const text = document.createElement("span");
  text.dir = "auto";
  text.append(
    ...excerpt.map((piece) => {
      if (!piece.marked) return piece.text;
      const mark = document.createElement("mark");
      mark.textContent = piece.text;
      return mark;
    }),
  );
  result.append(file, " ", text);
  return result;
}
