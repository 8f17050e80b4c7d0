import { byFacet, FACETS } from "../facet-names.ts";
import type { Wanted } from "./matching.ts";

/** Names of what is wanted in the address of a page. */
const PARAMETERS: readonly (readonly [key: keyof Wanted, parameter: string])[] = [
  ["query", "q"],
  ...FACETS.map((name) => [name, name] as const),
  ["sort", "sort"],
];

/** What the query part of an address asks for. */
export function readAddress(search: string): Wanted {
  const parameters = new URLSearchParams(search);
  const asked = (parameter: string) => parameters.get(parameter) ?? "";
  return { query: asked("q"), ...byFacet(asked), sort: asked("sort") };
}

/** The query part of an address that asks for this; empty when nothing is asked for. */
export function writeAddress(wanted: Wanted): string {
  const asked = PARAMETERS.filter(([key]) => wanted[key] !== "");
  const parameters = new URLSearchParams(asked.map(([key, parameter]) => [parameter, wanted[key]]));
  return asked.length === 0 ? "" : `?${parameters.toString()}`;
}
