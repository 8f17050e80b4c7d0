import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Changes, compareManifests, type DirectoryManifest, readStated } from "../artifact/directory-manifest.ts";
import type { PublishedSkill, PublishedSnapshot } from "../publication/report.ts";

/** Path of this module, for code that is made at run time and has to import it. */
export const modulePath = fileURLToPath(import.meta.url);

/** How a version of a skill differs from the one before it. */
export interface VersionChanges extends Changes {
  readonly before: PublishedSnapshot;
  /** Digests of the two directories. */
  readonly digests: { readonly before: string; readonly now: string };
}

/** Compares the published manifests in a verified tree, given as an absolute path. */
export function manifestsAt(root: string) {
  const read = (path: string): DirectoryManifest => {
    const stated = readStated(JSON.parse(readFileSync(join(root, path), "utf8")));
    if ("fault" in stated) throw new Error(`${path} was verified, but ${stated.fault}`);
    return stated.manifest;
  };
  return {
    /** Undefined when there is no version before this one, or when one of the two has no manifest. */
    changesOf: ({ snapshots: [now, before] }: Pick<PublishedSkill, "snapshots">): VersionChanges | undefined => {
      if (!now?.manifest || !before?.manifest) return undefined;
      const [old, current] = [read(before.manifest.path), read(now.manifest.path)];
      const digests = { before: old.sha256, now: current.sha256 };
      return { ...compareManifests(old, current), before, digests };
    },
  };
}
