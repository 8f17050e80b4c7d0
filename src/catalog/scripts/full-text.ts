import { spaced, unspaced } from "../unspaced.ts";
import { type Found, wordsOf } from "./matching.ts";

/** The part of Pagefind's interface that is used here; see pagefind.app/docs/api. */
interface Pagefind {
  readonly init: () => Promise<void>;
  readonly filters: () => Promise<unknown>;
  readonly search: (query: string) => Promise<{
    readonly results: readonly { readonly data: () => Promise<Page> }[];
    readonly filters: { readonly skill?: Readonly<Record<string, number>> };
  }>;
}

/** A skill that was found. The first of its parts is what stands before its files. */
interface Page {
  readonly raw_url: string;
  readonly raw_content: string;
  /** Numbers of the words that were found. */
  readonly locations: readonly number[];
  readonly sub_results: readonly {
    readonly anchor?: { readonly id: string; readonly text: string };
    readonly excerpt: string;
  }[];
}

/** A place in the text of a skill. */
export interface Place {
  /** Path of the file, relative to the skill's folder. */
  readonly path: string;
  /** Link to the page that shows the file. */
  readonly link: string;
  readonly excerpt: readonly Piece[];
}

/** A piece of text that was looked for, or that stands around one. */
interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

/** What a search in the text gives. */
export interface TextResults extends Found {
  /** Where the best have it, by name. */
  readonly places: ReadonlyMap<string, readonly Place[]>;
}

/** A search in the text of all skills. */
export type TextSearch = (query: string) => Promise<TextResults>;

/** Results whose places are fetched: one small file each. */
const BEST = 20;
/** Places that are shown of one skill. */
const PLACES = 3;

/**
 * Loads the search index.
 *
 * @param address of the module that Pagefind wrote
 */
export async function loadTextSearch(address: string): Promise<TextSearch> {
  const pagefind: Pagefind = await import(/* @vite-ignore */ address);
  await pagefind.init();
  // Names are a filter: its counts tell all skills that match, of which only the best are fetched.
  await pagefind.filters();
  const find = async (query: string) => {
    const { results, filters } = await pagefind.search(query);
    const counted = Object.entries(filters.skill ?? {}).filter(([, count]) => count > 0);
    const best = await Promise.all(results.slice(0, BEST).map(({ data }) => data()));
    return { names: new Set(counted.map(([name]) => name)), best };
  };
  /** Where nothing has a word, Pagefind takes the longest word that it begins with, or does without it. */
  const isFound = async (word: string, pages: readonly Page[]) =>
    pages.some((page) => foundIn(page).some((found) => bare(found).includes(bare(word)))) ||
    (await pagefind.search(`"${bare(word)}"`)).results.length > 0;

  return async (query) => {
    const words = wordsOf(query).filter((word) => bare(word) !== "");
    const plain = words.filter((word) => spaced(word) === word);
    const phrases = words.filter((word) => spaced(word) !== word).map((word) => `"${spaced(word).trim()}"`);
    const queries = [...(plain.length > 0 ? [plain.join(" ")] : []), ...phrases];
    const [first, ...others] = await Promise.all(queries.map(find));
    const found = await Promise.all(plain.map((word) => isFound(word, first?.best ?? [])));
    if (!first || !found.every(Boolean)) return { names: new Set(), best: [], places: new Map() };
    const names = new Set([...first.names].filter((name) => others.every((each) => each.names.has(name))));
    const best = first.best.filter((page) => names.has(nameOf(page)));
    return { names, best: best.map(nameOf), places: new Map(best.map((page) => [nameOf(page), placesIn(page)])) };
  };
}

/** The words of a page that were found. */
function foundIn({ raw_content: text, locations }: Page): string[] {
  const words = text.split(/\s+/);
  return locations.flatMap((location) => words[location] ?? []);
}

/** A word by its letters and digits, as Pagefind compares words. */
function bare(word: string): string {
  return word
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function nameOf({ raw_url: address }: Page): string {
  return address.split("/").findLast((segment) => segment !== "") ?? "";
}

function placesIn({ sub_results: parts }: Page): Place[] {
  return parts
    .flatMap(({ anchor, excerpt }) =>
      anchor
        ? [{ path: unspaced(anchor.text), link: anchor.id, excerpt: piecesOf(withoutHeading(excerpt, anchor.text)) }]
        : [],
    )
    .slice(0, PLACES);
}

/** An excerpt from the start of a file has its heading, which is shown as the path already. */
function withoutHeading(excerpt: string, heading: string): string {
  return excerpt.startsWith(`${heading}. `) ? excerpt.slice(heading.length + 2) : excerpt;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'", "#x27": "'" };

/** Cuts an excerpt, which is HTML with nothing but `<mark>` in it, into text: no HTML of a skill reaches the page. */
export function piecesOf(excerpt: string): Piece[] {
  return unspaced(excerpt)
    .split(/<(\/?)mark>/)
    .flatMap((part, index, parts) => {
      if (index % 2 === 1 || part === "") return [];
      const text = part.replaceAll(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
      return [{ text, marked: parts[index - 1] === "" }];
    });
}
