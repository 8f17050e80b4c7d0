import { sha256 } from "../artifact/digest.ts";
import { type FrontMatter, type FrontMatterReader, readFrontMatter } from "../front-matter/read.ts";
import { byBytes } from "../order.ts";
import type { IndexEntry } from "../publication/discovery-index.ts";
import { layout } from "../publication/layout.ts";
import type { PublishedSkill } from "../publication/report.ts";
import { openArchive, type Opened } from "./archive.ts";
import { type TreeFiles, treeFiles } from "./files.ts";

/** What an artifact was found to hold when it was opened as a client does. */
export interface Inspection {
  /** Why clients would not install it whole; the rest is empty then. */
  readonly reason?: string | undefined;
  /** Its files as `listing` writes them. */
  readonly files: string;
  readonly frontMatter: FrontMatter | undefined;
  readonly skillMdSha256: string;
}

/** A tree on disk that is being read back. Every file is read once, and every artifact opened once. */
export interface InspectedTree {
  readonly root: string;
  readonly files: TreeFiles;
  /** Opens an artifact; undefined when it is missing. It may be asked for while other artifacts are still written. */
  readonly inspect: (entry: Pick<IndexEntry, "name" | "type">) => Promise<Inspection | undefined>;
}

/** Path of the artifact that an index entry stands for. */
export function artifactPath({ name, type }: Pick<IndexEntry, "name" | "type">): string {
  return type === "archive" ? layout.archive(name) : layout.skillMd(name);
}

/** Opens the tree at an absolute path for reading back. */
export function inspectedTree(root: string, read: FrontMatterReader = readFrontMatter): InspectedTree {
  const files = treeFiles(root);
  const inspections = new Map<string, Promise<Inspection | undefined>>();
  const open = async (path: string, isArchive: boolean): Promise<Inspection | undefined> => {
    const bytes = files.read(path);
    if (!bytes) return undefined;
    const opened: Opened = isArchive
      ? await openArchive(bytes)
      : { files: new Map([["SKILL.md", { bytes, executable: false }]]) };
    if (opened.reason !== undefined)
      return { reason: opened.reason, files: "", frontMatter: undefined, skillMdSha256: "" };
    const listed = [...opened.files].map(([inner, file]) => ({
      path: inner,
      mode: file.executable ? ("0755" as const) : ("0644" as const),
      size: file.bytes.length,
      sha256: sha256(file.bytes),
    }));
    const skillMd = opened.files.get("SKILL.md")?.bytes ?? new Uint8Array();
    return {
      files: listing(listed, isArchive),
      frontMatter: read(skillMd, path).frontMatter,
      skillMdSha256: sha256(skillMd),
    };
  };
  const inspect: InspectedTree["inspect"] = (entry) => {
    const path = artifactPath(entry);
    const known = inspections.get(path) ?? open(path, entry.type === "archive");
    inspections.set(path, known);
    return known;
  };
  return { root, files, inspect };
}

/** Files as comparable text, whatever their order; an artifact that is a bare SKILL.md carries no mode. */
export function listing(files: PublishedSkill["files"], isArchive: boolean): string {
  return files
    .map(({ path, mode, size, sha256: hex }) => `${isArchive ? mode : ""} ${size} ${hex} ${path}`)
    .toSorted(byBytes)
    .join("\n");
}
