import { chmodSync, existsSync } from "node:fs";
import type { FileTree } from "fs-fixture";
import { expect, test } from "vitest";
import type { Problem } from "../../src/problem.ts";
import { bundlesOf, type BundleOptions } from "../../src/publication/bundles.ts";
import { duplicateNames } from "../../src/publication/names.ts";
import { survey } from "../../src/source/survey.ts";
import { composed } from "../tools/publication.ts";
import { codes } from "../tools/problems.ts";
import { folder, skillMd } from "../tools/skill.ts";

const duplicates = async (tree: FileTree, options: Partial<BundleOptions> = {}) => {
  const { path } = await folder(tree);
  const surveyed = survey(path);
  const problems: Problem[] = [];
  return duplicateNames(surveyed, bundlesOf(surveyed, { bundle: undefined, bundles: {}, ...options }, problems)).map(
    ({ path: at, message }) => `${at}: ${message}`,
  );
};
const tides = skillMd("tides");

test("a name that is used once, and names that contain each other, are fine", async () => {
  const tree = {
    "tides/SKILL.md": tides,
    "tides-two/SKILL.md": skillMd("tides-two"),
    "sea/skills/bundle/SKILL.md": skillMd("bundle"),
    "sea-bundle-x/SKILL.md": skillMd("sea-bundle-x"),
  };
  expect(await duplicates(tree)).toEqual([]);
});

test("two skills with one name and the same bytes are refused, named as copies", async () => {
  const tree = { "a/SKILL.md": tides, "a/x.md": "x", "b/c/SKILL.md": tides, "b/c/x.md": "x" };
  expect(await duplicates(tree)).toEqual([
    "b/c/SKILL.md: The name `tides` is already taken by `a`, an identical copy.",
  ]);
});

test.each([
  ["other bytes", { "a/SKILL.md": tides, "a/x.md": "x", "b/SKILL.md": tides, "b/x.md": "y" }],
  ["a file more", { "a/SKILL.md": tides, "b/SKILL.md": tides, "b/x.md": "y" }],
  ["a file less", { "a/SKILL.md": tides, "a/x.md": "y", "b/SKILL.md": tides }],
  ["a file with another name", { "a/SKILL.md": tides, "a/x.md": "x", "b/SKILL.md": tides, "b/y.md": "x" }],
])("two skills with one name and %s are refused, named as different", async (_, tree) => {
  expect(await duplicates(tree)).toEqual([
    "b/SKILL.md: The name `tides` is already taken by `a`, with different content.",
  ]);
});

test("two skills with one name that differ in an execute bit only are different", async () => {
  const { path, getPath } = await folder({ "a/SKILL.md": tides, "a/run": "x", "b/SKILL.md": tides, "b/run": "x" });
  chmodSync(getPath("a/run"), 0o755);
  const surveyed = survey(path);
  expect(duplicateNames(surveyed, []).map(({ message }) => message)).toEqual([
    expect.stringContaining("with different content"),
  ]);
});

test("three skills with one name are refused twice", async () => {
  expect(await duplicates({ "a/SKILL.md": tides, "b/SKILL.md": tides, "c/SKILL.md": tides })).toHaveLength(2);
});

test("a skill and a bundle cannot share a name", async () => {
  const tree = { "sea/skills/moon/SKILL.md": skillMd("moon"), "x/SKILL.md": skillMd("sea") };
  expect(await duplicates(tree)).toEqual(["sea: The name `sea` is already taken by `x`."]);
});

test("a container with a SKILL.md shares its name with its own bundle", async () => {
  expect(await duplicates({ "sea/SKILL.md": skillMd("sea"), "sea/skills/tides/SKILL.md": tides })).toEqual([]);
});

test("a member cannot have the name of its bundle", async () => {
  expect(await duplicates({ "sea/skills/sea/SKILL.md": skillMd("sea") })).toEqual([
    "sea: The name `sea` is already taken by `sea/skills/sea`.",
  ]);
});

test("a skill `x-bundle` would have the archive of the bundle `x`", async () => {
  const tree = {
    "sea/skills/tides/SKILL.md": tides,
    "sea-bundle/SKILL.md": skillMd("sea-bundle"),
    "sea-bundle/x.md": "x",
  };
  expect(await duplicates(tree)).toEqual(["sea: The name `sea-bundle` is already taken by `sea-bundle`."]);
});

test("bundles of the options cannot take the name of a skill, a container or each other", async () => {
  const tree = { "tides/SKILL.md": tides, "sea/skills/moon/SKILL.md": skillMd("moon") };
  expect(await duplicates(tree, { bundle: "tides" })).toEqual([
    "the option `bundle`: The name `tides` is already taken by `tides`.",
  ]);
  expect(await duplicates(tree, { bundle: "sea" })).toEqual([
    "the option `bundle`: The name `sea` is already taken by `sea`.",
  ]);
  expect(await duplicates(tree, { bundle: "all", bundles: { all: ["moon"] } })).toEqual([
    expect.stringMatching(/^the bundle `all` in the options: The name `all` is already taken by .*the option `bundle`/),
  ]);
});

test("a duplicate stops everything before anything is written", async () => {
  const { report, problems, root } = await composed({
    "a/SKILL.md": tides,
    "b/SKILL.md": tides,
    "moon/SKILL.md": skillMd("moon"),
  });
  expect(report).toBeUndefined();
  expect(codes(problems)).toEqual(["duplicate-name", "name-differs"]);
  expect(existsSync(root)).toBe(false);
});
