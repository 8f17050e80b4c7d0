import { expect, test } from "vitest";
import { facetsOf } from "../../src/catalog/facets.ts";

/** As much of skills as filters look at: each has one tag of its own, and one that all of the first ten have. */
const skills = Array.from({ length: 250 }, (_, number) => ({
  shape: "single-file" as const,
  categories: [],
  license: "MIT",
  tags: [`tag-${number}`, ...(number < 10 ? ["common"] : [])],
}));

test("a filter of very many values lists those of most skills, and tells how many it leaves out", () => {
  const [tag, ...others] = facetsOf(skills);
  expect(others).toEqual([]); // what all skills share tells none apart
  expect(tag).toMatchObject({ name: "tag", more: 51 });
  expect(tag?.values).toHaveLength(200);
  expect(tag?.values[0]).toEqual({ value: "common", count: 10 });
});
