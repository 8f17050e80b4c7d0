import { digest } from "../artifact/digest.ts";
import type { Manifest } from "../artifact/manifest.ts";
import { urlOf } from "./layout.ts";
import type { Origin } from "./origin.ts";
import type { Report, Served, ServedManifest } from "./report.ts";

/** A published file with its address and digest, hashed from the bytes given. */
export function served(path: string, bytes: Uint8Array, origin: Origin): Served {
  return { path, url: urlOf(origin, path), digest: digest(bytes), size: bytes.length };
}

/** A directory manifest with its address. */
export function servedManifest(path: string, { text, manifest }: Manifest, origin: Origin): ServedManifest {
  return { ...served(path, Buffer.from(text), origin), directory: manifest.sha256 };
}

/** Every file that a report states the digest of. */
export function servedFiles({
  index,
  skills,
  bundles,
  sets,
}: Pick<Report, "index" | "skills" | "bundles" | "sets">): Served[] {
  return [
    index,
    ...skills.flatMap(({ artifact, skillMd, manifest, snapshots }) => [
      artifact,
      skillMd,
      ...(manifest ? [manifest] : []),
      ...snapshots.flatMap((snapshot) => [snapshot.artifact, ...(snapshot.manifest ? [snapshot.manifest] : [])]),
    ]),
    ...bundles.map(({ archive }) => archive),
    ...sets.flatMap(({ manifest, lock, versions }) => [
      manifest,
      lock,
      ...versions.flatMap((version) => [version.manifest, version.lock]),
    ]),
  ];
}
