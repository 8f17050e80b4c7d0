import { closeSync, fstatSync, lstatSync, openSync, type Stats } from "node:fs";
import { readAtMost, SAFE_OPEN } from "../../source/open-file.ts";
import { isSystemError } from "../../source/system-error.ts";

/** A file that is larger than it may be to be read. */
export class TooLarge extends Error {}

/** A file that did not stay the same while it was read. It has the code of an error of the system, and is told as one. */
class Changed extends Error {
  readonly code = "EBUSY";
  readonly syscall = "read";
}

/**
 * Reads an open regular file whole.
 *
 * @param name what errors call it
 * @param limit most bytes
 * @returns undefined when it is no regular file
 * @throws TooLarge, and a system error also when it changes while it is read
 */
export function readWhole(descriptor: number, name: string, limit: number): Buffer | undefined {
  const before = fstatSync(descriptor);
  if (!before.isFile()) return undefined;
  if (before.size > limit) throw new TooLarge(`${name} is larger than ${limit} bytes`);
  // One byte more than there should be shows a file that grows.
  const bytes = readAtMost(descriptor, before.size + 1);
  const after = fstatSync(descriptor);
  if (bytes.length !== before.size || after.size !== before.size || after.mtimeMs !== before.mtimeMs)
    throw new Changed(`${name} changed while it was read`);
  return bytes;
}

/**
 * Reads the regular file at a path, where only nothing at all is absence.
 *
 * @param name what errors call it
 * @param limit most bytes
 * @returns undefined when there is nothing; a word for what is there when that is no regular file
 * @throws TooLarge, and a system error
 */
export function readRegular(file: string, name: string, limit: number): Buffer | undefined | { readonly is: string } {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (!stats) return undefined;
  if (!stats.isFile()) return { is: kindOf(stats) };
  let descriptor: number;
  try {
    descriptor = openSync(file, SAFE_OPEN);
  } catch (error) {
    if (isSystemError(error) && (error.code === "ELOOP" || error.code === "ENXIO")) return { is: "no regular file" };
    throw error;
  }
  try {
    return readWhole(descriptor, name, limit) ?? { is: "no regular file" };
  } finally {
    closeSync(descriptor);
  }
}

/** What something is that is no regular file. */
function kindOf(stats: Stats): string {
  if (stats.isSymbolicLink()) return "a link, which is not followed";
  return stats.isDirectory() ? "a folder" : "no regular file";
}
