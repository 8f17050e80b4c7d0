/** One file of an archive. */
export interface Entry {
  /** Relative POSIX path. */
  readonly path: string;
  /** The owner may execute it. */
  readonly executable: boolean;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The files of an archive, or why they cannot be had; `limit` when there is more than is read here. */
export type Tar =
  | { readonly entries: readonly Entry[]; readonly reason?: undefined }
  | { readonly reason: string; readonly limit: boolean };

/** Most files and most bytes that a client unpacks from one skill (`skills` 1.7.4). */
const FILES_LIMIT = 1000;
const BYTES_LIMIT = 50 * 1024 * 1024;

const BLOCK = 512;

/** Room for headers and padding beside the content of the most that clients unpack. */
export const TAR_LIMIT = BYTES_LIMIT + (FILES_LIMIT + 2) * 2 * BLOCK;

/** True for bytes that begin with a tar header of the POSIX or the GNU kind. */
export function isTar(bytes: Uint8Array): boolean {
  return ascii(bytes.subarray(257, 262)) === "ustar";
}

/**
 * Reads a plain ustar archive (POSIX.1-1988, "Extended tar") as the strictest client does: files only, `SKILL.md` first,
 * relative paths, nothing twice. Everything else is a reason, in words that follow "the archive cannot be installed whole:".
 */
export function readTar(tar: Uint8Array<ArrayBuffer>): Tar {
  const entries: Entry[] = [];
  const seen = new Set<string>();
  let content = 0;
  let at = 0;
  for (;;) {
    const block = tar.subarray(at, at + BLOCK);
    if (block.length < BLOCK) return refused("it ends in the middle");
    if (isZero(block)) break;
    const header = readHeader(block);
    if (typeof header === "string") return refused(header);
    const { path, size, executable } = header;
    const wrong =
      unsafe(path) ??
      (seen.has(path) ? `\`${path}\` is in it twice` : undefined) ??
      (entries.length === 0 && path !== "SKILL.md" ? `its first file is \`${path}\`, not \`SKILL.md\`` : undefined);
    if (wrong !== undefined) return refused(wrong);
    content += size;
    if (content > BYTES_LIMIT) return { reason: "it unpacks to more than 50 MiB", limit: true };
    if (entries.length === FILES_LIMIT) return { reason: "it has more than 1,000 files", limit: true };
    const bytes = tar.subarray(at + BLOCK, at + BLOCK + size);
    if (bytes.length < size) return refused("it ends in the middle");
    seen.add(path);
    entries.push({ path, executable, bytes });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  if (entries.length === 0) return refused("it is empty");
  return isZero(tar.subarray(at)) ? { entries } : refused("something follows after its end");
}

function refused(reason: string): Tar {
  return { reason, limit: false };
}

/** The fields of a header that matter here, or what is wrong with it. */
function readHeader(block: Uint8Array): { path: string; size: number; executable: boolean } | string {
  if (ascii(block.subarray(257, 265)) !== "ustar\u000000") return "it has headers that are not plain ustar";
  // The checksum is summed over the header with its own field filled with blanks.
  const sum = block.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0);
  if (octal(block.subarray(148, 156)) !== sum) return "a header in it is damaged";
  const [name, prefix] = [text(block.subarray(0, 100)), text(block.subarray(345, 500))];
  if (name === undefined || prefix === undefined) return "a name in it is not UTF-8";
  const path = prefix === "" ? name : `${prefix}/${name}`;
  const type = ascii(block.subarray(156, 157));
  if (type !== "0" && type !== "\0") return `\`${path}\` is not a file (type ${type})`;
  const size = octal(block.subarray(124, 136));
  const mode = octal(block.subarray(100, 108));
  if (size === undefined || mode === undefined) return `\`${path}\` has no readable size or mode`;
  return { path, size, executable: (mode & 0o100) !== 0 };
}

function unsafe(path: string): string | undefined {
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return `\`${path}\` is an absolute path`;
  if (path.includes("\\")) return `\`${path}\` has a backslash`;
  if (path.split("/").some((segment) => segment === "" || segment === "." || segment === ".."))
    return `\`${path}\` is not a plain relative path`;
  return undefined;
}

/** A field up to its first zero byte; undefined when it is not UTF-8. */
function text(field: Uint8Array): string | undefined {
  const end = field.indexOf(0);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      end === -1 ? field : field.subarray(0, end),
    );
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}

function octal(field: Uint8Array): number | undefined {
  const [, digits] = /^ *([0-7]+)[ \0]*$/.exec(ascii(field)) ?? [];
  return digits === undefined ? undefined : Number.parseInt(digits, 8);
}

function ascii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}
