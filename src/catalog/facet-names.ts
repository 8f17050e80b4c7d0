/** Filters of the list of skills, by the names that they have in the address of the page. */
export const FACETS = ["shape", "licence", "tag", "category"] as const;

export type FacetName = (typeof FACETS)[number];

/** Something for each filter, by its name. */
export function byFacet<T>(of: (name: FacetName) => T): Record<FacetName, T> {
  return { shape: of("shape"), licence: of("licence"), tag: of("tag"), category: of("category") };
}
