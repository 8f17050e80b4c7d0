import { execFileSync } from "node:child_process";
import type { FileTree } from "fs-fixture";
import { expect, test } from "vitest";
import { discover } from "../../src/source/discover.ts";
import { listTree } from "../../src/source/tree.ts";
import { brief } from "../tools/problems.ts";
import { folder, skillMd } from "../tools/skill.ts";

/** What a tree of files is found to hold, in short. */
const discovered = async (tree: FileTree) => {
  const { path } = await folder(tree);
  const { skills, containers, leftOut, problems } = discover(listTree(path));
  return {
    skills: skills.map((skill) => [skill.folder.path, ...skill.categories].join(" < ")),
    members: skills.flatMap((skill) =>
      skill.container === undefined ? [] : [`${skill.folder.path} in ${skill.container}`],
    ),
    containers,
    leftOut: leftOut.map(({ path: file, code }) => `${code} ${file}`).toSorted(),
    problems: brief(problems).toSorted(),
  };
};
const nothing = { skills: [], members: [], containers: [], leftOut: [], problems: [] };
const tides = skillMd("tides");

test.each([
  [0, "tides", ["tides"]],
  [1, "sea/tides", ["sea/tides < sea"]],
  [2, "sea/north/tides", ["sea/north/tides < sea < north"]],
  [3, "sea/north/coast/tides", ["sea/north/coast/tides < sea < north < coast"]],
])("a skill below %i category folders is found", async (_, path, skills) => {
  expect(await discovered({ [`${path}/SKILL.md`]: tides })).toEqual({ ...nothing, skills });
});

test("a skill below four category folders is an error, and the files around it are named", async () => {
  expect(await discovered({ "a/b/c/d/tides/SKILL.md": tides, "a/b/c/d/README.md": "x" })).toEqual({
    ...nothing,
    problems: ["error skill-too-deep a/b/c/d/tides/SKILL.md"],
    leftOut: ["outside-skill a/b/c/d/README.md"],
  });
});

test("a folder that holds `skills` is a bundle container, each of its children a skill", async () => {
  expect(
    await discovered({
      "sea/skills/tides/SKILL.md": tides,
      "sea/skills/moon/SKILL.md": skillMd("moon"),
      "sea/README.md": "x",
    }),
  ).toEqual({
    ...nothing,
    skills: ["sea/skills/moon", "sea/skills/tides"],
    members: ["sea/skills/moon in sea", "sea/skills/tides in sea"],
    containers: ["sea"],
    leftOut: ["outside-skill sea/README.md"],
  });
});

test("a bundle container with a SKILL.md is a skill too, and a member of its own bundle", async () => {
  expect(
    await discovered({ "sea/SKILL.md": skillMd("sea"), "sea/docs/a.md": "x", "sea/skills/tides/SKILL.md": tides }),
  ).toEqual({
    ...nothing,
    skills: ["sea/skills/tides", "sea"],
    members: ["sea/skills/tides in sea", "sea in sea"],
    containers: ["sea"],
  });
});

test("a bundle container may lie as deep as a skill", async () => {
  expect(await discovered({ "a/b/c/sea/skills/tides/SKILL.md": tides })).toEqual({
    ...nothing,
    skills: ["a/b/c/sea/skills/tides < a < b < c"],
    members: ["a/b/c/sea/skills/tides in a/b/c/sea"],
    containers: ["a/b/c/sea"],
  });
});

test("a bundle container below four category folders is too deep, and its SKILL.md is named", async () => {
  expect(await discovered({ "a/b/c/d/sea/skills/tides/SKILL.md": tides })).toMatchObject({
    skills: [],
    problems: ["error skill-too-deep a/b/c/d/sea/skills/tides/SKILL.md"],
  });
});

test("the source itself is never a container", async () => {
  expect(await discovered({ "skills/tides/SKILL.md": tides })).toEqual({
    ...nothing,
    skills: ["skills/tides < skills"],
  });
});

test("a SKILL.md in the source itself is an error, and the skills beside it are still found", async () => {
  expect(await discovered({ "SKILL.md": tides, "moon/SKILL.md": skillMd("moon") })).toEqual({
    ...nothing,
    skills: ["moon"],
    problems: ["error root-skill SKILL.md"],
  });
});

