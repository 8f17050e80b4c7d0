import type { PublishedSkill } from "../publication/report.ts";
import type { FacetName } from "./facet-names.ts";
import { visible } from "./visible.ts";

/** A filter of the list of skills, with how many skills each of its values has. */
export interface Facet {
  readonly name: FacetName;
  readonly label: string;
  /** What it says when nothing is chosen. */
  readonly any: string;
  readonly values: readonly { readonly value: string; readonly count: number }[];
  /** How many values are left out. */
  readonly more: number;
}

/** Stands for a skill that does not name its licence. */
export const NO_LICENCE = "not stated";

/** Most values of one filter: the ones that most skills have. A list of thousands finds nothing. */
const VALUES_LIMIT = 200;

/** What filters look at. */
type Filtered = Pick<PublishedSkill, "shape" | "categories" | "tags" | "license">;

/** The filters that can tell these skills apart. */
export function facetsOf(skills: readonly Filtered[]): Facet[] {
  const facet = (name: FacetName, label: string, any: string, valuesOf: (skill: Filtered) => string[]) => ({
    name,
    label,
    any,
    ...counted(skills.flatMap((skill) => [...new Set(valuesOf(skill).map(visible))])),
  });
  return [
    facet("shape", "Shape", "Any shape", ({ shape }) => [shape]),
    facet("category", "Category", "All categories", ({ categories }) =>
      categories.map((_, index) => categories.slice(0, index + 1).join("/")),
    ),
    facet("tag", "Tag", "All tags", ({ tags }) => tags),
    facet("licence", "Licence", "Any licence", ({ license }) => [license ?? NO_LICENCE]),
  ].filter(({ values }) => values.some(({ count }) => count < skills.length));
}

/** The values with their numbers, as a reader looks them up: whatever their case. */
function counted(values: readonly string[]): Pick<Facet, "values" | "more"> {
  const groups = [...Map.groupBy(values, (value) => value)].map(([value, { length }]) => ({ value, count: length }));
  const key = ({ value }: { readonly value: string }) => value.toLowerCase();
  const most = groups.toSorted((a, b) => b.count - a.count).slice(0, VALUES_LIMIT);
  return {
    values: most.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0)),
    more: groups.length - most.length,
  };
}
