import { expect, test } from "vitest";
import { bytes, count } from "../../src/catalog/format.ts";

test.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1024, "1.0 KB"],
  [1536, "1.5 KB"],
  [1048575, "1024.0 KB"],
  [1048576, "1.0 MB"],
  [12_900_000, "12.3 MB"],
  [3 * 1024 ** 3, "3.0 GB"],
  [5 * 1024 ** 4, "5120.0 GB"],
])("%i bytes are written %s", (size, text) => {
  expect(bytes(size)).toBe(text);
});

test("one is singular", () => {
  expect([count(0, "skill"), count(1, "skill"), count(2, "skill")]).toEqual(["0 skills", "1 skill", "2 skills"]);
});
