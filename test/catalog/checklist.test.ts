import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runSkillpress } from "../tools/program.ts";
import { folder, skillMd } from "../tools/skill.ts";
import { invalidities } from "../tools/validity.ts";

const PAGE = "agent-skills/-/checklist/index.html";

test("the page of the checklist ticks what passed, says what was seen, and is valid", async () => {
  const { path, getPath } = await folder({ "skills/tides/SKILL.md": skillMd("tides") });
  const run = async (...argv: readonly string[]) => {
    const { exitCode, said } = await runSkillpress(argv, { cwd: path, env: { HOME: path } });
    expect([exitCode, said]).toEqual([0, expect.any(String)]);
  };
  const build = ["build", "--origin", "https://docs.example.com", "--out", "site"];
  const seen = ["--skill", "tides", "--activation", "pass", "--note", "Asked <i>when</i> to leave."];
  await run(...build, "--no-catalog");
  await run("checklist", "record", ...seen, "--results", "results.json", "--report", "site");
  await run(...build, "--results", "results.json");
  const page = readFileSync(getPath("site", PAGE), "utf8");
  expect(page.match(/aria-label="Done"/g)).toHaveLength(1);
  expect(page).toMatch(/<strong>Passed<\/strong>: \d{4}-\d\d-\d\d \d\d:\d\d UTC, seen by a person/);
  expect(page).toContain("Note: Asked &lt;i&gt;when&lt;/i&gt; to leave.");
  expect(page.match(/<strong>Not run\.<\/strong>/g)).toHaveLength(2);
  expect(await invalidities(getPath("site"), [PAGE])).toEqual([]);
});
