import { sha256 } from "./digest.ts";
import { readUpTo } from "./read.ts";
import { type Entry, isTar, readTar, type Tar, TAR_LIMIT } from "./tar.ts";

/** A file that an install of the skill would write, hashed here. */
export interface HashedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** Undefined where the artifact does not say. */
  readonly executable: boolean | undefined;
}

/** The files of an artifact; or why they cannot be had, and whether that is a limit of what is read here. */
export type Contents =
  | { readonly files: readonly HashedFile[]; readonly reason?: undefined }
  | Extract<Tar, { limit: boolean }>;

/** The one file of a skill that is published as its SKILL.md. */
export async function contentsOfSkillMd(bytes: Uint8Array<ArrayBuffer>): Promise<Contents> {
  const file = { path: "SKILL.md", size: bytes.length, sha256: await sha256(bytes), executable: undefined };
  return { files: [file] };
}

/**
 * Opens an archive and hashes each of its files. A bare tar is opened too: that is what arrives when a host has mislabelled
 * the archive, and whoever reads about it wants to know whether the files are the right ones.
 *
 * @param bytes a ustar archive, compressed by gzip or not; unpacked at most as far as clients do
 */
export async function contentsOfArchive(bytes: Uint8Array<ArrayBuffer>): Promise<Contents> {
  const tar = isTar(bytes) ? readTar(bytes) : await readGzip(bytes);
  return tar.reason === undefined ? { files: await Promise.all(tar.entries.map(hashed)) } : tar;
}

async function hashed({ path, executable, bytes }: Entry): Promise<HashedFile> {
  return { path, size: bytes.length, sha256: await sha256(bytes), executable };
}

async function readGzip(bytes: Uint8Array<ArrayBuffer>): Promise<Tar> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { reason: "it is not gzip", limit: false };
  if (!("DecompressionStream" in globalThis)) return { reason: "this browser cannot unpack gzip", limit: true };
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const tar = await readUpTo(stream, TAR_LIMIT);
    return tar ? readTar(tar) : { reason: "it unpacks to more than 50 MiB", limit: true };
  } catch (error) {
    // What cannot be inflated is a TypeError by the standard (compression.spec.whatwg.org).
    if (!(error instanceof TypeError)) throw error;
    return { reason: "its gzip data is damaged", limit: false };
  }
}
