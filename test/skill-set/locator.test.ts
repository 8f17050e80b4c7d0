import { expect, test } from "vitest";
import { isWebSource, parseLocator } from "../../src/skill-set/locator.ts";

// The rows are those of skill-set draft, section 2, and after them its rules at their edges.
test.each<[locator: string, source: string, skill: string | undefined, ref: string | undefined]>([
  ["https://h.example@tidy", "https://h.example", "tidy", undefined],
  ["https://h.example:8443/p/1.0.0@tidy", "https://h.example:8443/p/1.0.0", "tidy", undefined],
  ["owner/repo@tidy#v1.2.0", "owner/repo", "tidy", "v1.2.0"],
  ["git@github.com:o/r@tidy", "git@github.com:o/r", "tidy", undefined],
  ["git@server", "git@server", undefined, undefined],
  ["@x", "@x", undefined, undefined],
  ["https://h.example#v1@tidy", "https://h.example", undefined, "v1@tidy"],
  ["https://user@localhost", "https://user", "localhost", undefined],
  ["https://h/p@Code", "https://h/p@Code", undefined, undefined],
  ["https://h/p@a--b", "https://h/p@a--b", undefined, undefined],
  ["https://h/p@s?x=1", "https://h/p@s?x=1", undefined, undefined],
  ["owner/repo@tidy#", "owner/repo", "tidy", undefined],
  ["owner/repo@tidy##", "owner/repo@tidy#", undefined, undefined],
  ["owner/repo#a#b", "owner/repo#a", undefined, "b"],
  ["#v1", "#v1", undefined, undefined],
  ["#", "", undefined, undefined],
  ["o/r@a@b", "o/r@a", "b", undefined],
])("%s is split as the reference consumer does", (locator, source, skill, ref) => {
  expect(parseLocator(locator)).toEqual({ source, skill, ref });
});

test.each([
  ["https://h.example/p", true],
  ["http://localhost:4000", true],
  ["https://github.com/o/r", false],
  ["https://gitlab.com/o/r", false],
  ["https://h.example/o/r.git", false],
  ["o/r", false],
  ["git@h.example:o/r", false],
  ["https://", false],
])("whether clients look for an index at %s", (source, isWeb) => {
  expect(isWebSource(source)).toBe(isWeb);
});
