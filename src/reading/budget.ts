import { createHash } from "node:crypto";
import type { Limits, RegularFile } from "./tree.ts";

/** What became of a file that asked to be read. */
type Admission = Uint8Array | "unreadable" | "too_large" | "exhausted";

/** Admits files to be read until the limits are reached; a file, or the same content, counts once. */
export interface Budget {
  readonly admit: (file: RegularFile) => Admission;
  /** True once a file was turned away because of all that came before it. */
  readonly isExhausted: () => boolean;
}

export function budgetOf({ files, fileBytes, totalBytes }: Limits): Budget {
  const admitted = new Set<RegularFile>();
  // Content is hashed only when a second file has the same size; null once the first was.
  const firstOfSize = new Map<number, RegularFile | null>();
  const digests = new Set<string>();
  let count = 0;
  let total = 0;
  let exhausted = false;

  function isRepeated(file: RegularFile, bytes: Uint8Array): boolean {
    const first = firstOfSize.get(file.size);
    if (first === undefined) return false;
    if (first !== null) digests.add(digestOf(first.read()));
    firstOfSize.set(file.size, null);
    return digests.has(digestOf(bytes));
  }

  return {
    isExhausted: () => exhausted,
    admit(file) {
      if (file.size > fileBytes) return "too_large";
      const hasRoom = count < files && total + file.size <= totalBytes;
      if (!admitted.has(file) && !hasRoom && !firstOfSize.has(file.size)) {
        exhausted = true;
        return "exhausted";
      }
      const bytes = file.read();
      if (bytes === undefined) return "unreadable";
      if (bytes.length > fileBytes) return "too_large";
      if (admitted.has(file)) return bytes;
      if (!isRepeated(file, bytes)) {
        if (!hasRoom) {
          exhausted = true;
          return "exhausted";
        }
        count += 1;
        total += file.size;
        if (firstOfSize.has(file.size)) digests.add(digestOf(bytes));
        else firstOfSize.set(file.size, file);
      }
      admitted.add(file);
      return bytes;
    },
  };
}

function digestOf(bytes: Uint8Array | undefined): string {
  return createHash("sha256")
    .update(bytes ?? "")
    .digest("hex");
}
