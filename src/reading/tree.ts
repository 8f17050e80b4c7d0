import { byBytes } from "../order.ts";
import { folderOf, type PathFault, pathFault } from "./paths.ts";

/** A file of the repository. It is read when it is needed, perhaps more than once. */
export interface RegularFile {
  readonly kind: "file";
  /** In bytes. */
  readonly size: number;
  /** The bytes; undefined when they cannot be read, for whatever reason. */
  readonly read: () => Uint8Array | undefined;
}

/** A symbolic link is never followed; `special` is everything else that is no file, submodules among them. */
export type Entry = RegularFile | { readonly kind: "link" | "special" };

/** Path -> entry, of everything in a repository that is no folder, in any order. */
export type Tree = ReadonlyMap<string, Entry>;

/** Bounds of one reading. */
export interface Limits {
  /** Most files and folders; beyond it nothing is read, because a policy may have been missed. */
  readonly treeEntries: number;
  /** Most declarations and pages that are parsed or searched. */
  readonly files: number;
  /** Most bytes of one of them. */
  readonly fileBytes: number;
  /** Most bytes of all of them. */
  readonly totalBytes: number;
  /** Most bytes of a file that comes with a skill. */
  readonly readBytes: number;
}

/** The limits of the format when nobody sets others. */
export const LIMITS: Limits = {
  treeEntries: 20_000,
  files: 2000,
  fileBytes: 262_144,
  totalBytes: 33_554_432,
  readBytes: 2_097_152,
};

/** Why an entry is not looked at. */
export type SkipCode = "link" | "special" | "tool_folder" | PathFault;

/** The entries of a tree: those that are looked at, in byte order of their paths, and why the others are not. */
export interface Listing {
  readonly files: ReadonlyMap<string, RegularFile>;
  readonly skipped: ReadonlyMap<string, SkipCode>;
  /** Folders of the files, the root among them. */
  readonly folders: ReadonlySet<string>;
}

/** Lists a tree, or returns undefined when it has more files and folders than the limit. */
export function list(tree: Tree, limit: number): Listing | undefined {
  if (tree.size > limit) return undefined;
  const files = new Map<string, RegularFile>();
  const skipped = new Map<string, SkipCode>();
  const folders = new Set<string>([""]);
  for (const path of [...tree.keys()].toSorted(byBytes)) {
    const entry = tree.get(path);
    if (entry === undefined) continue;
    const reason = reasonToSkip(path, entry);
    if (reason !== undefined) skipped.set(path, reason);
    else if (entry.kind === "file") {
      files.set(path, entry);
      for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) folders.add(folder);
      if (tree.size + folders.size - 1 > limit) return undefined;
    }
  }
  return { files, skipped, folders };
}

/** True below folders that tools fill; whoever lists a tree may leave them out. */
export function isInToolFolder(path: string): boolean {
  return /(?:^|\/)(?:\.git|node_modules)(?:\/|$)/.test(path);
}

function reasonToSkip(path: string, entry: Entry): SkipCode | undefined {
  if (isInToolFolder(path)) return "tool_folder";
  const fault = path === "" ? "empty_segment" : pathFault(path);
  return fault ?? (entry.kind === "file" ? undefined : entry.kind);
}

/**
 * Finds, for any folder, what is marked at the nearest folder at or above it. Answers are remembered, so marks must not
 * change at or above a folder that was asked for.
 */
export function nearest<T>(marks: ReadonlyMap<string, T>): (folder: string) => T | undefined {
  const known = new Map<string, T | undefined>();
  return function find(folder): T | undefined {
    if (known.has(folder)) return known.get(folder);
    const found = marks.get(folder) ?? (folder === "" ? undefined : find(folderOf(folder)));
    known.set(folder, found);
    return found;
  };
}
