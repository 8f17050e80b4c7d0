import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { decoded, Undecodable } from "../../../src/verify/served/content-encoding.ts";

const TEXT = Buffer.from("Tides come and go.\n".repeat(20));
const LIMIT = 10_000;

const BODIES: readonly (readonly [encoding: string | null, wire: Buffer])[] = [
  [null, TEXT],
  ["identity", TEXT],
  ["gzip", gzipSync(TEXT)],
  ["x-gzip", gzipSync(TEXT)],
  ["GZIP", gzipSync(TEXT)],
  ["deflate", deflateSync(TEXT)],
  ["br", brotliCompressSync(TEXT)],
  ["zstd", zstdCompressSync(TEXT)],
  ["br, gzip", gzipSync(brotliCompressSync(TEXT))],
  ["something-else", TEXT],
];

test.each(BODIES)("a body encoded as %s is decoded as fetch decodes it", async (encoding, wire) => {
  const server = createServer((_, response) => {
    response.writeHead(200, encoding === null ? {} : { "content-encoding": encoding });
    response.end(wire);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const fetched = Buffer.from(await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer());
  expect(fetched.equals(TEXT)).toBe(true);
  expect(decoded(wire, encoding, LIMIT).equals(fetched)).toBe(true);
});

test.each([
  ["gzip", TEXT],
  ["br", TEXT],
  ["gzip", gzipSync(TEXT).subarray(0, 30)],
  [Array.from({ length: 6 }, () => "identity").join(","), TEXT],
])("a body that is not %s is refused", (encoding, wire) => {
  expect(() => decoded(wire, encoding, LIMIT)).toThrow(Undecodable);
});

test("a body that grows beyond the limit is refused as too large, not read", () => {
  const bomb = gzipSync(Buffer.alloc(LIMIT + 1));
  expect(() => decoded(bomb, "gzip", LIMIT)).toThrow(expect.objectContaining({ tooLarge: true }));
  expect(decoded(gzipSync(Buffer.alloc(LIMIT)), "gzip", LIMIT)).toHaveLength(LIMIT);
});
