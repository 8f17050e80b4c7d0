import { chmodSync, mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { Halt } from "../../src/problem.ts";
import { survey } from "../../src/source/survey.ts";
import { brief } from "../tools/problems.ts";
import { folder, skillMd } from "../tools/skill.ts";

const internal = "---\nname: hidden\ndescription: Hides.\nmetadata:\n  internal: true\n---\n";

test("an empty source has nothing to publish", async () => {
  const { path } = await folder({});
  expect(brief(survey(path).problems)).toEqual(["error nothing-to-publish"]);
});

test("a source of categories only has nothing to publish, and its files are named", async () => {
  const { path } = await folder({ "sea/README.md": "x", "sea/north/notes.md": "x" });
  mkdirSync(`${path}/land`);
  const { problems, leftOut } = survey(path);
  expect(brief(problems)).toEqual(["warning folder-without-skill sea", "error nothing-to-publish"]);
  expect(leftOut).toEqual([
    { path: "sea/README.md", code: "outside-skill" },
    { path: "sea/north/notes.md", code: "outside-skill" },
  ]);
});

test("a source whose every skill is internal has nothing to publish", async () => {
  const { path } = await folder({ "hidden/SKILL.md": internal });
  expect(brief(survey(path).problems)).toEqual(["error nothing-to-publish"]);
});

test("a missing source stops everything before anything is tried", async () => {
  const { getPath } = await folder({});
  const error: unknown = await Promise.resolve()
    .then(() => survey(getPath("gone")))
    .catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Halt);
  expect(error).toMatchObject({
    problems: [{ code: "source-missing", severity: "halt", message: expect.stringContaining(getPath("gone")) }],
  });
});

test("an internal skill is left out with all its files, and the rest is published", async () => {
  const { path } = await folder({
    "hidden/SKILL.md": internal,
    "hidden/docs/a.md": "x",
    "tides/SKILL.md": skillMd("tides"),
  });
  const { candidates, leftOut, problems } = survey(path);
  expect(candidates.map((candidate) => candidate.frontMatter?.name)).toEqual(["tides"]);
  expect(leftOut).toEqual([
    { path: "hidden/SKILL.md", code: "internal" },
    { path: "hidden/docs/a.md", code: "internal" },
  ]);
  expect(problems).toEqual([]);
});

test("a skill marked internal in quotes is published", async () => {
  const { path } = await folder({ "hidden/SKILL.md": internal.replace("true", '"true"') });
  expect(survey(path).candidates).toHaveLength(1);
});

test("an internal container hides its own skill, not its members", async () => {
  const { path } = await folder({ "hidden/SKILL.md": internal, "hidden/skills/tides/SKILL.md": skillMd("tides") });
  const { candidates, leftOut } = survey(path);
  expect(candidates.map((candidate) => candidate.frontMatter?.name)).toEqual(["tides"]);
  expect(leftOut).toEqual([{ path: "hidden/SKILL.md", code: "internal" }]);
});

test("a name that differs from its folder's is warned of and wins", async () => {
  const { path } = await folder({ "tide-clock/SKILL.md": skillMd("tides") });
  const { candidates, problems } = survey(path);
  expect(candidates.map((candidate) => candidate.frontMatter?.name)).toEqual(["tides"]);
  expect(brief(problems)).toEqual(["warning name-differs tide-clock/SKILL.md"]);
  expect(problems[0]?.message).toMatch(/`tides`.*`tide-clock`.*published as `tides`/);
});

test("skills come in the byte order of their names, not of their folders", async () => {
  const { path } = await folder({
    "1/SKILL.md": skillMd("tide"),
    "2/SKILL.md": skillMd("a-b"),
    "3/SKILL.md": skillMd("a"),
    "4/SKILL.md": skillMd("a10"),
    "5/SKILL.md": skillMd("a9"),
  });
  // With the slash that ends a folder in a bundle's archive: `a-b/` before `a/`, because `-` is 2D and `/` is 2F.
  expect(survey(path).candidates.map((candidate) => candidate.frontMatter?.name)).toEqual([
    "a-b",
    "a",
    "a10",
    "a9",
    "tide",
  ]);
});

test("a skill with a broken SKILL.md is still read, so that all its problems are told at once", async () => {
  const { path } = await folder({ "tides/SKILL.md": "# No front matter\n", "moon/SKILL.md": skillMd("Moon") });
  const { candidates, problems } = survey(path);
  expect(candidates.map((candidate) => candidate.folder.path).toSorted()).toEqual(["moon", "tides"]);
  expect(brief(problems).toSorted()).toEqual([
    "error invalid-name moon/SKILL.md:2:7",
    "error missing-front-matter tides/SKILL.md:1:1",
  ]);
});

test("when every file has the execute bit, the bit says nothing, and that is said", async () => {
  const { path, getPath } = await folder({
    "tides/SKILL.md": skillMd("tides"),
    "tides/run": "#!/bin/sh\n",
    ".DS_Store": "x",
  });
  chmodSync(getPath("tides/SKILL.md"), 0o755);
  chmodSync(getPath("tides/run"), 0o755);
  expect(survey(path)).toMatchObject({
    ignoreBits: true,
    problems: [{ code: "all-executable", severity: "warning" }],
  });

  chmodSync(getPath("tides/SKILL.md"), 0o644);
  expect(survey(path)).toMatchObject({ ignoreBits: false, problems: [] });
});

test("a probe that names its skill proves nothing, and the author is told", async () => {
  const probe = "---\nname: tides\ndescription: Plans.\nmetadata:\n  activation-probe: Use tides to plan\n---\n";
  const { path } = await folder({ "tides/SKILL.md": probe });
  expect(brief(survey(path).problems)).toEqual(["warning probe-names-skill tides/SKILL.md"]);
});
