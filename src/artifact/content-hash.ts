import { createHash } from "node:crypto";
import { byBytes } from "../order.ts";

/**
 * The `computedHash` of the skill-set format (draft): SHA-256 over each path in NFC, a NUL, its bytes and a NUL, in order
 * of the UTF-8 bytes of the paths.
 *
 * @param files relative POSIX path and bytes of each file, in any order; no two paths are equal in NFC
 * @returns 64 lower-case hex digits
 */
export function contentHash(files: Iterable<readonly [path: string, bytes: Uint8Array]>): string {
  const hash = createHash("sha256");
  const sorted = [...files].map(([path, bytes]) => [path.normalize("NFC"), bytes] as const);
  for (const [path, bytes] of sorted.toSorted(([a], [b]) => byBytes(a, b))) {
    hash.update(`${path}\0`);
    hash.update(bytes);
    hash.update("\0");
  }
  return hash.digest("hex");
}
