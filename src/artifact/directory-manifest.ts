/**
 * The directory manifest `skills-anywhere-bundle-1`: every file of one skill with size and SHA-256, and one digest for all
 * of them. Nothing here needs Node, because the page that compares manifests judges them by the same code.
 */

/** Marks a manifest. */
export const MANIFEST_SCHEMA = "skills-anywhere-bundle-1";

/** One file: its path as stored, its size in bytes, its SHA-256 as 64 lower-case hex digits. */
export interface ManifestFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A manifest, with the members in the order in which they are written. */
export interface DirectoryManifest {
  readonly schema: typeof MANIFEST_SCHEMA;
  /** SHA-256 of `identityText`. */
  readonly sha256: string;
  readonly total_bytes: number;
  /** In UTF-16 order of the paths. */
  readonly files: readonly ManifestFile[];
}

/** What the format admits; sizes in bytes. */
export const MANIFEST_LIMITS = {
  files: 512,
  /** Files and folders beneath the directory. */
  entries: 1023,
  /** Segments of a path. */
  depth: 12,
  path: 1024,
  skillMd: 128 * 1024,
  file: 16 * 1024 * 1024,
  total: 32 * 1024 * 1024,
  /** A manifest as text. */
  document: 1024 * 1024,
} as const;

/** Compares two strings by UTF-16 code unit, the order of this format. */
export function byUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The text whose SHA-256 is the digest of a directory with these files, which are in UTF-16 order of their paths. */
export function identityText(files: readonly ManifestFile[]): string {
  return JSON.stringify([MANIFEST_SCHEMA, files.map(({ path, bytes, sha256 }) => [path, bytes, sha256])]);
}

/** The text of a manifest as it is published: two blanks of indent and one line feed at the end. */
export function manifestText({ schema, sha256, total_bytes, files }: DirectoryManifest): string {
  const rows = files.map((file) => ({ path: file.path, bytes: file.bytes, sha256: file.sha256 }));
  return `${JSON.stringify({ schema, sha256, total_bytes, files: rows }, null, 2)}\n`;
}

