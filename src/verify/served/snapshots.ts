import type { IndexEntry } from "../../publication/discovery-index.ts";
import { layout, snapshotFileAt, snapshotFiles, versionOf } from "../../publication/layout.ts";
import { digest, sha256 } from "../../artifact/digest.ts";
import { readFrontMatter } from "../../front-matter/read.ts";
import { foundManifest } from "../inspection.ts";
import { openServed } from "./archive.ts";
import { skillMdAlone, typesOf } from "./artifact.ts";
import { judgeType } from "./judgement.ts";
import type { Judge } from "./other-files.ts";
import { compareScope } from "./other-files.ts";
import type { Limits } from "./limits.ts";
import { reason, type Reason } from "./reason.ts";
import type { VerifiedSkill } from "./verification.ts";

/** What must lie beside artifacts, because of what is in them. */
export interface Beside {
  /** Digest of a directory manifest by its path; null where there can be none. */
  readonly manifests: Map<string, string | null>;
  /** Entry of the index of a snapshot, by its path. */
  readonly entries: Map<string, IndexEntry>;
}

/** What the artifacts in the index say of the manifests beside them. */
export function besideSkills(skills: readonly VerifiedSkill[]): Beside {
  const manifests = new Map<string, string | null>();
  for (const { name, type, size, actual_digest, expected_digest, members } of skills) {
    if (actual_digest === null || size === null || actual_digest !== expected_digest) continue;
    const alone = [{ path: "SKILL.md", size, sha256: actual_digest.slice("sha256:".length) }];
    const files = type === "skill-md" ? alone : members;
    if (files) manifests.set(layout.manifest(name), foundManifest(files)?.digest ?? null);
  }
  return { manifests, entries: new Map() };
}

/** Whether the artifact of a snapshot is what its address says; what it says of the files beside it is noted. */
export function judgeSnapshot(beside: Beside, { base, limits }: { base: string | undefined; limits: Limits }): Judge {
  return async (bytes, answer, path) => {
    const at = snapshotFileAt(path);
    if (!at) return [];
    const { name, version, role } = at;
    const type = role === "archive" ? "archive" : "skill-md";
    const found = digest(bytes);
    const reasons: Reason[] = [...judgeType(answer, path, typesOf(type, bytes)), ...judgeVersion(path, found)];
    const opened = type === "archive" ? await openServed(bytes, path, limits) : { files: skillMdAlone(bytes) };
    if (opened.fault) return [...reasons, opened.fault];
    const { frontMatter } = readFrontMatter(opened.files.get("SKILL.md")?.bytes ?? new Uint8Array(), "SKILL.md");
    const places = snapshotFiles(name, version);
    const listed = [...opened.files].map(([inner, file]) => ({
      path: inner,
      size: file.bytes.length,
      sha256: sha256(file.bytes),
    }));
    beside.manifests.set(places.manifest, foundManifest(listed)?.digest ?? null);
    if (frontMatter?.name !== name)
      return [...reasons, reason("frontmatter-differs", { field: "name", name: `${name}@${version}`, detail: "" })];
    const { description } = frontMatter;
    if (base !== undefined)
      beside.entries.set(places.index, { name, type, description, url: `${base}/${path}`, digest: found });
    return reasons;
  };
}

/** What is wrong with a file beside an artifact that was opened. */
export function judgeBeside({ manifests, entries }: Beside): Judge {
  return async (bytes, _, path) => {
    const entry = entries.get(path);
    if (entry) return compareScope(bytes, [entry], path);
    const expected = manifests.get(path);
    return expected === undefined || expected === digest(bytes) ? [] : [reason("manifest-differs", { what: path })];
  };
}

/** The bytes at the address of a version must be that version. */
export function judgeVersion(path: string, found: string | null): Reason[] {
  const version = snapshotFileAt(path)?.version;
  return version === undefined || found === null || versionOf(found) === version
    ? []
    : [reason("snapshot-differs", { what: path, version, found })];
}
