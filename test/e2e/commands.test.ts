import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createFixture } from "fs-fixture";
import { beforeAll, expect, test } from "vitest";
import type { InstallCommand, Report } from "../../src/publication/report.ts";
import { CLIENT } from "../tools/client.ts";
import { runProgram } from "../tools/program.ts";
import { publish, type Published } from "../tools/published.ts";
import { skillMd } from "../tools/skill.ts";
import { digestsOf } from "../tools/tree.ts";

const RUNNER = /^(?:pnpm dlx|npx(?: -y)?|bunx) skills add (.*)$/;

let site: Published;
let report: Report;
let source: string;

// A bundle container with a SKILL.md of its own: its page is the scope of itself and its members.
beforeAll(async () => {
  const fixture = await createFixture({
    "skills/sea/SKILL.md": skillMd("sea"),
    "skills/sea/map.md": "Map\n",
    "skills/sea/skills/wave/SKILL.md": skillMd("wave"),
    "skills/moon/SKILL.md": skillMd("moon"),
  });
  source = fixture.getPath("skills");
  site = await publish(source, ["--no-catalog"]);
  report = JSON.parse(readFileSync(join(site.folder, "agent-skills/-/report.json"), "utf8"));
  return async () => {
    await site.close();
    await fixture.rm();
  };
});

/** Runs a published command as a shell reads it, with the real client in place of the runner that fetches it. */
async function installed({ command, label }: InstallCommand): Promise<readonly string[]> {
  const [, argv] = RUNNER.exec(command) ?? [];
  expect(argv, label).toBeDefined();
  const machine = await createFixture({ "home/.keep": "", "project/.keep": "" });
  try {
    const env = { PATH: process.env["PATH"], HOME: machine.getPath("home"), DISABLE_TELEMETRY: "1", DO_NOT_TRACK: "1" };
    const script = `"${process.execPath}" "${CLIENT}" add ${argv} -y`;
    const { exitCode } = await runProgram("sh", ["-c", script], { cwd: machine.getPath("project"), env });
    expect(exitCode, command).toBe(0);
    const files = digestsOf(machine.getPath("home", ".claude", "skills"));
    const all = digestsOf(source);
    const origin = (path: string) => (path.startsWith("wave/") ? `sea/skills/${path}` : path);
    for (const [path, sum] of Object.entries(files)) expect(sum, path).toBe(all[origin(path)]);
    return Object.keys(files);
  } finally {
    await machine.rm();
  }
}

const FILES = { sea: ["sea/SKILL.md", "sea/map.md"], wave: ["wave/SKILL.md"], moon: ["moon/SKILL.md"] } as const;
const ofClient = (install: readonly InstallCommand[]) => install.filter(({ client }) => client === "skills");

test.each(["sea", "wave", "moon"] as const)(
  "each published command for %s installs exactly that skill, also when its page is the scope of others",
  async (name) => {
    const commands = ofClient(report.skills.find((skill) => skill.name === name)?.install ?? []);
    expect(commands).toHaveLength(5);
    for (const command of commands) expect(await installed(command), command.command).toEqual(FILES[name]);
  },
);

test("each published command for a bundle installs its members, and those for everything all skills", async () => {
  const [bundle] = report.bundles;
  expect(bundle?.skills).toEqual(["sea", "wave"]);
  for (const command of ofClient(bundle?.install ?? [])) {
    expect(await installed(command), command.command).toEqual([...FILES.sea, ...FILES.wave]);
  }
  for (const command of ofClient(report.install)) {
    expect(await installed(command), command.command).toEqual([...FILES.moon, ...FILES.sea, ...FILES.wave]);
  }
});
