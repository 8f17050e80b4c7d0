import { byBytes } from "../order.ts";
import type { Files } from "../skill.ts";
import { encodeUstar } from "./ustar.ts";

/**
 * The tar bytes of one skill: flat, `SKILL.md` first, the rest in byte order of the paths, so that a client finds the
 * instructions before anything else.
 */
export function skillArchive(files: Files): Buffer {
  const paths = [...files.keys()].toSorted((a, b) => Number(b === "SKILL.md") - Number(a === "SKILL.md") || byBytes(a, b));
  return encodeUstar(entries(files, paths));
}

/** The tar bytes of a whole bundle: every skill's files below `skills/<name>/`, skills and paths in byte order. */
export function bundleArchive(skills: ReadonlyMap<string, Files>): Buffer {
  const files = new Map([...skills].flatMap(([name, each]) => [...each].map(([path, file]) => [`skills/${name}/${path}`, file] as const)));
  return encodeUstar(entries(files, [...files.keys()].toSorted(byBytes)));
}

function* entries(files: Files, paths: readonly string[]) {
  for (const path of paths) {
    const file = files.get(path);
    if (file) yield { path, ...file };
  }
}
