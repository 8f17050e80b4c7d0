import { expect, test } from "vitest";
import { isJunk } from "../../src/source/junk.ts";

// The list is decision 3 of the design.
test.each([
  [".git"],
  ["node_modules"],
  [".DS_Store"],
  ["._x"],
  ["__MACOSX"],
  ["__pycache__"],
  ["__pypackages__"],
  ["a.pyc"],
  ["Thumbs.db"],
])("%s is junk", (name) => {
  expect(isJunk(name)).toBe(true);
});

test.each([[".gitignore"], [".github"], ["_x"], [".x"], ["a.py"], ["pyc"], ["git"], ["thumbs"], [".env"]])(
  "%s is not junk",
  (name) => {
    expect(isJunk(name)).toBe(false);
  },
);
