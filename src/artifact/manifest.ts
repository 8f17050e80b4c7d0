import type { Files } from "../skill.ts";
import { sha256 } from "./digest.ts";
import {
  byUnits,
  type DirectoryManifest,
  filesFault,
  foldersOf,
  identityText,
  MANIFEST_LIMITS,
  MANIFEST_SCHEMA,
  type ManifestFile,
  manifestText,
  totalBytes,
} from "./directory-manifest.ts";

/** A manifest, and its exact text. */
export interface Manifest {
  readonly manifest: DirectoryManifest;
  readonly text: string;
}

/** A manifest, or why there can be none, in one clause. */
export type Manifested = Manifest | { readonly fault: string };

/** The directory manifest of files that were read and hashed, in any order. Its text may be longer than a received one may be. */
export function manifestOf(listed: readonly ManifestFile[]): Manifested {
  const files = listed.toSorted((a, b) => byUnits(a.path, b.path));
  const fault = filesFault(files);
  if (fault !== undefined) return { fault };
  const folders = new Set(files.flatMap(({ path }) => foldersOf(path)));
  if (files.length + folders.size > MANIFEST_LIMITS.entries)
    return { fault: `there are more than ${MANIFEST_LIMITS.entries} files and folders` };
  const digest = sha256(Buffer.from(identityText(files)));
  const manifest = { schema: MANIFEST_SCHEMA, sha256: digest, total_bytes: totalBytes(files), files } as const;
  return { manifest, text: manifestText(manifest) };
}

/** The directory manifest of a skill, which is published. */
export function manifestOfSkill(files: Files): Manifested {
  const made = manifestOf(
    [...files].map(([path, { bytes }]) => ({ path, bytes: bytes.length, sha256: sha256(bytes) })),
  );
  // Nobody could read it: a received manifest has the same limit.
  if ("text" in made && Buffer.byteLength(made.text) > MANIFEST_LIMITS.document)
    return { fault: `it would have more than ${MANIFEST_LIMITS.document} bytes` };
  return made;
}
