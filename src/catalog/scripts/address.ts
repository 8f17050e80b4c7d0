import type { Wanted } from "./matching.ts";

/** Names of what is wanted in the address of a page. */
const PARAMETERS: readonly (readonly [key: keyof Wanted, parameter: string])[] = [
  ["query", "q"],
  ["shape", "shape"],
  ["licence", "licence"],
  ["tag", "tag"],
  ["category", "category"],
  ["sort", "sort"],
];

/** What the query part of an address asks for. */
export function readAddress(search: string): Wanted {
  const parameters = new URLSearchParams(search);
  const wanted: Record<keyof Wanted, string> = { query: "", shape: "", licence: "", tag: "", category: "", sort: "" };
  for (const [key, parameter] of PARAMETERS) wanted[key] = parameters.get(parameter) ?? "";
  return wanted;
}

/** The query part of an address that asks for this; empty when nothing is asked for. */
export function writeAddress(wanted: Wanted): string {
  const asked = PARAMETERS.filter(([key]) => wanted[key] !== "");
  const parameters = new URLSearchParams(asked.map(([key, parameter]) => [parameter, wanted[key]]));
  return asked.length === 0 ? "" : `?${parameters.toString()}`;
}
