import { FACETS } from "../facet-names.ts";
import { type Wanted, wordsOf } from "./matching.ts";

/** Leaves the bundles and sets whose name or text has every word. Filters are about skills, so they hide all of these. */
export function showBundles(wanted: Wanted): void {
  const words = wordsOf(wanted.query);
  const filtered = FACETS.some((facet) => wanted[facet] !== "");
  for (const section of document.querySelectorAll<HTMLElement>("#bundle-section, #set-section")) {
    const rows = [...section.querySelectorAll<HTMLElement>(".ledger > li")];
    for (const row of rows) {
      const parts = [row.querySelector("h3"), row.querySelector("p")].map((part) => part?.textContent ?? "");
      const text = parts.join(" ").toLowerCase();
      row.hidden = filtered || !words.every((word) => text.includes(word));
    }
    section.hidden = rows.every(({ hidden }) => hidden);
  }
}
