import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { skillpress } from "../tools/command.ts";
import { folder, skillMd } from "../tools/skill.ts";

test("a folder of skills becomes a publication that sha256sum agrees with", async () => {
  const project = await folder({
    "skills/tides/SKILL.md": skillMd("tides"),
    "skills/moon/SKILL.md": skillMd("moon"),
    "skills/moon/references/phases.md": "New, full.\n",
  });

  const { exitCode, out } = await skillpress(project.path, [
    "build",
    "--no-catalog",
    "--origin",
    "https://docs.example.com",
    "--out",
    "public",
  ]);

  expect(exitCode).toBe(0);
  expect(out).toContain("Published 2 skills in public");
  execFileSync("sha256sum", ["--check", "--strict", "--quiet", "agent-skills/-/SHA256SUMS"], {
    cwd: project.getPath("public"),
  });
});
