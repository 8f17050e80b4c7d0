import type { FacetName } from "../facet-names.ts";
import { readAddress } from "./address.ts";
import type { Wanted } from "./matching.ts";

/** What the fields ask for; their names are those of the parameters in the address. */
export function readForm(form: HTMLFormElement): Wanted {
  const data = new FormData(form);
  const texts = [...data].flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : []));
  return readAddress(new URLSearchParams(texts).toString());
}

/** What a form has no field for, because the page has only one such value, is not asked for. */
export function fillForm(form: HTMLFormElement, { query, ...choices }: Wanted): void {
  const field = form.elements.namedItem("q");
  if (field instanceof HTMLInputElement) field.value = query;
  for (const [name, value] of Object.entries(choices)) {
    const select = form.elements.namedItem(name);
    if (!(select instanceof HTMLSelectElement)) continue;
    const more = select.querySelector("option[data-more]");
    // A value that is not listed, because there are too many, can be asked for by the address.
    if (more && value !== "" && ![...select.options].some((option) => option.value === value)) {
      const option = new Option(value, value);
      option.dataset["label"] = value;
      more.before(option);
    }
    select.value = value;
    if (select.selectedIndex === -1) select.selectedIndex = 0;
  }
}

/** Shows beside each value of a filter how many skills it would leave. */
export function showCounts(form: HTMLFormElement, facet: FacetName, counts: ReadonlyMap<string, number>): void {
  const select = form.elements.namedItem(facet);
  if (!(select instanceof HTMLSelectElement)) return;
  for (const option of select.options) {
    if (option.dataset["label"] === undefined) continue;
    const count = counts.get(option.value) ?? 0;
    option.textContent = `${option.dataset["label"]} (${count})`;
    option.disabled = count === 0 && !option.selected;
  }
}
