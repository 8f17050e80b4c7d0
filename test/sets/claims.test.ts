import { expect, test } from "vitest";
import { type Claim, findConflicts } from "../../src/sets/claims.ts";
import { parseLocator } from "../../src/skill-set/locator.ts";

const claim = (set: string, locator: string, hash?: string): Claim => {
  const from = parseLocator(locator);
  return { set, locator, from, skill: from.skill, hash };
};

test.each<[title: string, claims: Claim[], about: object[]]>([
  ["one set", [claim("a", "https://h.example/1@tidy"), claim("a", "https://h.example/1@moon")], []],
  ["the same member in two sets", [claim("a", "o/r@tidy#v1"), claim("b", "o/r@tidy#v1")], []],
  [
    "one content from two places, as both locks say",
    [claim("a", "https://h.example/1@tidy", "x"), claim("b", "https://mirror.example/1@tidy", "x")],
    [],
  ],
  [
    "one skill from two places, and one of them without a lock",
    [claim("a", "https://h.example/1@tidy", "x"), claim("b", "https://mirror.example/1@tidy")],
    [{ skill: "tidy" }],
  ],
  [
    "two versions of one skill",
    [claim("a", "https://h.example/1.0.0@tidy"), claim("b", "https://h.example/1.1.0@tidy")],
    [{ skill: "tidy" }],
  ],
  [
    "two contents at one address",
    [claim("a", "https://h.example@tidy", "x"), claim("b", "https://h.example@tidy", "y")],
    [{ skill: "tidy" }],
  ],
  ["two contents in one set", [claim("a", "o/r@tidy", "x"), claim("a", "o/q@tidy", "y")], [{ skill: "tidy" }]],
  ["one source at two refs", [claim("a", "o/r@tidy#v1"), claim("b", "o/r@moon#v2")], [{ source: "o/r" }]],
  ["one source at a ref and at none, for other skills", [claim("a", "o/r@tidy#v1"), claim("b", "o/r@moon")], []],
  ["members that name no skill", [claim("a", "o/r"), claim("b", "o/q")], []],
])("%s", (_, claims, about) => {
  expect(findConflicts(claims).map((each) => each.about)).toEqual(about);
  expect(findConflicts(claims.toReversed()).map((each) => each.about)).toEqual(about);
});
