import { byBytes } from "../order.ts";
import type { Files } from "../skill.ts";
import { encodeEntry, END } from "./ustar.ts";

/**
 * The tar bytes of one skill: flat, `SKILL.md` first, the rest in byte order of the paths, so that a client finds the
 * instructions before anything else.
 */
export function skillArchive(files: Files): Buffer {
  const entries = [...files].toSorted(
    ([a], [b]) => Number(b === "SKILL.md") - Number(a === "SKILL.md") || byBytes(a, b),
  );
  return Buffer.concat([...entries.map(([path, file]) => encodeEntry({ path, ...file })), END]);
}

/** The tar blocks of one skill inside a bundle, below `skills/<name>/`. An archive of several ends with `END`. */
export function bundleEntries(name: string, files: Files): Buffer[] {
  return [...files]
    .toSorted(([a], [b]) => byBytes(a, b))
    .map(([path, file]) => encodeEntry({ path: bundlePath(name, path), ...file }));
}

/** Where a bundle's archive keeps a file of a skill. */
export function bundlePath(name: string, path: string): string {
  return `skills/${name}/${path}`;
}
