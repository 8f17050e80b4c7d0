import { sha256 } from "./digest.ts";
import { type DirectoryManifest, MANIFEST_LIMITS, readStated } from "./directory-manifest.ts";

/** A manifest that holds in itself, or why there is none, in one clause. */
export type Received = { readonly manifest: DirectoryManifest } | { readonly fault: string };

/**
 * Reads a directory manifest that somebody gives us, as the reference command does: strict UTF-8, with or without a byte
 * order mark; JSON, in which the last of equal keys counts; every rule of the format; the digest computed again.
 *
 * @param bytes of the document; one byte more than the limit is enough to refuse it
 */
export function receivedManifest(bytes: Uint8Array): Received {
  if (bytes.length > MANIFEST_LIMITS.document) return { fault: `it has more than ${MANIFEST_LIMITS.document} bytes` };
  const value = parsed(bytes);
  if ("fault" in value) return value;
  const stated = readStated(value.json);
  if ("fault" in stated) return stated;
  return sha256(Buffer.from(stated.identity)) === stated.manifest.sha256
    ? { manifest: stated.manifest }
    : { fault: "its `sha256` is not the digest of its files" };
}

function parsed(bytes: Uint8Array): { readonly json: unknown } | { readonly fault: string } {
  try {
    return { json: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: "it is not JSON" };
    if (error instanceof TypeError) return { fault: "it is not UTF-8" };
    throw error;
  }
}
