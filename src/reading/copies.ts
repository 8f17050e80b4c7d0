import { createHash } from "node:crypto";
import { byBytes } from "../order.ts";
import { depthOf, folderOf, isHidden, nameOf } from "./paths.ts";
import { nearest, type RegularFile } from "./tree.ts";

/**
 * Finds skills with identical files: the same paths relative to their folders, and the same content. Hidden files count
 * when they were added, by an include or a link.
 *
 * @param folders folders of the skills
 * @param files every file that can be read
 * @returns folder of a copy -> folder of the skill that is kept: a visible one before hidden ones, then the one with the
 *   shortest path, then the first
 */
export function findCopies(
  folders: readonly string[],
  files: ReadonlyMap<string, RegularFile>,
  isAdded: (path: string) => boolean,
): ReadonlyMap<string, string> {
  // Most skills differ in names and sizes already; only the others are read.
  const sizeOf = (path: string) => String(files.get(path)?.size);
  const alike = groupsOf(folders, fingerprints({ paths: [...files.keys()], isAdded, printOf: sizeOf }));
  const suspect = nearest(new Map(alike.flat().map((folder) => [folder, true])));
  const paths = [...files.keys()].filter((path) => suspect(folderOf(path)) === true);
  const contentOf = (path: string) => digestOf(files.get(path)?.read() ?? `unreadable ${path}`);
  const identical = groupsOf(alike.flat(), fingerprints({ paths, isAdded, printOf: contentOf }));
  return new Map(
    identical.flatMap((group) => {
      const [kept = "", ...copies] = group.toSorted(
        (a, b) => Number(isHidden(a)) - Number(isHidden(b)) || a.length - b.length || byBytes(a, b),
      );
      return copies.map((copy) => [copy, kept] as const);
    }),
  );
}

/** Groups of folders that have the same fingerprint. */
function groupsOf(folders: readonly string[], printOf: (folder: string) => string): string[][] {
  return [...Map.groupBy(folders, printOf).values()].filter(({ length }) => length > 1);
}

interface Printed {
  readonly paths: readonly string[];
  readonly isAdded: (path: string) => boolean;
  /** What tells one file from another. */
  readonly printOf: (path: string) => string;
}

/** Of a folder, a text over the files that come with its skill. */
function fingerprints({ paths, isAdded, printOf }: Printed): (folder: string) => string {
  const added = hashFolders(paths.filter(isAdded), printOf, () => true);
  const visible = hashFolders(
    paths.filter((path) => !isAdded(path)),
    printOf,
    (name) => !isHidden(name),
  );
  return (folder) => `${added.get(folder)} ${visible.get(folder)}`;
}

/** Of each folder, a digest over the names in it that count and the digests of what has these names; each file is used once. */
function hashFolders(
  paths: readonly string[],
  printOf: (path: string) => string,
  counts: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const lines = new Map<string, string[]>();
  const add = (path: string, line: string) => {
    const known = lines.get(folderOf(path));
    if (known) known.push(line);
    else lines.set(folderOf(path), [line]);
  };
  for (const path of paths) {
    if (counts(nameOf(path))) add(path, `${nameOf(path)}\n${printOf(path)}`);
    for (let folder = folderOf(path); !lines.has(folder); folder = folderOf(folder)) lines.set(folder, []);
  }
  const depths = [...lines.keys()].map((folder) => ({ folder, depth: depthOf(folder) }));
  return new Map(
    depths
      .toSorted((a, b) => b.depth - a.depth)
      .map(({ folder }) => {
        const digest = digestOf((lines.get(folder) ?? []).toSorted(byBytes).join("\n"));
        if (folder !== "" && counts(nameOf(folder))) add(folder, `${nameOf(folder)}/\n${digest}`);
        return [folder, digest];
      }),
  );
}

function digestOf(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}
