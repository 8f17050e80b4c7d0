import fs, { appendFileSync, closeSync, openSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { expect, test } from "vitest";
import { contentOf } from "../../../src/verify/installed/content.ts";
import { readRegular, readWhole, TooLarge } from "../../../src/verify/installed/read-file.ts";
import { readLocal } from "../../../src/verify/local.ts";
import { folder } from "../../tools/skill.ts";

/** Runs something while a file grows with every read. */
function whileGrowing<T>(file: string, run: () => T): T {
  const { readSync } = fs;
  const growing = (...args: never[]): number => {
    const length: number = Reflect.apply(readSync, fs, args);
    appendFileSync(file, "and more");
    return length;
  };
  Object.defineProperty(fs, "readSync", { value: growing, configurable: true, writable: true });
  syncBuiltinESMExports();
  try {
    return run();
  } finally {
    Object.defineProperty(fs, "readSync", { value: readSync, configurable: true, writable: true });
    syncBuiltinESMExports();
  }
}

test("a file that grows while it is read is no file that was read, and ends all the same", async () => {
  const { path, getPath } = await folder({ "a/x.md": "some" });
  const file = getPath("a/x.md");
  expect(() => whileGrowing(file, () => readLocal(path, "a/x.md"))).toThrow("a/x.md changed while it was read");
  expect(() => whileGrowing(file, () => readRegular(file, "x", 1000))).toThrow("x changed while it was read");
  expect(whileGrowing(file, () => contentOf(getPath("a")))).toEqual({ fault: "it cannot be read (EBUSY)" });
  expect(readLocal(path, "a/x.md")?.toString()).toMatch(/^some(?:and more)+$/);
});

test("one byte more than the limit is not read, and the limit is", async () => {
  const { getPath } = await folder({ x: "12345" });
  expect(readRegular(getPath("x"), "x", 5)).toEqual(Buffer.from("12345"));
  expect(() => readRegular(getPath("x"), "x", 4)).toThrow(TooLarge);
  const descriptor = openSync(getPath("x"), "r");
  expect(() => readWhole(descriptor, "x", 4)).toThrow(TooLarge);
  closeSync(descriptor);
});
