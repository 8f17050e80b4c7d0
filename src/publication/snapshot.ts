import type { Manifest } from "../artifact/manifest.ts";
import { encodeIndex, type IndexEntry } from "./discovery-index.ts";
import { layout, snapshotFiles, snapshotPath, urlOf, versionOf } from "./layout.ts";
import type { Origin } from "./origin.ts";
import type { PublishedSkill, PublishedSnapshot, Served } from "./report.ts";
import { servedManifest } from "./served.ts";
import type { SummedTree } from "./sums.ts";

/** What a snapshot is described from. */
interface SnapshotContent extends Pick<PublishedSkill, "name" | "type" | "contentHash"> {
  readonly artifact: Pick<Served, "digest" | "size">;
  readonly manifest: Manifest | undefined;
}

/** What the report says of a version of a skill at an address of its own. */
export function describeSnapshot(
  { name, type, artifact, manifest, contentHash }: SnapshotContent,
  origin: Origin,
): PublishedSnapshot {
  const version = versionOf(artifact.digest);
  const path = snapshotPath({ name, type, digest: artifact.digest });
  return {
    version,
    address: urlOf(origin, layout.snapshot(name, version)),
    type,
    artifact: { path, url: urlOf(origin, path), digest: artifact.digest, size: artifact.size },
    manifest: manifest ? servedManifest(snapshotFiles(name, version).manifest, manifest, origin) : null,
    contentHash,
  };
}

/** The files of a snapshot: its artifact, the index of it alone, and its directory manifest. */
export interface SnapshotBytes {
  /** The skill's entry in an index; its address is replaced by that of the snapshot. */
  readonly entry: IndexEntry;
  readonly artifact: Uint8Array;
  readonly manifest: Manifest | undefined;
}

/** Writes a snapshot into a tree. */
export function writeSnapshot(
  out: SummedTree,
  { version, artifact: { path, url, digest }, manifest: served }: PublishedSnapshot,
  { entry, artifact, manifest }: SnapshotBytes,
): void {
  out.write(path, artifact, digest.slice("sha256:".length));
  out.write(snapshotFiles(entry.name, version).index, encodeIndex([{ ...entry, url }]));
  if (served && manifest) out.write(served.path, Buffer.from(manifest.text), served.digest.slice("sha256:".length));
}