/** Sum of the sizes in bytes. */
export function totalBytes(files: readonly Pick<ManifestFile, "bytes">[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

/** Why a path cannot be in a manifest, in words that follow its name; undefined when it can. */
export function pathFault(path: string): string | undefined {
  if (!path.isWellFormed()) return "is no well-formed Unicode";
  const character = /[\\:\u0000-\u001F\u007F\uFFFD]/u.exec(path)?.[0];
  if (character !== undefined) return `contains the character ${nameOf(character)}`;
  const segments = path.split("/");
  if (segments.some((segment) => segment === "" || segment === "." || segment === ".."))
    return "is not a plain relative path";
  if (segments.length > MANIFEST_LIMITS.depth) return `has more than ${MANIFEST_LIMITS.depth} parts`;
  if (new TextEncoder().encode(path).length > MANIFEST_LIMITS.path)
    return `has more than ${MANIFEST_LIMITS.path} bytes`;
  return undefined;
}

function nameOf(character: string): string {
  const printable = character === "\\" || character === ":";
  return printable
    ? `\`${character}\``
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Why files in UTF-16 order cannot be a manifest, in one clause; undefined when they can. */
export function filesFault(files: readonly ManifestFile[]): string | undefined {
  const wrong = files.find(({ sha256 }) => !/^[0-9a-f]{64}$/.test(sha256));
  return (
    listingFault(files) ?? (wrong && `the SHA-256 of ${JSON.stringify(wrong.path)} is not 64 lower-case hex digits`)
  );
}

/** The same of files that are not hashed yet. */
export function listingFault(files: readonly Omit<ManifestFile, "sha256">[]): string | undefined {
  const { files: most, skillMd, file: largest, total } = MANIFEST_LIMITS;
  if (files.length === 0) return "there is no file";
  if (files.length > most) return `there are more than ${most} files`;
  const seen = new Set<string>();
  let last: string | undefined;
  for (const { path, bytes } of files) {
    const named = JSON.stringify(path);
    const fault = pathFault(path);
    if (fault !== undefined) return `the path ${named} ${fault}`;
    if (last !== undefined && byUnits(last, path) >= 0) return `the path ${named} is not in order, or there twice`;
    const above = foldersOf(path).find((folder) => seen.has(folder));
    if (above !== undefined) return `${JSON.stringify(above)} is both a file and a folder`;
    if (!Number.isSafeInteger(bytes) || bytes < 0) return `the size of ${named} is no number of bytes`;
    const limit = path === "SKILL.md" ? skillMd : largest;
    if (bytes > limit) return `${named} has more than ${limit} bytes`;
    seen.add(path);
    last = path;
  }
  if (!seen.has("SKILL.md")) return "there is no SKILL.md";
  return totalBytes(files) > total ? `the files have more than ${total} bytes together` : undefined;
}

/** Paths of the folders above a path. */
export function foldersOf(path: string): string[] {
  const segments = path.split("/");
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join("/"));
}

/** A received document whose shape and files are right: whether its digest is, only hashing `identity` can tell. */
export interface Stated {
  readonly manifest: DirectoryManifest;
  /** Text whose SHA-256 must be `manifest.sha256`. */
  readonly identity: string;
}

/** Checks a received value in everything but its digest. The reason is one clause. */
export function readStated(value: unknown): Stated | { readonly fault: string } {
  if (!isObject(value) || !hasExactly(value, ["schema", "sha256", "total_bytes", "files"]))
    return { fault: "it is not an object with exactly `schema`, `sha256`, `total_bytes` and `files`" };
  const { schema, sha256, total_bytes: total, files: listed } = value;
  if (schema !== MANIFEST_SCHEMA) return { fault: `its \`schema\` is not \`${MANIFEST_SCHEMA}\`` };
  if (!Array.isArray(listed)) return { fault: "its `files` is no list" };
  // Bounded before every row is looked at.
  if (listed.length > MANIFEST_LIMITS.files) return { fault: `there are more than ${MANIFEST_LIMITS.files} files` };
  const files: ManifestFile[] = [];
  for (const row of listed) {
    if (!isFile(row)) return { fault: "a file has not exactly `path`, `bytes` and `sha256`" };
    files.push({ path: row.path, bytes: row.bytes, sha256: row.sha256 });
  }
  const fault = filesFault(files);
  if (fault !== undefined) return { fault };
  if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/.test(sha256))
    return { fault: "its `sha256` is not 64 lower-case hex digits" };
  if (total !== totalBytes(files)) return { fault: "its `total_bytes` is not the sum of the sizes" };
  return { manifest: { schema, sha256, total_bytes: totalBytes(files), files }, identity: identityText(files) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hasExactly(value: object, keys: readonly string[]): boolean {
  return Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key));
}

function isFile(row: unknown): row is ManifestFile {
  return (
    isObject(row) &&
    hasExactly(row, ["path", "bytes", "sha256"]) &&
    typeof row["path"] === "string" &&
    typeof row["bytes"] === "number" &&
    typeof row["sha256"] === "string"
  );
}

/** How the files of a directory differ from those that were expected; paths in UTF-16 order. A rename is one of each. */
export interface Changes {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** Compares two manifests, which are both right in themselves. */
export function compareManifests(expected: DirectoryManifest, actual: DirectoryManifest): Changes {
  const before = new Map(expected.files.map((file) => [file.path, file]));
  const now = new Map(actual.files.map((file) => [file.path, file]));
  const paths = (files: readonly ManifestFile[], isMeant: (file: ManifestFile) => boolean) =>
    files
      .filter(isMeant)
      .map(({ path }) => path)
      .toSorted(byUnits);
  return {
    added: paths(actual.files, ({ path }) => !before.has(path)),
    removed: paths(expected.files, ({ path }) => !now.has(path)),
    changed: paths(actual.files, ({ path, bytes, sha256 }) => {
      const old = before.get(path);
      return old !== undefined && (old.sha256 !== sha256 || old.bytes !== bytes);
    }),
  };
}
