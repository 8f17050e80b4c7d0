import type { SetLock } from "../skill-set/set-lock.ts";
import type { SetManifest } from "../skill-set/set-manifest.ts";

export function readManifestDocument(bytes: Buffer, fileName?: string): SetManifest {
  return JSON.parse(bytes.toString());
}
export function readLockDocument(bytes: Buffer, fileName: string): SetLock {
  return JSON.parse(bytes.toString());
}
