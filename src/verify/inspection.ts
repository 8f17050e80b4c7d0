import { contentHash } from "../artifact/content-hash.ts";
import { digest, sha256 } from "../artifact/digest.ts";
import { lineCount } from "../artifact/lines.ts";
import { manifestOf } from "../artifact/manifest.ts";
import { type FrontMatter, readFrontMatter } from "../front-matter/read.ts";
import { byBytes } from "../order.ts";
import type { PublishedFile, PublishedSkill, ServedManifest } from "../publication/report.ts";
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
  /** What `contentHash` gives for its files. */
  readonly contentHash: string;
  /** The directory manifest of its files; undefined when they can have none. */
  readonly manifest: FoundManifest | undefined;
}

/** What a directory manifest is known by. */
type FoundManifest = Pick<ServedManifest, "digest" | "size" | "directory">;

/** The front matter of a SKILL.md that was read before, and the SHA-256 it had. */
interface Known {
  readonly sha256: string | undefined;
  readonly frontMatter: FrontMatter | undefined;
}

/** A tree on disk that is being read back. Every file is read once, and every artifact opened once. */
export interface InspectedTree {
  readonly root: string;
  readonly files: TreeFiles;
  /**
   * Opens an artifact; undefined when it is missing. Equal bytes are opened once, wherever they lie, and the front matter is
   * not parsed again when it is known.
   */
  readonly inspect: (artifact: Artifact, known?: Known) => Promise<Inspection | undefined>;
  /** Takes over what another thread inspected, and the files it read for that. */
  readonly adopt: (artifact: Artifact, inspection: Inspection | undefined, found: ReadonlyMap<string, Found>) => void;
}

/** Where an artifact is and how to open it. */
export interface Artifact extends Pick<PublishedSkill, "type"> {
  readonly path: string;
}

/** Opens the tree at an absolute path for reading back. */
export function inspectedTree(root: string): InspectedTree {
  const files = treeFiles(root);
  const inspections = new Map<string, Promise<Inspection>>();
  const inspectionOf = ({ path, type }: Artifact) => inspections.get(`${type} ${files.known.get(path)?.hex}`);
  const keep = ({ path, type }: Artifact, inspection: Promise<Inspection>) => {
    inspections.set(`${type} ${files.known.get(path)?.hex}`, inspection);
    return inspection;
  };
  return {
    root,
    files,
    inspect: async (artifact, known) => {
      const before = inspectionOf(artifact);
      if (before) return before;
      const bytes = files.read(artifact.path);
      return bytes && (inspectionOf(artifact) ?? keep(artifact, open(bytes, artifact, known)));
    },
    adopt: (artifact, inspection, found) => {
      files.adopt(found);
      if (inspection) void keep(artifact, Promise.resolve(inspection));
    },
  };
}

async function open(bytes: Buffer, { path, type }: Artifact, known: Known | undefined): Promise<Inspection> {
  const isArchive = type === "archive";
  const opened: Opened = isArchive
    ? await openArchive(bytes)
    : { files: new Map([["SKILL.md", { bytes, executable: false }]]) };
  if (opened.reason !== undefined) return { ...UNOPENED, reason: opened.reason };
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
    contentHash: contentHash([...opened.files].map(([inner, file]) => [inner, file.bytes])),
    manifest: foundManifest(listed),
  };
}

const UNOPENED = {
  files: "",
  frontMatter: undefined,
  skillMdSha256: "",
  contentHash: "",
  manifest: undefined,
} as const;

/** What the directory manifest of files that were found must be; undefined when they can have none. */
export function foundManifest(
  listed: readonly Pick<PublishedFile, "path" | "size" | "sha256">[],
): FoundManifest | undefined {
  const manifested = manifestOf(listed.map(({ path, size, sha256: hex }) => ({ path, bytes: size, sha256: hex })));
  if ("fault" in manifested) return undefined;
  const text = Buffer.from(manifested.text);
  return { digest: digest(text), size: text.length, directory: manifested.manifest.sha256 };
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
