import { expect, test } from "vitest";
import { byPreference, isLicenceFile } from "../../src/licence/name.ts";

test.each([
  "LICENSE",
  "license",
  "LICENCE",
  "Licence.md",
  "COPYING",
  "COPYING.LESSER",
  "UNLICENSE",
  "LICENSE.txt",
  "LICENSE.rst",
  "LICENSE.markdown",
  "LICENSE-MIT",
  "LICENSE_APACHE.txt",
  "LICENSE-Apache-2.0",
  "LICENSE-Apache-2.0.md",
])("%s is a licence file", (name) => {
  expect(isLicenceFile(name)).toBe(true);
});

test.each([
  "LICENSES",
  "LICENSE_PLATE.jpg",
  "LICENSE.jpg",
  "LICENSE.md.bak",
  "LICENSE-",
  "MYLICENSE",
  "licensed.md",
  "COPYRIGHT",
  "",
])("%s is none", (name) => {
  expect(isLicenceFile(name)).toBe(false);
});

test("LICENSE speaks before its spellings with more, then LICENCE, COPYING and the rest", () => {
  const names = [
    "UNLICENSE",
    "COPYING",
    "LICENCE",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "LICENSE.txt",
    "LICENSE.md",
    "LICENSE",
  ];
  expect(names.toSorted(byPreference)).toEqual([
    "LICENSE",
    "LICENSE.md",
    "LICENSE.txt",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "LICENCE",
    "COPYING",
    "UNLICENSE",
  ]);
});
