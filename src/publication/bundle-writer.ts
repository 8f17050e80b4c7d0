import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { bundleEntries } from "../artifact/archive.ts";
import { type Gzip, withoutSystem } from "../artifact/gzip.ts";
import { END } from "../artifact/ustar.ts";
import type { Files } from "../skill.ts";
import type { Tree } from "./write/tree.ts";

/** Writes a bundle's archive skill by skill, so that memory does not grow with their number. */
export interface BundleWriter {
  /** Appends a skill below `skills/<name>/`. Skills must come in byte order of `<name>/`. */
  readonly add: (name: string, files: Files) => Promise<void>;
  /** Completes the archive. */
  readonly end: () => Promise<{ digest: string; size: number }>;
  /** Gives up; the unfinished file stays in the tree, which is to be thrown away. */
  readonly abort: () => void;
}

/** Starts the archive of a bundle at a path of the tree. */
export function bundleWriter(tree: Tree, path: string, gzip: Gzip): BundleWriter {
  const compressor = gzip.stream();
  const hash = createHash("sha256");
  let size = 0;
  const written = pipeline(
    compressor,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        const bytes = size === 0 ? withoutSystem(chunk) : chunk;
        hash.update(bytes);
        size += bytes.length;
        yield bytes;
      }
    },
    tree.stream(path),
  );
  written.catch(() => undefined); // the failure reaches the caller through `add` or `end`
  const push = (block: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      compressor.write(block, (error) => (error ? reject(error) : resolve()));
    });
  const write = async (block: Uint8Array) => {
    try {
      await push(block);
    } catch (error) {
      await written; // the compressor was destroyed because the file could not be written: that is the reason to give
      throw error;
    }
  };
  return {
    add: async (name, files) => {
      for (const block of bundleEntries(name, files)) await write(block);
    },
    end: async () => {
      await write(END);
      compressor.end();
      await written;
      return { digest: `sha256:${hash.digest("hex")}`, size };
    },
    abort: () => void compressor.destroy(),
  };
}
