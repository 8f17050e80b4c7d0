import type { PublishedFile, PublishedSkill } from "../publication/report.ts";
import { link } from "./addresses.ts";
import { fileAnchor } from "./anchors.ts";
import { HTML_LIMIT, mostHtml, type Source } from "./source.ts";
import { escaped, visible } from "./visible.ts";

/** Largest text file that is shown, in bytes. */
const SHOWN_LIMIT = 256 * 1024;

/** Most lines with hidden characters that the head of a file names one by one. */
export const NAMED_LINES = 12;

/** Why the content of a file is not shown, in words; undefined when it is. */
export function unshown({ size, lines }: PublishedFile): string | undefined {
  if (lines === null) return "It is not UTF-8 text.";
  if (size > SHOWN_LIMIT) return `It is larger than ${SHOWN_LIMIT / 1024} KB.`;
  return undefined;
}

/** The files of a skill whose content is shown. */
export function shownOf(files: readonly PublishedFile[]): PublishedFile[] {
  return files.filter((file) => unshown(file) === undefined);
}

/** What decides where the files of a skill are shown. */
type Filed = Pick<PublishedSkill, "name" | "page" | "files">;

/** Where the files of a skill are shown. Addresses are absolute, links root-relative. */
export interface FilePages {
  /** The page with all files, or with the list of them when each has a page of its own. */
  readonly address: string;
  /** Last segment of the address of each file that has a page of its own, by path; empty when one page shows all. */
  readonly keys: ReadonlyMap<string, string>;
  /** The link to a file or folder; undefined when the skill has none at that path. */
  readonly linkTo: (path: string) => string | undefined;
}

/**
 * Tells where each file of a skill is shown.
 *
 * @param apart names of the skills that have a page for each file, because one page with all would pass 1 MB
 */
export function filePages({ name, page, files }: Filed, apart: ReadonlySet<string>): FilePages {
  const address = `${page}files/`;
  const keys = apart.has(name) ? keysOf(shownOf(files)) : new Map<string, string>();
  const paths = new Set(files.map(({ path }) => path));
  const folders = new Set(files.flatMap(({ path }) => foldersOf(path)));
  return {
    address,
    keys,
    linkTo: (path) => {
      const key = keys.get(path);
      if (key !== undefined) return link(`${address}${key}/`);
      const folder = path.endsWith("/") ? path : `${path}/`;
      const target = paths.has(path) ? path : folders.has(folder) ? folder : undefined;
      return target === undefined ? undefined : `${link(address)}#${fileAnchor(target)}`;
    },
  };
}

/** Bytes of markup around one file or folder, besides its names and its addresses. */
const MARKUP = 1000;

/**
 * Bytes of HTML that a page with all files of a skill has room for, besides what `weightOf` counts for each of them. Names are
 * written up to three times; the path is an id, and the end of an address, up to five times.
 */
export function roomFor({ page, files }: Filed): number {
  const paths = [...new Set(files.flatMap(({ path }) => [path, ...foldersOf(path)]))];
  const weight = (path: string) =>
    MARKUP + 2 * page.length + 3 * Buffer.byteLength(escaped(visible(path))) + 5 * fileAnchor(path).length;
  return HTML_LIMIT - paths.reduce((total, path) => total + weight(path), 0);
}

/** Bytes of HTML of a file's text, and of what its head says of the text. */
export function weightOf({ path }: PublishedFile, { html, hidden }: Source): number {
  return Buffer.byteLength(html) + linesWeight(path, hidden.length);
}

/** The same, before the text has been looked at: no text of this size weighs more. */
export function mostWeightOf(file: PublishedFile): number {
  return mostHtml(file) + linesWeight(file.path, NAMED_LINES);
}

function linesWeight(path: string, hidden: number): number {
  return Math.min(hidden, NAMED_LINES) * (40 + fileAnchor(path).length);
}

/** A readable key for each path, numbered where two would be equal. */
function keysOf(files: readonly PublishedFile[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  for (const { path } of files) {
    const words = path.toLowerCase().match(/[a-z0-9]+/g) ?? ["file"];
    const name = words.join("-").slice(0, 64);
    let key = name;
    for (let number = 2; taken.has(key); number += 1) key = `${name}-${number}`;
    taken.add(key);
    keys.set(path, key);
  }
  return keys;
}

/** Every folder above a path, each with a slash at its end. */
function foldersOf(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}
