import { byBytes } from "../order.ts";
import { isHidden } from "./paths.ts";

/** A file by its path and its size in bytes. */
export type Sized = readonly [path: string, size: number];

/** Files that come with the skills above them. Answers cost little, however many files there are. */
export interface Stock {
  /** Number of files and bytes that come with the skill of a folder. */
  readonly sizeOf: (folder: string) => { readonly files: number; readonly bytes: number };
  /** Their paths, in byte order. */
  readonly filesOf: (folder: string) => readonly string[];
}

/**
 * Arranges files by the skills that they come with: every file below the folder, hidden ones only when they were added,
 * by an include or a link (SkillCDN Format, which files belong to the listed skill).
 *
 * @param files in byte order
 */
export function stockOf(files: readonly Sized[], isAdded: (path: string) => boolean): Stock {
  // A file is not hidden in exactly those folders that lie at or below its last hidden folder, and above it.
  const shelves = new Map(
    [...Map.groupBy(files, ([path]) => (isAdded(path) ? undefined : lastHidden(path)))].map(
      ([base, group]) => [base, shelfOf(group)] as const,
    ),
  );
  const shelvesOf = (folder: string) => [shelves.get(lastHidden(folder)), shelves.get(undefined)];
  return {
    sizeOf(folder) {
      const sizes = shelvesOf(folder).map((shelf) => shelf?.sizeOf(folder) ?? { files: 0, bytes: 0 });
      return {
        files: sizes.reduce((total, { files: each }) => total + each, 0),
        bytes: sizes.reduce((total, { bytes }) => total + bytes, 0),
      };
    },
    filesOf: (folder) =>
      shelvesOf(folder)
        .flatMap((shelf) => shelf?.filesOf(folder) ?? [])
        .toSorted(byBytes),
  };
}

/** The path up to its last segment that starts with a dot. */
function lastHidden(path: string): string {
  if (!isHidden(path)) return "";
  const end = path.indexOf("/", path.lastIndexOf("/.") + 1);
  return end === -1 ? path : path.slice(0, end);
}

/** Files in byte order, all of which come with every folder above them. */
function shelfOf(files: readonly Sized[]): Stock {
  const paths = files.map(([path]) => path);
  const bytesBefore = [0];
  for (const [index, [, size]] of files.entries()) bytesBefore.push((bytesBefore[index] ?? 0) + size);
  // `0` is the character after `/`.
  const rangeOf = (folder: string): readonly [from: number, to: number] =>
    folder === "" ? [0, paths.length] : [firstFrom(paths, `${folder}/`), firstFrom(paths, `${folder}0`)];
  return {
    sizeOf(folder) {
      const [from, to] = rangeOf(folder);
      return { files: to - from, bytes: (bytesBefore[to] ?? 0) - (bytesBefore[from] ?? 0) };
    },
    filesOf: (folder) => paths.slice(...rangeOf(folder)),
  };
}

function firstFrom(paths: readonly string[], bound: string): number {
  let [low, high] = [0, paths.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (byBytes(paths[middle] ?? "", bound) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
