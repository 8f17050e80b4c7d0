import { closeSync, lstatSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { contentHash } from "../../artifact/content-hash.ts";
import { byBytes } from "../../order.ts";
import { repeated } from "../../repeated.ts";
import { SAFE_OPEN } from "../../source/open-file.ts";
import { isSystemError } from "../../source/system-error.ts";
import { readWhole, TooLarge } from "./read-file.ts";

/** What is hashed of an installed folder at most; sizes in bytes. A client installs no more than 50 MiB. */
const CONTENT_LIMITS = { entries: 20_000, depth: 40, bytes: 128 * 1024 * 1024 } as const;

/** Folders that the hash leaves out, at any depth. */
const SKIPPED_FOLDERS: readonly string[] = [".git", "node_modules"];

/** An installed folder, hashed; or why it cannot be, in one clause. */
export type Content =
  | {
      /** `computedHash` of the skill-set format. */
      readonly hash: string;
      /** Paths of what the hash says nothing of, in byte order: links, special files, folders named `.git` or `node_modules`. */
      readonly unhashed: readonly string[];
    }
  | { readonly fault: string };

/**
 * Hashes an installed folder as the skill-set format (draft) has it: regular files only, at any depth but below `.git` and
 * `node_modules`, their paths in NFC.
 *
 * @param folder absolute path; a link in its place is not followed
 * @returns undefined when there is no such folder
 */
export function contentOf(folder: string): Content | undefined {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  try {
    const { files, unhashed } = list(folder);
    const names = files.map((path) => path.normalize("NFC"));
    const [twice] = repeated(names);
    if (twice !== undefined) throw new Unhashable(`two names are both ${JSON.stringify(twice.item)} once composed`);
    let rest: number = CONTENT_LIMITS.bytes;
    const read = files.map((path) => {
      const bytes = readPlain(join(folder, path), path, rest);
      rest -= bytes.length;
      return [path, bytes] as const;
    });
    return { hash: contentHash(read), unhashed: unhashed.toSorted(byBytes) };
  } catch (error) {
    if (error instanceof TooLarge) return { fault: `it holds more than ${CONTENT_LIMITS.bytes} bytes` };
    if (error instanceof Unhashable) return { fault: error.message };
    if (isSystemError(error)) return { fault: `it cannot be read (${error.code})` };
    throw error;
  }
}

class Unhashable extends Error {}

function list(root: string): { files: string[]; unhashed: string[] } {
  const [files, unhashed]: [string[], string[]] = [[], []];
  let entries = 0;
  const visit = (folder: string, depth: number): void => {
    if (depth > CONTENT_LIMITS.depth) throw new Unhashable(`folders are nested deeper than ${CONTENT_LIMITS.depth}`);
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      entries += 1;
      if (entries > CONTENT_LIMITS.entries)
        throw new Unhashable(`it holds more than ${CONTENT_LIMITS.entries} entries`);
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      // Such names are read differently by every tool, or are no UTF-8.
      if (/[\\\uFFFD]/.test(entry.name)) throw new Unhashable(`the name ${JSON.stringify(path)} cannot be hashed`);
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && !SKIPPED_FOLDERS.includes(entry.name)) visit(path, depth + 1);
      else unhashed.push(path);
    }
  };
  visit("", 1);
  return { files, unhashed };
}

function readPlain(file: string, path: string, limit: number): Buffer {
  const descriptor = openSync(file, SAFE_OPEN);
  try {
    const bytes = readWhole(descriptor, path, limit);
    if (!bytes) throw new Unhashable(`${JSON.stringify(path)} changed while it was read`);
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}
