import { execFileSync } from "node:child_process";
import { constants, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Gzip, isExact, native, portable, selectGzip, withoutSystem } from "../../src/artifact/gzip.ts";
import { GZIP, isSkipped, need } from "../tools/witness.ts";

/** Seeded pseudo-random 32-bit numbers (mulberry32): the same inputs in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

const ALPHABETS = ["ab", "the tide comes and goes\n", "0123456789abcdef", "---\nname: description: `#![]()\n"].map(
  (letters) => Buffer.from(letters),
);

/** Bytes of mixed character: runs, text of few letters, repetitions from far back, noise. */
function varied(seed: number, length: number): Buffer {
  const next = numbers(seed);
  const bytes = Buffer.alloc(length);
  let at = 0;
  while (at < length) {
    const end = Math.min(length, at + 1 + (next() % 9_000));
    const letters = ALPHABETS[next() % ALPHABETS.length] ?? Buffer.from("a");
    const kind = next() % 4;
    if (kind === 0) bytes.fill(next() % 256, at, end);
    else if (kind === 1 && at > 0) bytes.copy(bytes, at, next() % at, end);
    else
      for (let index = at; index < end; index += 1)
        bytes[index] = kind === 2 ? next() : (letters[next() % letters.length] ?? 0);
    at = end;
  }
  return bytes;
}

/** What an engine's stream gives for an input that is written in pieces. */
async function streamed({ stream }: Gzip, data: Buffer, pieces: () => number): Promise<Buffer> {
  const compressor = stream();
  const chunks: Buffer[] = [];
  compressor.on("data", (chunk: Buffer) => void chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => compressor.once("end", resolve).once("error", reject));
  for (let at = 0; at < data.length;) {
    const end = at + 1 + (pieces() % 40_000);
    compressor.write(data.subarray(at, end));
    at = end;
  }
  compressor.end();
  await ended;
  return withoutSystem(Buffer.concat(chunks));
}

const sizes = [
  0, 1, 2, 3, 100, 511, 512, 513, 32_767, 32_768, 32_769, 65_535, 65_536, 65_537, 131_072, 200_001, 262_145, 300_000,
];

test.each(sizes)("both engines give the same bytes for %i bytes, whole or in pieces", async (size) => {
  for (const seed of size < 50_000 ? [size + 1, size + 2, size + 3] : [size + 1]) {
    const data = varied(seed, size);
    const whole = native.bytes(data);
    expect(portable.bytes(data)).toEqual(whole);
    expect(await streamed(native, data, numbers(seed))).toEqual(whole);
    expect(await streamed(portable, data, numbers(seed + 7))).toEqual(whole);
  }
});

test.skipIf(isSkipped(GZIP))("gzip accepts the bytes of both engines and gives back the input", () => {
  need(GZIP);
  const data = varied(42, 300_000);
  for (const { bytes } of [native, portable]) {
    const compressed = bytes(data);
    execFileSync("gzip", ["-t"], { input: compressed });
    expect(execFileSync("gzip", ["-dc"], { input: compressed, maxBuffer: 1_000_000 })).toEqual(data);
  }
});

// RFC 1952, 2.3: ID1 ID2 CM FLG MTIME XFL OS; XFL 2 is "maximum compression", OS 255 "unknown".
test.each([native, portable])("the header of $engine tells no time and no system", ({ bytes }) => {
  expect(bytes(Buffer.from("x")).subarray(0, 10).toString("hex")).toBe("1f8b08000000000002ff");
});

test.each([native, portable])("the bytes of $engine are those that are pinned", (engine) => {
  expect(isExact(engine)).toBe(true);
});

function flipped(bytes: Buffer): Buffer {
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  return bytes;
}

const wrong: [string, Pick<Gzip, "bytes">][] = [
  ["another level", { bytes: (data) => withoutSystem(gzipSync(data, { level: 8 })) }],
  ["another memory level", { bytes: (data) => withoutSystem(gzipSync(data, { level: 9, memLevel: 9 })) }],
  [
    "another strategy",
    { bytes: (data) => withoutSystem(gzipSync(data, { level: 9, strategy: constants.Z_FILTERED })) },
  ],
  ["the system in the header", { bytes: (data) => gzipSync(data, { level: 9 }) }],
  ["a time in the header", { bytes: (data) => Buffer.from(native.bytes(data).fill(1, 4, 5)) }],
  ["one wrong bit in the middle", { bytes: (data) => flipped(native.bytes(data)) }],
];

test.each(wrong)("an engine with %s is not exact", (_, engine) => {
  expect(isExact(engine)).toBe(false);
});

test("an official build of Node takes its own engine", () => {
  expect(selectGzip().engine).toBe("native");
});
