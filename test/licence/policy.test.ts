import { expect, test } from "vitest";
import type { Licence } from "../../src/licence/index.ts";
import { type Policy, publicationOf, undecidedProblems } from "../../src/licence/policy.ts";

const CLOSED: Licence = { kind: "restrictive", name: "proprietary", from: "LICENSE" };
const OPEN: Licence = { kind: "permissive", name: "MIT", from: "LICENSE" };
const UNSET: Policy = { all: undefined, paths: {} };

test.each<[string, Licence, Policy, string]>([
  ["a", OPEN, UNSET, "full"],
  ["a", OPEN, { all: "follow", paths: { a: "follow" } }, "full"],
  ["a", { kind: "none" }, { all: "follow", paths: {} }, "full"],
  ["a", CLOSED, UNSET, "undecided"],
  ["a", CLOSED, { all: "follow", paths: {} }, "described"],
  ["a", CLOSED, { all: "vouch", paths: {} }, "full"],
  ["vendor/a", CLOSED, { all: "vouch", paths: { vendor: "follow" } }, "described"],
  ["vendor/a", CLOSED, { all: "vouch", paths: { "./vendor/": "follow" } }, "described"],
  ["vendor/a", CLOSED, { all: "follow", paths: { vendor: "follow", "vendor/a": "vouch" } }, "full"],
  ["vendored/a", CLOSED, { all: undefined, paths: { vendor: "vouch" } }, "undecided"],
  ["a", CLOSED, { all: undefined, paths: { ".": "vouch" } }, "full"],
  ["vendor/a", CLOSED, { all: undefined, paths: { ".": "vouch", vendor: "follow" } }, "described"],
])("%s, %o, under %o: %s", (path, licence, policy, expected) => {
  expect(publicationOf({ path, licence }, policy)).toBe(expected);
});

test("without a policy, each file that decided is one problem that names what it decided for", () => {
  const own: Licence = { kind: "restrictive", name: "CC-BY-NC-4.0", from: "c/SKILL.md" };
  const listed = [
    { path: "b", licence: CLOSED },
    { path: "a", licence: CLOSED },
    { path: "c", licence: own },
    { path: "d", licence: OPEN },
  ];
  const found = undecidedProblems(listed, UNSET);
  expect(found).toMatchObject([
    { code: "licence-undecided", severity: "error", path: "LICENSE" },
    { code: "licence-undecided", severity: "error", path: "c/SKILL.md" },
  ]);
  expect(found[0]?.message).toContain("`proprietary`");
  expect(found[0]?.message).toContain("for `a`, `b`.");
  expect(found[1]?.message).toContain("for `c`.");
  expect(undecidedProblems(listed, { all: "follow", paths: {} })).toEqual([]);
});

test("of many, five are named and the rest counted", () => {
  const listed = Array.from({ length: 12 }, (_, index) => ({ path: `s${index + 10}`, licence: CLOSED }));
  expect(undecidedProblems(listed, UNSET)[0]?.message).toContain("`s14`, 7 more.");
});
