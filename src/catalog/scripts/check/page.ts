import type { ListedFile } from "./file-rows.ts";
import type { Promised } from "./verdict.ts";

/** What the page of a skill shows, and where it is looked at. */
export interface Page extends Promised {
  readonly name: string;
  /** Name of the artifact's file. */
  readonly file: string;
  /** Published size of the artifact, in bytes. */
  readonly size: number;
  /** Addresses of the artifact and of the site's index on the origin where the page is looked at. */
  readonly artifact: string;
  readonly index: string;
  /** The published origin, when that is not where the page is looked at. */
  readonly elsewhere: string | undefined;
}

/** Reads from the page what it shows its readers; `place` holds the button and lies beside the digest. */
export function readPage(place: HTMLElement): Page {
  const { name = "", index = "", size = "" } = place.dataset;
  const url = shown(place.parentElement, '[data-copy="address"]');
  const here = (address: string) => new URL(new URL(address).pathname, location.origin).href;
  const { origin } = new URL(url);
  return {
    name,
    what: url.endsWith(".tar.gz") ? "archive" : "SKILL.md",
    file: url.slice(url.lastIndexOf("/") + 1),
    url,
    digest: shown(place.parentElement, '[data-copy="digest"]'),
    size: Number(size),
    files: [...document.querySelectorAll<HTMLElement>("#files ~ .tree li.tree-row")].map(readRow),
    artifact: here(url),
    index: here(index),
    elsewhere: origin === location.origin ? undefined : origin,
  };
}

function readRow(row: HTMLElement): ListedFile {
  let path = text(row, ".tree-file");
  for (let folder = row.closest("details"); folder; folder = folder.parentElement?.closest("details") ?? null)
    path = text(folder, ":scope > summary > .tree-folder") + path;
  return { path, sha256: shown(row, ".hash"), executable: row.querySelector(".badge") !== null };
}

function shown(place: Element | null, selector: string): string {
  return text(place, selector).trim();
}

/** Text as it stands there: a name of a file may begin or end with a blank. */
function text(place: Element | null, selector: string): string {
  return place?.querySelector(selector)?.textContent ?? "";
}
