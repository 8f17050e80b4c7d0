import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { runSkillpress, SKILLPRESS } from "../tools/program.ts";
import { folder, skillMd } from "../tools/skill.ts";

// In a container whose first process buries nobody, a killed build stays in the process table for good.
test.skipIf(process.platform !== "linux")(
  "a killed build that nobody has buried yet does not keep the next one waiting",
  async () => {
    const project = await folder({ "skills/tides/SKILL.md": skillMd("tides"), "home/.keep": "" });
    const env = { PATH: process.env["PATH"], HOME: project.getPath("home") };
    const argv = ["build", "--no-catalog", "--origin", "https://docs.example.com", "--out", "public"];
    // The shell becomes a program that does not wait for the build it started.
    const parent = spawn("sh", ["-c", '"$@" & exec sleep 600', "sh", process.execPath, SKILLPRESS, ...argv], {
      cwd: project.path,
      env,
      stdio: "ignore",
    });
    onTestFinished(async () => {
      parent.kill("SIGKILL");
      await once(parent, "exit");
    });
    const lock = project.getPath(".public.skillpress", "pid");
    while (!existsSync(lock) || readFileSync(lock, "utf8") === "") await sleep(1);
    const build = Number(readFileSync(lock, "utf8"));
    process.kill(build, "SIGKILL");
    while (!/^State:\s+Z/m.test(readFileSync(join("/proc", String(build), "status"), "utf8"))) await sleep(1);

    const next = await runSkillpress(argv, { cwd: project.path, env });
    expect(next).toMatchObject({ exitCode: 0 });
  },
);
