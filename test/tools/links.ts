import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { elementsOf } from "./html.ts";

/** What a page offers to links, and where its own lead. */
interface Page {
  readonly ids: ReadonlySet<string>;
  readonly targets: readonly string[];
}

/**
 * Every local link on every page of a site that leads to no file, or to a fragment that its page does not have.
 *
 * @param site absolute path of the folder that is served at `https://docs.example.com`
 */
export function deadLinks(site: string): string[] {
  const files = readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(site.length));
  const known = new Set(files);
  const pages = new Map(files.filter((file) => file.endsWith(".html")).map((file) => [file, readPage(site, file)]));
  return [...pages].flatMap(([file, { targets }]) =>
    targets.flatMap((href) => {
      const target = new URL(href, `https://docs.example.com${file}`);
      if (target.origin !== "https://docs.example.com") return [];
      const path = decodeURIComponent(target.pathname).replace(/\/$/, "/index.html");
      const fragment = decodeURIComponent(target.hash.slice(1));
      const found = known.has(path) && (fragment === "" || pages.get(path)?.ids.has(fragment) === true);
      return found ? [] : [`${file}: ${href}`];
    }),
  );
}

function readPage(site: string, file: string): Page {
  const elements = elementsOf(readFileSync(join(site, file), "utf8"));
  const ids = elements.flatMap(({ attributes }) => attributes.get("id") ?? []);
  if (new Set(ids).size !== ids.length) throw new Error(`an id occurs twice in ${file}`);
  const targets = elements.flatMap(({ attributes }) => attributes.get("href") ?? attributes.get("src") ?? []);
  return { ids: new Set(ids), targets: [...new Set(targets)] };
}
