import { createHash, type Hash } from "node:crypto";
import { sha256 } from "../artifact/digest.ts";
import { byBytes } from "../order.ts";
import type { Tree } from "./write/tree.ts";

/** SHA-256 of files by path, as 64 hex digits. */
export type Sums = ReadonlyMap<string, string>;

/** A tree that remembers the SHA-256 of everything written to it. */
export interface SummedTree {
  /** Writes a file; `hex` is its SHA-256 when that is known already. */
  readonly write: (path: string, bytes: Uint8Array, hex?: string) => void;
  /** Writes a file piece by piece. */
  readonly writeAll: (path: string, pieces: Iterable<Uint8Array>) => void;
  /** Notes files that were written by other means. */
  readonly note: (sums: Iterable<readonly [path: string, hex: string]>) => void;
  /** All sums so far. */
  readonly sums: Sums;
}

export function summed(tree: Tree): SummedTree {
  const sums = new Map<string, string>();
  return {
    write: (path, bytes, hex = sha256(bytes)) => {
      tree.write(path, bytes);
      sums.set(path, hex);
    },
    writeAll: (path, pieces) => {
      const hash = createHash("sha256");
      tree.writeAll(path, hashed(pieces, hash));
      sums.set(path, hash.digest("hex"));
    },
    note: (others) => {
      for (const [path, hex] of others) sums.set(path, hex);
    },
    sums,
  };
}

function* hashed(pieces: Iterable<Uint8Array>, hash: Hash): Generator<Uint8Array> {
  for (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

/** Sums in the format of `sha256sum`, in byte order of the paths. */
export function encodeSums(sums: Sums): Buffer {
  return Buffer.from(
    [...sums]
      .toSorted(([a], [b]) => byBytes(a, b))
      .map(([path, hex]) => `${hex}  ${path}\n`)
      .join(""),
  );
}

/**
 * Reads a file in the format of `sha256sum`, text or binary mode.
 *
 * @returns path -> 64 hex digits, or undefined when a line has another form
 */
export function parseSums(text: string): Sums | undefined {
  const lines = text.split("\n").filter((line) => line !== "");
  const entries = lines.map((line) => /^([0-9a-f]{64}) [ *](.+)$/.exec(line));
  return entries.every((entry) => entry !== null)
    ? new Map(entries.map((entry) => [entry[2] ?? "", entry[1] ?? ""]))
    : undefined;
}
