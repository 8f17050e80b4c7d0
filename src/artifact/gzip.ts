import { createHash } from "node:crypto";
import { Transform } from "node:stream";
import { createGzip, gzipSync } from "node:zlib";
import { Deflate } from "pako";
import { sha256 } from "./digest.ts";

/**
 * Compresses to gzip (RFC 1952), level 9, with equal bytes on every machine: no time, operating system "unknown", and
 * the deflate bytes of the zlib that official Node builds carry.
 */
export interface Gzip {
  readonly engine: "native" | "pako";
  readonly bytes: (data: Uint8Array) => Buffer;
  readonly stream: () => Transform;
}

const LEVEL = 9;
/** RFC 1952: byte 9 names the operating system that compressed the data; 255 is "unknown". */
const OS_BYTE = 9;
const OS_UNKNOWN = 255;

/** Output buffer in bytes: most archives fit. */
const CHUNK = 32 * 1024;

export const native: Gzip = {
  engine: "native",
  bytes: (data) => withoutSystem(gzipSync(data, { level: LEVEL, chunkSize: CHUNK })),
  stream: () => createGzip({ level: LEVEL }),
};

export const portable: Gzip = {
  engine: "pako",
  bytes: (data) => withoutSystem(deflater()(data, true)),
  stream: () => {
    const push = deflater();
    return new Transform({
      transform: (chunk: Buffer, _, done) => done(null, push(chunk, false)),
      flush: (done) => done(null, push(new Uint8Array(), true)),
    });
  },
};

/** Marks the operating system of a gzip header as unknown, in place. */
export function withoutSystem(gzipped: Buffer): Buffer {
  gzipped[OS_BYTE] = OS_UNKNOWN;
  return gzipped;
}

/** pako with its default hash, which is that of Node's zlib; canonical zlib hashes differently and finds other matches. */
function deflater(): (data: Uint8Array, last: boolean) => Buffer {
  const deflate = new Deflate({ level: LEVEL, gzip: true });
  let chunks: Uint8Array[] = [];
  deflate.onData = (chunk) => void chunks.push(chunk);
  return (data, last) => {
    deflate.push(data, last);
    if (deflate.err) throw new Error(`pako: ${deflate.msg}`);
    const output = Buffer.concat(chunks);
    chunks = [];
    return output;
  };
}

/** Inputs that tell zlib variants apart, with the SHA-256 of their right compression. */
const KNOWN_ANSWERS = [
  { input: () => words(100_000), answer: "4dcf51536575d81a2c4fe64d887131baa97e8c5728a242682b41b8ffd2972b84" },
  {
    input: () => Buffer.alloc(150_000, "a"),
    answer: "abfb30ab982cbe996dab569b87a361bedfc78c67bf2ad3cc380bc12e7d4520ba",
  },
  { input: () => noise(70_000), answer: "03c6489f3639dbd76eb13d493dd47e3de5f57dd7b262ddd6ca6b57b8251fee02" },
  {
    input: () => Buffer.concat([words(40_000), noise(10_000), Buffer.alloc(40_000), words(50_000)]),
    answer: "b1baa09a457d0042aaf7063a30c276cacd862efacc0ed939681ae7e5c8935da0",
  },
];

/** True when the engine gives the pinned bytes for all known inputs. */
export function isExact({ bytes }: Pick<Gzip, "bytes">): boolean {
  return KNOWN_ANSWERS.every(({ input, answer }) => sha256(bytes(input())) === answer);
}

/** The engine of that name, without trying it out. */
export function gzipOf(engine: Gzip["engine"]): Gzip {
  return engine === "native" ? native : portable;
}

/**
 * Picks the engine: Node's own zlib where it gives the pinned bytes, else `pako`, which is slower.
 *
 * @throws Error when neither does, because then no digest could be trusted
 */
export function selectGzip(): Gzip {
  const exact = [native, portable].find(isExact);
  if (exact) return exact;
  throw new Error("no gzip engine gives the pinned bytes on this machine");
}

/** Bytes without structure: SHA-256 of a counter. */
function noise(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    createHash("sha256").update(String(index)).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

/** Text-like bytes: words picked by noise. */
function words(length: number): Buffer {
  const list = [
    "archive",
    "bytes",
    "catalog",
    "digest",
    "folder",
    "index",
    "origin",
    "publish",
    "reviewer",
    "skill",
    "the",
    "with",
  ];
  const picks = [...noise(Math.ceil(length / 4))];
  const text = picks.map((pick) => `${list[pick % list.length]}${pick % 17 === 0 ? ".\n" : " "}`).join("");
  return Buffer.from(text).subarray(0, length);
}
