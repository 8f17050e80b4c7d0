import { closeSync, createWriteStream, mkdirSync, openSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Writable } from "node:stream";
import { makeFolder } from "./folder.ts";

/** A folder that a publication is composed into. */
export interface Tree {
  readonly write: (path: string, bytes: Uint8Array) => void;
  /** Writes a file piece by piece, each as soon as it is made. */
  readonly writeAll: (path: string, pieces: Iterable<Uint8Array>) => void;
  readonly stream: (path: string) => Writable;
}

/** A tree below an absolute path, which is created when something is written. No file is written twice. */
export function treeAt(root: string): Tree {
  const made = new Set<string>();
  const make = (folder: string): void => {
    if (made.has(folder)) return;
    if (folder === root) makeFolder(root);
    else {
      make(dirname(folder));
      mkdirSync(folder, { recursive: true }); // another thread may have made it
    }
    made.add(folder);
  };
  const place = (path: string): string => {
    const file = join(root, path);
    make(dirname(file));
    return file;
  };
  return {
    write: (path, bytes) => writeFileSync(place(path), bytes, { flag: "wx" }),
    writeAll: (path, pieces) => {
      const descriptor = openSync(place(path), "wx");
      try {
        for (const piece of pieces) writeFileSync(descriptor, piece);
      } finally {
        closeSync(descriptor);
      }
    },
    stream: (path) => createWriteStream(place(path), { flags: "wx" }),
  };
}
