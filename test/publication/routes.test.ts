import { expect, test } from "vitest";
import { composed } from "../tools/publication.ts";
import { skillMd } from "../tools/skill.ts";

test("a file that installs from a repository leave out is published, with a warning, at any depth", async () => {
  const { report, problems } = await composed({
    "moon/SKILL.md": skillMd("moon"),
    "moon/metadata.json": "{}\n",
    "moon/data/metadata.json": "{}\n",
    "moon/data/metadata.json.md": "A\n",
  });
  expect(problems.map(({ code, path, severity }) => `${severity} ${code} ${path}`)).toEqual([
    "warning route-dependent-file moon/data/metadata.json",
    "warning route-dependent-file moon/metadata.json",
  ]);
  const paths = report?.skills[0]?.files.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["data/metadata.json", "metadata.json"]));
});
