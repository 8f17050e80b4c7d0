import type { FileTree } from "fs-fixture";
import { expect, test } from "vitest";
import type { Problem } from "../../src/problem.ts";
import { bundlesOf, type BundleOptions } from "../../src/publication/bundles.ts";
import { survey } from "../../src/source/survey.ts";
import { folder, skillMd } from "../tools/skill.ts";

const bundled = async (tree: FileTree, options: Partial<BundleOptions> = {}) => {
  const { path } = await folder(tree);
  const problems: Problem[] = [];
  const bundles = bundlesOf(survey(path), { bundle: undefined, bundles: {}, ...options }, problems);
  return { bundles: Object.fromEntries(bundles.map(({ name, skills }) => [name, skills])), problems };
};
const TREE = {
  "tides/SKILL.md": skillMd("tides"),
  "waves/SKILL.md": skillMd("waves"),
  "sky/skills/moon/SKILL.md": skillMd("moon"),
  "sky/skills/sun/SKILL.md": skillMd("sun"),
};

test("a container's bundle has its folder's name and holds its members", async () => {
  expect(await bundled(TREE)).toEqual({ bundles: { sky: ["moon", "sun"] }, problems: [] });
});

test("a container with a SKILL.md of its own has the declared name and is a member", async () => {
  expect((await bundled({ ...TREE, "sky/SKILL.md": skillMd("heavens") })).bundles).toEqual({
    heavens: ["heavens", "moon", "sun"],
  });
});

test("an internal member is in no bundle", async () => {
  const hidden = "---\nname: hidden\ndescription: x\nmetadata:\n  internal: true\n---\n";
  expect((await bundled({ ...TREE, "sky/skills/hidden/SKILL.md": hidden })).bundles).toEqual({ sky: ["moon", "sun"] });
});

test("one bundle of every skill, and subsets, come from the options", async () => {
  const { bundles, problems } = await bundled(TREE, {
    bundle: "everything",
    bundles: { sea: ["waves", "tides"], few: ["moon"] },
  });
  expect(bundles).toEqual({
    sky: ["moon", "sun"],
    everything: ["moon", "sun", "tides", "waves"],
    sea: ["tides", "waves"],
    few: ["moon"],
  });
  expect(problems).toEqual([]);
});

test("a member that is not published is an error that names it", async () => {
  const { problems } = await bundled(TREE, { bundles: { sea: ["tides", "whales"] } });
  expect(problems).toMatchObject([
    { code: "unknown-bundle-member", severity: "error", message: expect.stringMatching(/`sea`.*`whales`/) },
  ]);
});

test("a member named twice is in its bundle once", async () => {
  expect((await bundled(TREE, { bundles: { sea: ["tides", "tides"] } })).bundles["sea"]).toEqual(["tides"]);
});

test.each([
  ["My Sky", "my-sky"],
  ["Sky", "sky"],
  ["a--b", "a-b"],
  ["天", "my-bundle"],
])("a container named %s cannot be a bundle, and the hint proposes %s", async (name, slug) => {
  const { problems } = await bundled({ [`${name}/skills/moon/SKILL.md`]: skillMd("moon") });
  expect(problems).toMatchObject([
    { code: "invalid-bundle-name", severity: "error", path: name, hint: expect.stringContaining(`\`${slug}\``) },
  ]);
});
