import { constants, readSync } from "node:fs";

/**
 * For opening what somebody else may change: no link is followed, and nothing waits for the other end of a pipe. Windows
 * has neither flag, and neither danger.
 */
export const SAFE_OPEN = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads an open file to its end, or until it has given `most` bytes. */
export function readAtMost(descriptor: number, most: number): Buffer {
  const buffer = Buffer.allocUnsafe(most);
  let length = 0;
  for (let got = -1; got !== 0 && length < most; length += got)
    got = readSync(descriptor, buffer, length, most - length, null);
  return buffer.subarray(0, length);
}
