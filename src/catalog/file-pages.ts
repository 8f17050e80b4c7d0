import type { PublishedFile, PublishedSkill } from "../publication/report.ts";
import { link } from "./addresses.ts";
import { fileAnchor } from "./anchors.ts";
import { COLOURED, languageOfFile } from "./highlight.ts";
import { LINE_MARKUP } from "./source.ts";

/** Largest text file that is shown, in bytes. */
const SHOWN_LIMIT = 256 * 1024;

/** Largest page with all files of a skill, in bytes of HTML. */
const PAGE_LIMIT = 1024 * 1024;

/** Why the content of a file is not shown, in words; undefined when it is. */
export function unshown({ size, lines }: PublishedFile): string | undefined {
  if (lines === null) return "It is not UTF-8 text.";
  if (size > SHOWN_LIMIT) return `It is larger than ${SHOWN_LIMIT / 1024} KB.`;
  return undefined;
}

/** Where the files of a skill are shown. Addresses are absolute, links root-relative. */
export interface FilePages {
  /** The page with all files, or with the list of them when each has a page of its own. */
  readonly address: string;
  /** Last segment of the address of each file that has a page of its own, by path; empty when one page shows all. */
  readonly keys: ReadonlyMap<string, string>;
  /** The link to a file or folder; undefined when the skill has none at that path. */
  readonly linkTo: (path: string) => string | undefined;
}

/** Decides where each file of a skill is shown: on one page, unless that would pass 1 MB. */
export function filePages({ page, files }: Pick<PublishedSkill, "page" | "files">): FilePages {
  const address = `${page}files/`;
  const shown = files.filter((file) => unshown(file) === undefined);
  const weight = shown.reduce((total, file) => total + weightOf(file), 0);
  const keys = weight > PAGE_LIMIT ? keysOf(shown) : new Map<string, string>();
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

/** Most bytes of HTML that show a file, but for characters that have to be escaped or written out. */
function weightOf({ path, size, lines }: PublishedFile): number {
  return (
    size * (languageOfFile(path) === undefined ? 1 : COLOURED) +
    (lines ?? 0) * (LINE_MARKUP + 2 * fileAnchor(path).length)
  );
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