test.each([
  [
    "directly below",
    { "tides/SKILL.md": tides, "tides/moon/SKILL.md": tides },
    ["error nested-skill tides/moon/SKILL.md"],
  ],
  [
    "deep below",
    { "tides/SKILL.md": tides, "tides/a/b/c/d/SKILL.md": tides },
    ["error nested-skill tides/a/b/c/d/SKILL.md"],
  ],
  [
    "in `skills` of a folder below",
    { "tides/SKILL.md": tides, "tides/a/skills/moon/SKILL.md": tides },
    ["error nested-skill tides/a/skills/moon/SKILL.md"],
  ],
  [
    "beside `skills`",
    { "tides/SKILL.md": tides, "tides/skills/a/SKILL.md": tides, "tides/moon/SKILL.md": tides },
    ["error nested-skill tides/moon/SKILL.md"],
  ],
  [
    "inside a member of a bundle",
    { "sea/skills/tides/SKILL.md": tides, "sea/skills/tides/moon/SKILL.md": tides },
    ["error nested-skill sea/skills/tides/moon/SKILL.md"],
  ],
])("a SKILL.md inside a skill is an error: %s", async (_, tree, problems) => {
  expect(await discovered(tree)).toMatchObject({ problems });
});

test("a bundle container inside a bundle container is an error", async () => {
  expect(
    await discovered({ "sea/skills/tides/SKILL.md": tides, "sea/skills/deep/skills/moon/SKILL.md": tides }),
  ).toMatchObject({
    skills: ["sea/skills/tides"],
    problems: ["error nested-bundle sea/skills/deep"],
  });
});

test.each([
  ["nothing", {}],
  ["files only", { "sea/skills/README.md": "x" }],
  ["a folder without SKILL.md", { "sea/skills/tides/README.md": "x" }],
])("a bundle container whose `skills` holds %s is an error", async (_, tree) => {
  const { path, mkdir } = await folder(tree);
  await mkdir("sea/skills");
  const { problems } = discover(listTree(path));
  expect(brief(problems)).toEqual(["error empty-bundle sea"]);
});

test.each([["skill.md"], ["Skill.md"], ["SKILL.MD"], ["skill.MD"]])(
  "%s is not SKILL.md, and the fix is its right spelling",
  async (name) => {
    const { path } = await folder({ [`tides/${name}`]: tides });
    const { skills, problems } = discover(listTree(path));
    expect(skills).toEqual([]);
    expect(brief(problems)).toEqual([`error skill-file-spelling tides/${name}`]);
    expect(problems[0]).toMatchObject({
      message: expect.stringContaining(`\`${name}\``),
      hint: expect.stringContaining("exactly SKILL.md"),
    });
  },
);

test("a misspelt skill.md in the source itself is not passed over as any other file", async () => {
  expect(await discovered({ "skill.md": tides, "moon/SKILL.md": skillMd("moon") })).toMatchObject({
    problems: ["error skill-file-spelling skill.md"],
  });
});

test("a folder named SKILL.md is no skill", async () => {
  expect(await discovered({ "tides/SKILL.md/a.md": "x" })).toEqual({
    ...nothing,
    problems: ["warning folder-without-skill tides"],
    leftOut: ["outside-skill tides/SKILL.md/a.md"],
  });
});

test("a link to a folder is an error wherever a skill could hide behind it", async () => {
  expect(await discovered({ "tides/SKILL.md": tides, linked: (api) => api.symlink("tides") })).toEqual({
    ...nothing,
    skills: ["tides"],
    problems: ["error linked-folder linked"],
  });
});

test("junk is left out by name, each file or folder counted, wherever it lies", async () => {
  const junk = [
    ".git",
    "node_modules",
    ".DS_Store",
    "._SKILL.md",
    "__MACOSX",
    "__pycache__",
    "__pypackages__",
    "Thumbs.db",
    "run.pyc",
  ];
  const tree: FileTree = { "tides/SKILL.md": tides };
  for (const name of junk) {
    tree[`${name}/SKILL.md`] = tides;
    tree[`tides/${name}`] = "x";
    tree[`tides/docs/${name}`] = "x";
  }
  expect(await discovered(tree)).toEqual({
    ...nothing,
    skills: ["tides"],
    leftOut: junk.flatMap((name) => [`junk ${name}`, `junk tides/${name}`, `junk tides/docs/${name}`]).toSorted(),
  });
});

test("every file that belongs to no skill is named", async () => {
  const { path } = await folder({ "README.md": "x", "sea/notes.txt": "x", "sea/tides/SKILL.md": tides });
  execFileSync("mkfifo", ["sea/pipe"], { cwd: path });
  const { leftOut } = discover(listTree(path));
  expect(leftOut.map((each) => `${each.code} ${each.path}`)).toEqual([
    "outside-skill README.md",
    "outside-skill sea/notes.txt",
    "outside-skill sea/pipe",
  ]);
});
