import { FACETS } from "../facet-names.ts";
import { type Wanted, wordsOf } from "./matching.ts";

/** Leaves the bundles whose name or members have every word. Filters are about skills, so they hide all bundles. */
export function showBundles(wanted: Wanted): void {
  const words = wordsOf(wanted.query);
  const filtered = FACETS.some((facet) => wanted[facet] !== "");
  const section = document.querySelector<HTMLElement>("#bundle-section");
  if (!section) return;
  const rows = [...section.querySelectorAll<HTMLElement>(".ledger > li")];
  for (const row of rows) {
    const text = [row.querySelector("h3"), row.querySelector("p")].map((part) => part?.textContent ?? "").join(" ");
    row.hidden = filtered || !words.every((word) => text.includes(word));
  }
  section.hidden = rows.every(({ hidden }) => hidden);
}
