import type * as Zlib from "node:zlib";
import { gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { isExact, native, selectGzip } from "../../src/artifact/gzip.ts";

// Stands for a build of Node whose zlib compresses to other, equally valid bytes.
vi.mock("node:zlib", async (original) => {
  const zlib = await original<typeof Zlib>();
  return {
    ...zlib,
    gzip: (data: Uint8Array, options: object, done: (error: Error | null, bytes: Buffer) => void) =>
      zlib.gzip(data, { ...options, level: 6 }, done),
  };
});

test("where Node's zlib gives other bytes, pako is taken", async () => {
  expect(gunzipSync(await native.bytes(Buffer.from("x".repeat(1_000)))).toString()).toBe("x".repeat(1_000));
  expect(await isExact(native)).toBe(false);
  const gzip = await selectGzip();
  expect(gzip.engine).toBe("pako");
  expect(await isExact(gzip)).toBe(true);
});
