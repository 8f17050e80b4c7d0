import { sha256 } from "../artifact/digest.ts";
import { readLocal } from "./local.ts";

/** What a file of a tree was found to be. */
export interface Found {
  readonly hex: string;
  /** In bytes. */
  readonly size: number;
}

/** The files of a tree, each read and hashed when it is first asked for. */
export interface TreeFiles {
  /** Reads a file and remembers what it was. */
  readonly read: (path: string) => Buffer | undefined;
  /** What a file is, reading it only when that is not known yet. */
  readonly found: (path: string) => Found | undefined;
  /** Everything read so far. */
  readonly known: ReadonlyMap<string, Found>;
  /** Takes over what another thread read. */
  readonly adopt: (found: ReadonlyMap<string, Found>) => void;
}

/** Opens the tree at an absolute path. Links in it are not followed. */
export function treeFiles(root: string): TreeFiles {
  const known = new Map<string, Found>();
  const read = (path: string) => {
    const bytes = readLocal(root, path);
    if (bytes) known.set(path, { hex: sha256(bytes), size: bytes.length });
    return bytes;
  };
  const found = (path: string) => {
    if (!known.has(path)) read(path);
    return known.get(path);
  };
  const adopt = (others: ReadonlyMap<string, Found>) => {
    for (const [path, each] of others) known.set(path, each);
  };
  return { read, found, known, adopt };
}
