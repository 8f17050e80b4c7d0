import { byBytes } from "../order.ts";
import type { Budget } from "./budget.ts";
import { type Finding, finding } from "./codes.ts";
import { kindOf } from "./kinds.ts";
import { type ManifestFile, isAddress, readManifestFile } from "./manifest-file.ts";
import { depthOf, folderOf } from "./paths.ts";
import { decode } from "./text.ts";
import { isInToolFolder, type Listing, nearest, type RegularFile, type Tree } from "./tree.ts";

/** A folder manifest that can be read and is not withheld. */
export interface Manifest extends ManifestFile {
  readonly path: string;
  readonly folder: string;
  /** The nearest manifest above. */
  readonly outer: Manifest | undefined;
  /** Declared here or, when it is not, by the nearest manifest above that does. */
  readonly inherited: Readonly<Pick<ManifestFile, "language" | "image">>;
}

/** Why a path is withheld: an `exclude` names it or a folder above it, or a manifest above it failed. */
export type Withheld = "excluded" | "closed";

/** What the folder manifests of a repository decide. */
export interface Policy {
  /** By folder, shallow to deep. */
  readonly manifests: ReadonlyMap<string, Manifest>;
  /** Paths of manifests that failed, each of which closes its folder. */
  readonly failed: ReadonlySet<string>;
  readonly withheld: (path: string) => Withheld | undefined;
  readonly found: readonly Finding[];
  /** True when a manifest was too large to be read. */
  readonly isPartial: boolean;
}

/**
 * Reads the folder manifests of a repository, shallow to deep, so that what a folder withholds is known before anything
 * below it is read (SkillCDN Format, `exclude` and failed manifests).
 *
 * @param tree entries with their kinds; a manifest that is a link, or has an unusable path, fails
 */
export function readPolicy(tree: Tree, { files, folders, skipped }: Listing, budget: Budget): Policy {
  const marks = new Map<string, Withheld>();
  // Asked only for folders above the one at hand, whose manifests have all been read.
  const above = nearest(marks);
  const readable = new Map<string, ManifestFile>();
  const failed = new Set<string>();
  const found: Finding[] = [];
  let isPartial = false;

  const isCandidate = (path: string) => kindOf(path) === "manifest" && skipped.get(path) !== "tool_folder";
  const candidates = [...tree.keys()].filter(isCandidate).map((path) => ({ path, depth: depthOf(path) }));
  for (const { path } of candidates.toSorted((a, b) => a.depth - b.depth || byBytes(a.path, b.path))) {
    const folder = folderOf(path);
    if (marks.has(folder) || (folder !== "" && above(folderOf(folder)) !== undefined)) continue;
    if (marks.has(path)) {
      marks.set(folder, "excluded");
      found.push(finding("excluded_policy", { path }));
      continue;
    }
    const isLink = ["link", "special"].includes(skipped.get(path) ?? "");
    const manifest = isLink ? finding("unsupported_type", { path }) : readManifest(path, files.get(path), budget);
    if ("code" in manifest) {
      marks.set(folder, "closed");
      failed.add(path);
      found.push(manifest);
      if (manifest.code === "index_limit") isPartial = true;
      continue;
    }
    for (const each of manifest.exclude) marks.set(each, "excluded");
    if (marks.has(path) && !marks.has(folder)) {
      marks.set(folder, "excluded");
      found.push(finding("excluded_policy", { path }));
    }
    if (marks.has(folder)) continue;
    readable.set(path, manifest);
  }

  const anywhere = nearest(marks);
  const withheld = (path: string) => marks.get(path) ?? anywhere(folderOf(path));
  const isThere = (path: string) => files.has(path) && withheld(path) === undefined;
  const exists = (path: string) => tree.has(path) || folders.has(path) || isInToolFolder(path);
  found.push(
    ...[...readable].flatMap(([path, { exclude }]) =>
      exclude.filter((each) => !exists(each)).map((target) => finding("unmatched_exclude", { path }, { target })),
    ),
  );
  return { manifests: nested(readable, isThere), failed, withheld, found, isPartial };
}

/** Puts manifests, given shallow to deep, below each other. An image that is not there is dropped. */
function nested(
  readable: ReadonlyMap<string, ManifestFile>,
  isThere: (path: string) => boolean,
): ReadonlyMap<string, Manifest> {
  const manifests = new Map<string, Manifest>();
  // Asked only for folders above the one at hand, whose manifests are all in.
  const outerOf = nearest(manifests);
  for (const [path, manifest] of readable) {
    const folder = folderOf(path);
    const outer = folder === "" ? undefined : outerOf(folderOf(folder));
    const isLost = manifest.image !== null && !isAddress(manifest.image) && !isThere(manifest.image);
    const image = isLost ? null : manifest.image;
    const reason = "there is no such file";
    const warnings = isLost ? [finding("ignored_field", { path }, { field: "image", reason })] : [];
    const inherited = {
      language: manifest.language ?? outer?.inherited.language ?? null,
      image: image ?? outer?.inherited.image ?? null,
    };
    manifests.set(folder, {
      ...manifest,
      path,
      folder,
      outer,
      image,
      inherited,
      found: [...manifest.found, ...warnings],
    });
  }
  return manifests;
}

function readManifest(path: string, file: RegularFile | undefined, budget: Budget): ManifestFile | Finding {
  const bytes = file === undefined ? "unreadable" : budget.admit(file);
  if (bytes === "too_large" || bytes === "exhausted") return finding("index_limit", { path });
  const text = bytes === "unreadable" ? undefined : decode(bytes);
  return text === undefined ? finding("unavailable", { path }) : readManifestFile(text, path);
}
