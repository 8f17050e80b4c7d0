import { hash } from "node:crypto";

/** SHA-256 of the bytes as 64 lower-case hex digits (FIPS 180-4). */
export function sha256(bytes: Uint8Array): string {
  return hash("sha256", bytes);
}

/** The digest of the discovery format 0.2.0: `sha256:` and 64 lower-case hex digits. */
export function digest(bytes: Uint8Array): string {
  return `sha256:${sha256(bytes)}`;
}
