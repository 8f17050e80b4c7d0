import * as fc from "fast-check";
import { expect, test } from "vitest";
import { locatorFault } from "../../src/publication/set-locator.ts";
import { isWebSource, memberFault, parseLocator } from "../../src/skill-set/locator.ts";

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

test.each([
  ["file:a/b@s", "names a place on a disk"],
  ["./a@s", "names a place on a disk"],
  ["C:/a@s", "names a place on a disk"],
  ["ext::sh -c x/@s", "names a program that git would run"],
  ["-x/y@s", "would be an option of the client"],
  ["o/r#-x", "would be an option of the client"],
  ["https://me@h.example/p@s", "has credentials in its address"],
  ["o/r@skill-sets", "names the skill `skill-sets`"],
  ["7", "has no place in a lock"],
])("nobody may ask the client for %s, and no build may lock it", (locator, fault) => {
  expect(memberFault(locator)).toContain(fault);
  expect(locatorFault(locator, { base: "https://docs.example.com" })).toBeDefined();
});

test("whatever a build may lock, consumers may ask the client for", () => {
  const part = fc.constantFrom(
    "file:",
    "ssh:",
    "https://",
    "a",
    "o/r",
    "h.example",
    "/",
    ":",
    "::",
    "@",
    "#",
    "-",
    ".",
  );
  const locator = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => `${parts.join("")}@s`);
  fc.assert(
    fc.property(locator, (each) => {
      fc.pre(locatorFault(each, { base: "https://docs.example.com" }) === undefined);
      expect(memberFault(each)).toBeUndefined();
    }),
    { seed: 20_261_201, numRuns: 500, maxSkipsPerRun: 1000 },
  );
});
