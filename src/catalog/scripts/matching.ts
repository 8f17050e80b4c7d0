import { type FacetName, FACETS } from "../facet-names.ts";

/** What the list on the page says of a skill. */
export interface Listed {
  readonly name: string;
  /** Description and tags, in lower case. */
  readonly text: string;
  readonly shape: string;
  readonly licence: string;
  readonly tags: readonly string[];
  /** Names of the category's folders from the outside, joined by slashes; empty for none. */
  readonly category: string;
  /** Bytes to download. */
  readonly size: number;
}

/** What a reader asks for; an empty string asks for nothing. */
export type Wanted = Readonly<Record<FacetName, string>> & {
  readonly query: string;
  /** `name`, `size`, `-size` for the largest first, or the best match. */
  readonly sort: string;
};

/** What a search in the text has found. */
export interface Found {
  /** Names of all skills that match. */
  readonly names: ReadonlySet<string>;
  /** Names of the best of them, the best first. */
  readonly best: readonly string[];
}

/** Values of a skill by which it can be filtered. A category is in its outer ones too. */
function valuesOf(skill: Listed, facet: FacetName): readonly string[] {
  if (facet === "tag") return skill.tags;
  if (facet !== "category") return [skill[facet]];
  const folders = skill.category === "" ? [] : skill.category.split("/");
  return folders.map((_, index) => folders.slice(0, index + 1).join("/"));
}

/** True for a skill that every filter lets through, but for the one that is left out of the question. */
export function accepts(skill: Listed, wanted: Wanted, leftOut?: FacetName): boolean {
  return FACETS.every(
    (facet) => facet === leftOut || wanted[facet] === "" || valuesOf(skill, facet).includes(wanted[facet]),
  );
}

/** How many of the skills have each value, so that a reader sees what a filter would leave. */
export function countValues(skills: readonly Listed[], wanted: Wanted, facet: FacetName): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const skill of skills)
    if (accepts(skill, wanted, facet))
      for (const value of valuesOf(skill, facet)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The skills that a query is about: those that say every word of it in name, description or tags, or in their text. */
export function matching<T extends Listed>(
  skills: readonly T[],
  query: string,
  found: Found | undefined,
): readonly T[] {
  const words = wordsOf(query);
  return skills.filter((skill) => rankOf(skill, words) !== undefined || found?.names.has(skill.name) === true);
}

/** Puts skills, which come in order of their names, into the order that is wanted. */
export function inOrder<T extends Listed>(
  skills: readonly T[],
  { sort, query }: Wanted,
  found: Found | undefined,
): readonly T[] {
  if (sort === "size") return skills.toSorted((a, b) => a.size - b.size);
  if (sort === "-size") return skills.toSorted((a, b) => b.size - a.size);
  const words = wordsOf(query);
  if (sort === "name" || words.length === 0) return skills;
  const places = new Map(found?.best.map((name, index) => [name, index]));
  const rank = (skill: T) => rankOf(skill, words) ?? TEXT_ONLY;
  const place = ({ name }: T) => places.get(name) ?? places.size;
  return skills.toSorted((a, b) => rank(a) - rank(b) || place(a) - place(b));
}

/** Rank of a skill that only its text brings up. */
const TEXT_ONLY = 3;

/** 0 for the very name, 1 for words of the name, 2 for words of the description too. */
function rankOf({ name, text }: Listed, words: readonly string[]): number | undefined {
  if (words.join("-") === name) return 0;
  if (words.every((word) => name.includes(word))) return 1;
  return words.every((word) => name.includes(word) || text.includes(word)) ? 2 : undefined;
}

export function wordsOf(query: string): readonly string[] {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}
