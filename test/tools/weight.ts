import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** What a browser loads to show a page, in bytes compressed by gzip. */
export interface Weight {
  readonly html: number;
  readonly script: number;
  /** How many scripts, with those that they import at once. */
  readonly scripts: number;
}

/**
 * Weighs a page of a built site.
 *
 * @param site absolute path of the folder that is served at the origin
 * @param page path of the page's file below it
 */
export function weigh(site: string, page: string): Weight {
  const read = (path: string) => readFileSync(join(site, path), "utf8");
  const size = (text: string) => gzipSync(text).length;
  const scripts = new Set<string>();
  const load = (path: string) => {
    if (scripts.has(path)) return;
    scripts.add(path);
    for (const [, name = ""] of read(path).matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) load(`_astro/${name}`);
  };
  const html = read(page);
  for (const [, path = ""] of html.matchAll(/<script[^>]* src="\/([^"]+)"/g)) load(path);
  return {
    html: size(html),
    script: [...scripts].reduce((sum, path) => sum + size(read(path)), 0),
    scripts: scripts.size,
  };
}
