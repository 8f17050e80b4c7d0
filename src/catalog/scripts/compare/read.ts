import { MANIFEST_LIMITS, readStated } from "../../../artifact/directory-manifest.ts";
import { sha256 } from "../check/digest.ts";
import { readUpTo } from "../check/read.ts";
import type { Read } from "./sides.ts";

/** The part of a file that is looked at. */
export type Chosen = Pick<File, "name" | "size" | "stream">;

const TOO_LARGE = { fault: "It has more than 1 MiB, which no manifest may have." };

/**
 * Reads a file as a received manifest (`skills-anywhere-bundle-1`): size, UTF-8, JSON, every rule of the format, digest.
 *
 * @param signal ends the reading, for a file that is not wanted any more
 */
export async function readManifest(file: Chosen, signal: AbortSignal): Promise<Read> {
  if (file.size > MANIFEST_LIMITS.document) return TOO_LARGE;
  const text = await readText(file, signal);
  if (typeof text !== "string") return text;
  const value = parse(text);
  if (!value) return { fault: "It is not JSON." };
  const stated = readStated(value.json);
  if ("fault" in stated) return { fault: `It is no directory manifest: ${stated.fault}.` };
  const { manifest, identity } = stated;
  return (await sha256(new TextEncoder().encode(identity))) === manifest.sha256
    ? { manifest }
    : { fault: "It is no directory manifest: its `sha256` is not that of the files it lists." };
}

async function readText(file: Chosen, signal: AbortSignal): Promise<string | Exclude<Read, { manifest: unknown }>> {
  try {
    const bytes = await readUpTo(
      file.stream().pipeThrough(new TransformStream(), { signal }),
      MANIFEST_LIMITS.document,
    );
    return bytes ? decoded(bytes) : TOO_LARGE;
  } catch (error) {
    // A file that changed, went away or is a folder, or a reading that was ended, is a DOMException (w3.org/TR/FileAPI).
    if (error instanceof DOMException) return { fault: "The browser could not read it." };
    throw error;
  }
}

function decoded(bytes: Uint8Array): string | { readonly fault: string } {
  try {
    // A byte order mark is no fault of a received manifest, and the decoder drops it.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { fault: "It is not UTF-8 text." };
  }
}

function parse(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
