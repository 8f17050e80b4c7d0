import { sha256 } from "../artifact/digest.ts";
import { byBytes } from "../order.ts";
import type { Tree } from "./write/tree.ts";

/** A tree that remembers the SHA-256 of everything written to it. */
export interface SummedTree {
  /** Writes a file; `hex` is its SHA-256 when that is known already. */
  readonly write: (path: string, bytes: Uint8Array, hex?: string) => void;
  /** Notes a file that was written by other means. */
  readonly note: (path: string, hex: string) => void;
  /** All sums so far in the format of `sha256sum`, in byte order of the paths. */
  readonly sums: () => Buffer;
}

export function summed(tree: Tree): SummedTree {
  const sums = new Map<string, string>();
  return {
    write: (path, bytes, hex = sha256(bytes)) => {
      tree.write(path, bytes);
      sums.set(path, hex);
    },
    note: (path, hex) => void sums.set(path, hex),
    sums: () =>
      Buffer.from(
        [...sums]
          .toSorted(([a], [b]) => byBytes(a, b))
          .map(([path, hex]) => `${hex}  ${path}\n`)
          .join(""),
      ),
  };
}

/**
 * Reads a file in the format of `sha256sum`, text or binary mode.
 *
 * @returns path -> 64 hex digits, or undefined when a line has another form
 */
export function parseSums(text: string): ReadonlyMap<string, string> | undefined {
  const lines = text.split("\n").filter((line) => line !== "");
  const entries = lines.map((line) => /^([0-9a-f]{64}) [ *](.+)$/.exec(line));
  return entries.every((entry) => entry !== null)
    ? new Map(entries.map((entry) => [entry[2] ?? "", entry[1] ?? ""]))
    : undefined;
}
