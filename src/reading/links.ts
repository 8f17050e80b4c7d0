import MarkdownIt from "markdown-it";
import { folderOf, resolve } from "./paths.ts";

/** Most characters of a text, in UTF-16 units, that are searched for links. */
const TEXT_LIMIT = 262_144;
/** Most different files that one text may link to. */
const TARGETS_LIMIT = 200;

/** A link to a Markdown file of the repository. */
export interface Link {
  /** As written. */
  readonly written: string;
  /** Path of the repository; undefined when it leaves it or is no path. The file may not exist. */
  readonly path: string | undefined;
  /** Line of the file, from 1, on which its block starts. */
  readonly line: number;
}

/** The links of a text, each target once, and why some are missing, if they are. */
export interface Links {
  readonly links: readonly Link[];
  readonly limit: string | undefined;
}

const markdown = new MarkdownIt({ html: true, linkify: false });
// Destinations are wanted as written: `readDestination` decodes and judges them.
markdown.normalizeLink = (destination) => destination;
markdown.validateLink = () => true;

/**
 * Finds the links to Markdown files in the body of a file, as CommonMark has them: none in code, comments, HTML or
 * images. Links in nested lists count, also where four blanks come before the item; a reader that takes every line
 * with four blanks for code finds fewer.
 *
 * @param path path of the file; links are relative to its folder
 * @param bodyLine line of the file on which the body starts
 */
export function linksOf(path: string, body: string, bodyLine: number): Links {
  // Parsing is slow; an inline link has the first, a definition the second, and addresses in pointed brackets are not local.
  if (!body.includes("](") && !body.includes("]:")) return { links: [], limit: undefined };
  const folder = folderOf(path);
  const links = new Map<string, Link>();
  const targets = new Set<string>();
  let limit = body.length > TEXT_LIMIT ? `only its first ${TEXT_LIMIT} characters were searched` : undefined;
  let row = 0; // cells of a table have no place of their own
  for (const block of markdown.parse(body.slice(0, TEXT_LIMIT), {})) {
    row = block.map?.[0] ?? row;
    for (const token of block.children ?? []) {
      const written = token.type === "link_open" ? String(token.attrGet("href") ?? "") : "";
      const destination = links.has(written) ? undefined : readDestination(written);
      if (destination === undefined) continue;
      const target = resolve(folder, destination);
      if (!targets.has(target ?? written) && targets.size === TARGETS_LIMIT) {
        return { links: [...links.values()], limit: `it links to more than ${TARGETS_LIMIT} files` };
      }
      targets.add(target ?? written);
      links.set(written, { written, path: target, line: bodyLine + row });
    }
  }
  return { links: [...links.values()], limit };
}

/** A local destination of a Markdown file, without query and fragment, decoded once. */
function readDestination(written: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(written)) return undefined;
  const end = written.search(/[?#]/);
  const destination = end === -1 ? written : written.slice(0, end);
  try {
    const decoded = decodeURIComponent(destination);
    return /\.md$/i.test(decoded) ? decoded : undefined;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return undefined;
  }
}
