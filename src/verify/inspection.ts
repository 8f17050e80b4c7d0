import { sha256 } from "../artifact/digest.ts";
import { lineCount } from "../artifact/lines.ts";
import { type FrontMatter, readFrontMatter } from "../front-matter/read.ts";
import { byBytes } from "../order.ts";
import type { IndexEntry } from "../publication/discovery-index.ts";
import { layout } from "../publication/layout.ts";
import type { PublishedFile } from "../publication/report.ts";
import { openArchive, type Opened } from "./archive.ts";
import { type Found, type TreeFiles, treeFiles } from "./files.ts";

/** What an artifact was found to hold when it was opened as a client does. */
export interface Inspection {
  /** Why clients would not install it whole; the rest is empty then. */
  readonly reason?: string | undefined;
  /** Its files as `listing` has them. */
  readonly files: string;
  readonly frontMatter: FrontMatter | undefined;
  readonly skillMdSha256: string;
}

/** The front matter of a SKILL.md that was read before, and the SHA-256 it had. */
interface Known {
  readonly sha256: string | undefined;
  readonly frontMatter: FrontMatter | undefined;
}

/** A tree on disk that is being read back. Every file is read once, and every artifact opened once. */
export interface InspectedTree {
  readonly root: string;
  readonly files: TreeFiles;
  /** Opens an artifact; undefined when it is missing. The front matter is not parsed again when it is known. */
  readonly inspect: (entry: Artifact, known?: Known) => Promise<Inspection | undefined>;
  /** Takes over what another thread inspected, and the files it read for that. */
  readonly adopt: (entry: Artifact, inspection: Inspection | undefined, found: ReadonlyMap<string, Found>) => void;
}

/** What tells where an artifact is and how to open it. */
export type Artifact = Pick<IndexEntry, "name" | "type">;

/** Path of the artifact that an index entry stands for. */
export function artifactPath({ name, type }: Artifact): string {
  return type === "archive" ? layout.archive(name) : layout.skillMd(name);
}

/** Opens the tree at an absolute path for reading back. */
export function inspectedTree(root: string): InspectedTree {
  const files = treeFiles(root);
  const inspections = new Map<string, Promise<Inspection | undefined>>();
  const open = async (path: string, isArchive: boolean, known?: Known): Promise<Inspection | undefined> => {
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
      lines: lineCount(file.bytes),
    }));
    const skillMd = opened.files.get("SKILL.md")?.bytes ?? new Uint8Array();
    const skillMdSha256 = sha256(skillMd);
    return {
      files: listing(listed, isArchive),
      frontMatter: skillMdSha256 === known?.sha256 ? known.frontMatter : readFrontMatter(skillMd, path).frontMatter,
      skillMdSha256,
    };
  };
  return {
    root,
    files,
    inspect: (entry, known) => {
      const path = artifactPath(entry);
      const inspection = inspections.get(path) ?? open(path, entry.type === "archive", known);
      inspections.set(path, inspection);
      return inspection;
    },
    adopt: (entry, inspection, found) => {
      inspections.set(artifactPath(entry), Promise.resolve(inspection));
      files.adopt(found);
    },
  };
}

/**
 * Files made comparable, whatever their order: the SHA-256 of a text that lists them. An artifact that is a bare SKILL.md
 * carries no mode.
 */
export function listing(files: readonly PublishedFile[], isArchive: boolean): string {
  const rows = files
    .map(({ path, mode, size, sha256: hex, lines }) => `${isArchive ? mode : ""} ${size} ${lines} ${hex} ${path}`)
    .toSorted(byBytes);
  return sha256(Buffer.from(rows.join("\n")));
}
