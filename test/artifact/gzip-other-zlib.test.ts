import type * as Zlib from "node:zlib";
import { gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { isExact, native, selectGzip } from "../../src/artifact/gzip.ts";

// Stands for a build of Node whose zlib compresses to other, equally valid bytes.
vi.mock("node:zlib", async (original) => {
  const zlib = await original<typeof Zlib>();
  return {
    ...zlib,
    gzipSync: (data: Uint8Array, options: object) => zlib.gzipSync(data, { ...options, level: 6 }),
  };
});

test("where Node's zlib gives other bytes, pako is taken", () => {
  expect(gunzipSync(native.bytes(Buffer.from("x".repeat(1_000)))).toString()).toBe("x".repeat(1_000));
  expect(isExact(native)).toBe(false);
  const gzip = selectGzip();
  expect(gzip.engine).toBe("pako");
  expect(isExact(gzip)).toBe(true);
});
