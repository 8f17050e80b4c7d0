import { expect, test } from "vitest";
import { readAddress, writeAddress } from "../../../src/catalog/scripts/address.ts";
import { accepts, countValues, inOrder, type Listed, matching } from "../../../src/catalog/scripts/matching.ts";

const listed = (name: string, rest: Partial<Listed> = {}): Listed => ({
  name,
  text: "",
  shape: "single-file",
  licence: "MIT",
  tags: [],
  category: "",
  size: 1,
  ...rest,
});
const skills = [
  listed("moon-phase", { text: "tells the phase of the moon", size: 30 }),
  listed("sea", { text: "the moon pulls the sea", category: "water", tags: ["blue", "wide"], size: 10 }),
  listed("tides", { text: "high and low water", category: "water/salt", licence: "ISC", size: 20 }),
];
const names = (found: readonly Listed[]) => found.map(({ name }) => name);
const find = (query: string, found?: { names: Set<string>; best: string[] }) => {
  const wanted = readAddress(writeAddress({ ...readAddress(""), query }));
  return names(inOrder(matching(skills, query, found), wanted, found));
};

test.each([
  ["", ["moon-phase", "sea", "tides"]],
  ["moon", ["moon-phase", "sea"]],
  ["MOON phase", ["moon-phase"]],
  ["sea", ["sea"]],
  ["ater", ["tides"]],
  ["moon water", []],
])("the list finds %j by every word of it in name and description, names first", (query, found) => {
  expect(find(query)).toEqual(found);
});

test("what only the text has comes last, the best of it first", () => {
  expect(find("moon", { names: new Set(["tides", "sea", "moon-phase"]), best: ["tides", "sea"] })).toEqual([
    "moon-phase",
    "sea",
    "tides",
  ]);
  expect(find("almanac", { names: new Set(["moon-phase", "sea", "tides"]), best: ["tides", "sea"] })).toEqual([
    "tides",
    "sea",
    "moon-phase",
  ]);
});

test("a category holds what is in the folders below it", () => {
  const wanted = readAddress("?category=water");
  expect(names(skills.filter((skill) => accepts(skill, wanted)))).toEqual(["sea", "tides"]);
  expect([...countValues(skills, readAddress(""), "category")]).toEqual([
    ["water", 2],
    ["water/salt", 1],
  ]);
});

test("a filter counts what it would leave beside the others, whatever is chosen in itself", () => {
  const wanted = readAddress("?category=water&licence=MIT");
  expect([...countValues(skills, wanted, "licence")]).toEqual([
    ["MIT", 1],
    ["ISC", 1],
  ]);
});

test.each([
  ["name", ["moon-phase", "sea", "tides"]],
  ["size", ["sea", "tides", "moon-phase"]],
  ["-size", ["moon-phase", "tides", "sea"]],
])("skills can be put in order of %s", (sort, order) => {
  expect(names(inOrder(skills, readAddress(`?sort=${sort}`), undefined))).toEqual(order);
});

test("an address and what it asks for say the same, and nothing asked for is no address", () => {
  const search = "?q=two+words%26&shape=single-file&licence=MIT&tag=a&category=b%2Fc&sort=-size";
  expect(writeAddress(readAddress(search))).toBe(search);
  expect(writeAddress(readAddress("?other=1&q="))).toBe("");
});
