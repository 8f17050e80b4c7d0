const BLOCK = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;

/** Header fields of POSIX.1-1988 ustar: offset and length in bytes. */
const FIELDS = {
  name: [0, NAME_BYTES],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  mtime: [136, 12],
  checksum: [148, 8],
  typeflag: [156, 1],
  magic: [257, 6],
  version: [263, 2],
  prefix: [345, PREFIX_BYTES],
} as const;

/** One file of an archive. */
export interface Entry {
  /** Relative POSIX path; must be one that `splitPath` accepts. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/**
 * Splits a path over the `prefix` and `name` fields of a ustar header, with the longest name part that fits.
 *
 * @returns the two parts in UTF-8, or undefined when ustar cannot carry the path
 */
export function splitPath(path: string): { prefix: Buffer; name: Buffer } | undefined {
  const bytes = Buffer.from(path);
  if (bytes.length <= NAME_BYTES) return { prefix: Buffer.alloc(0), name: bytes };
  for (let slash = bytes.indexOf("/"); slash !== -1; slash = bytes.indexOf("/", slash + 1)) {
    const name = bytes.subarray(slash + 1);
    if (name.length <= NAME_BYTES) {
      const prefix = bytes.subarray(0, slash);
      return name.length > 0 && prefix.length <= PREFIX_BYTES ? { prefix, name } : undefined;
    }
  }
  return undefined;
}

/** The end of an archive: two zero blocks. */
export const END = Buffer.alloc(2 * BLOCK);

/**
 * Encodes one file as a plain ustar entry (POSIX.1-1988, "Extended tar"): a regular file, mode 0644 or 0755, owner and
 * group 0 without names, time 0. Equal entries give equal bytes. An archive is its entries in order, and `END`.
 *
 * @returns header, content and padding
 * @throws RangeError for a path that ustar cannot carry
 */
export function encodeEntry(entry: Entry): Buffer {
  const blocks = Buffer.alloc(BLOCK * (1 + Math.ceil(entry.bytes.length / BLOCK)));
  writeHeader(entry, blocks);
  blocks.set(entry.bytes, BLOCK);
  return blocks;
}

function writeHeader({ path, bytes, executable }: Entry, block: Buffer): void {
  const parts = splitPath(path);
  if (!parts) throw new RangeError(`ustar cannot carry the path ${JSON.stringify(path)}`);
  parts.name.copy(block, FIELDS.name[0]);
  parts.prefix.copy(block, FIELDS.prefix[0]);
  octal(block, FIELDS.mode, executable ? 0o755 : 0o644);
  octal(block, FIELDS.uid, 0);
  octal(block, FIELDS.gid, 0);
  octal(block, FIELDS.size, bytes.length);
  octal(block, FIELDS.mtime, 0);
  block.write("0", FIELDS.typeflag[0], "latin1");
  block.write("ustar\0", FIELDS.magic[0], "latin1");
  block.write("00", FIELDS.version[0], "latin1");
  // The checksum is summed over the header with its own field filled with blanks.
  block.fill(" ", FIELDS.checksum[0], FIELDS.checksum[0] + FIELDS.checksum[1], "latin1");
  let sum = 0;
  for (let at = 0; at < BLOCK; at += 1) sum += block[at] ?? 0;
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, FIELDS.checksum[0], "latin1");
}

function octal(block: Buffer, [offset, length]: readonly [number, number], value: number): void {
  block.write(`${value.toString(8).padStart(length - 1, "0")}\0`, offset, "latin1");
}
