import { gzipSync } from "node:zlib";
import { encodeEntry, END } from "../../src/artifact/ustar.ts";

/** What is put into an archive, however wrong it is. */
export interface Member {
  /** As it is written into the header; at most 100 bytes. */
  readonly path: string;
  readonly content?: string | Uint8Array;
  /** Type flag of the header: a regular file unless told otherwise. */
  readonly type?: Flag;
  /** Where a link leads. */
  readonly link?: string;
  /** Fields of the header that are written over: where they begin, and their bytes. */
  readonly fields?: readonly (readonly [at: number, bytes: string])[];
}

/**
 * `0` file, `1` hard link, `2` symbolic link, `3` device, `5` folder, `7` contiguous file, `L` long name of GNU tar, `x` PAX
 * header, `g` PAX header for all that follows.
 */
type Flag = "0" | "1" | "2" | "3" | "5" | "7" | "L" | "x" | "g";

/** A compressed archive of exactly these members. */
export function tarball(members: readonly Member[]): Buffer {
  return gzipSync(tar(members), { level: 9 });
}

/** An archive of exactly these members, not compressed. */
export function tar(members: readonly Member[]): Buffer {
  return Buffer.concat([
    ...members.flatMap(({ path, content = "", type = "0", link = "", fields = [] }) => {
      const blocks = encodeEntry({ path, bytes: Buffer.from(content), executable: false });
      return [relabelled(blocks.subarray(0, BLOCK), { type, link, fields }), blocks.subarray(BLOCK)];
    }),
    END,
  ]);
}

/** A PAX header (POSIX.1-2001) that gives the next member another path. */
export function paxPath(path: string): Member {
  return pax(`path=${path}`);
}

/** A PAX header for the next member, or for all that follow. */
export function pax(record: string, type: "x" | "g" = "x"): Member {
  const sized = (length: number): string => {
    const text = `${length} ${record}\n`;
    return Buffer.byteLength(text) === length ? text : sized(length + 1);
  };
  return { path: "PaxHeader", type, content: sized(5) };
}

/** A header of GNU tar that gives the next member another path. */
export function gnuPath(path: string): Member {
  return { path: "././@LongLink", type: "L", content: `${path}\0` };
}

const BLOCK = 512;
const TYPE_AT = 156;
const LINK_AT = 157;
const SUM_AT = 148;

function relabelled(
  header: Buffer,
  { type, link, fields }: Required<Pick<Member, "type" | "link" | "fields">>,
): Buffer {
  const block = Buffer.from(header);
  block.write(type, TYPE_AT, "latin1");
  block.write(link, LINK_AT);
  for (const [at, bytes] of fields) block.write(bytes, at, "latin1");
  block.fill(" ", SUM_AT, SUM_AT + 8, "latin1");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, SUM_AT, "latin1");
  return block;
}
