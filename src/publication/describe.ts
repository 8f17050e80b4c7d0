import { sha256 } from "../artifact/digest.ts";
import { contentHash } from "../artifact/content-hash.ts";
import { lineCount } from "../artifact/lines.ts";
import type { Manifest } from "../artifact/manifest.ts";
import type { Problem } from "../problem.ts";
import type { Skill } from "../skill.ts";
import type { IndexEntry } from "./discovery-index.ts";
import { type Repository, skillCommands } from "./install.ts";
import { layout, pages, urlOf } from "./layout.ts";
import type { Origin } from "./origin.ts";
import { activationProbe } from "./probe.ts";
import { served, servedManifest } from "./served.ts";
import { describeSnapshot } from "./snapshot.ts";
import type { PublishedSkill, Warning } from "./report.ts";

/** What every skill of a publication is described with. */
export interface Context {
  readonly origin: Origin;
  readonly repository: Repository | undefined;
  /** Which address of an artifact the indexes name. */
  readonly artifactUrls: "stable" | "snapshot";
  /** Undefined when the skill can have none. */
  readonly manifest: Manifest | undefined;
  /** Names of the bundles that hold the skill. */
  readonly bundles: readonly string[];
  readonly warnings: readonly Problem[];
}

/** What the report says of one skill, from the bytes that are published. */
export function describeSkill(skill: Skill, archive: Uint8Array | undefined, context: Context): PublishedSkill {
  const { name, description, shape, files, categories, frontMatter } = skill;
  const { origin, repository, artifactUrls, manifest, bundles, warnings } = context;
  const skillMd = served(layout.skillMd(name), files.get("SKILL.md")?.bytes ?? new Uint8Array(), origin);
  const stable = archive ? served(layout.archive(name), archive, origin) : skillMd;
  const type = archive ? "archive" : "skill-md";
  const hash = contentHash([...files].map(([path, { bytes }]) => [path, bytes]));
  const snapshot = describeSnapshot({ name, type, artifact: stable, manifest, contentHash: hash }, origin);
  const artifact = artifactUrls === "snapshot" ? snapshot.artifact : stable;
  return {
    name,
    description,
    shape,
    type,
    page: urlOf(origin, pages.entry(name)),
    artifact,
    skillMd,
    files: [...files].map(([path, { bytes, executable }]) => ({
      path,
      size: bytes.length,
      sha256: sha256(bytes),
      mode: executable ? "0755" : "0644",
      lines: lineCount(bytes),
    })),
    contentHash: hash,
    manifest: manifest ? servedManifest(layout.manifest(name), manifest, origin) : null,
    snapshots: [snapshot],
    unpackedSize: [...files.values()].reduce((total, { bytes }) => total + bytes.length, 0),
    license: frontMatter.license,
    compatibility: frontMatter.compatibility,
    tags: tagsOf(frontMatter.metadata["tags"]),
    categories: [...categories],
    bundles: [...bundles],
    activationProbe: activationProbe(frontMatter) ?? null,
    install: skillCommands({ name, artifact, sharesPage: bundles.includes(name) }, origin, repository),
    warnings: warnings.map(asWarning),
  };
}

/** The index entry of a published skill. */
export function entryOf({ name, type, description, artifact }: PublishedSkill): IndexEntry {
  return { name, type, description, url: artifact.url, digest: artifact.digest };
}

/** A warning as it is published: without the quoted line. */
export function asWarning({ code, message, hint, path, line, column }: Problem): Warning {
  return {
    code,
    message,
    hint,
    ...(path !== undefined && { path }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}

/** `metadata.tags`: a list separated by commas. */
function tagsOf(tags: string | undefined): string[] {
  const list = (tags ?? "").split(",").map((tag) => tag.trim());
  return [...new Set(list.filter((tag) => tag !== ""))];
}
