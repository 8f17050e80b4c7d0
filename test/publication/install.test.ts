import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import agents from "../../src/publication/agents.json" with { type: "json" };
import { bundleCommands, type Repository, skillCommands } from "../../src/publication/install.ts";
import { parseOrigin } from "../../src/publication/origin.ts";
import type { InstallCommand, Served } from "../../src/publication/report.ts";
import { runProgram, succeed } from "../tools/program.ts";
import { publish, type Published } from "../tools/published.ts";
import { folder, skillMd } from "../tools/skill.ts";
import { digestsOf } from "../tools/tree.ts";

const ORIGIN = parseOrigin("https://docs.example.com/base");
const HEX = "0123456789abcdef".repeat(4);
const artifact = (path: string): Served => ({ path, url: `https://docs.example.com/base/${path}`, digest: `sha256:${HEX}`, size: 1 });
const commands = (path = "agent-skills/tides.tar.gz", repository?: Repository) => skillCommands("tides", artifact(path), { origin: ORIGIN, repository });
const byLabel = (list: readonly InstallCommand[]) => Object.fromEntries(list.map(({ label, command }) => [label, command]));

test("a skill has the commands of the main client, exactly", () => {
  expect(byLabel(commands())).toMatchObject({
    pnpm: "pnpm dlx skills add https://docs.example.com/base/agent-skills --skill tides -a claude-code -g",
    npm: "npx skills add https://docs.example.com/base/agent-skills --skill tides -a claude-code -g",
    bun: "bunx skills add https://docs.example.com/base/agent-skills --skill tides -a claude-code -g",
    "page address": "npx skills add https://docs.example.com/base/agent-skills/tides -a claude-code -g",
    CI: "npx -y skills add https://docs.example.com/base/agent-skills/tides -a claude-code -g -y",
  });
});

test("a bundle has commands that install all of its members", () => {
  for (const { command } of bundleCommands("sea", ORIGIN)) expect(command).toContain("add https://docs.example.com/base/agent-skills/sea --skill \"*\" -a claude-code -g");
  expect(bundleCommands("sea", ORIGIN).length).toBeGreaterThanOrEqual(2);
});

test("every command says what it needs, and every agent is one the client knows", () => {
  const all = [...commands(), ...commands("agent-skills/tides/SKILL.md", { slug: "o/r", marketplace: true }), ...bundleCommands("sea", ORIGIN)];
  expect(all.length).toBeGreaterThanOrEqual(2);
  for (const { client, agent, needs, command } of all) {
    expect(needs).not.toBe("");
    expect(agents.map(({ id }) => id)).toContain(agent);
    if (client === "skills") expect(needs).toContain("22.20");
    expect(command).not.toContain("index.html");
    expect(command).not.toContain("\n");
  }
});

test("GitHub's commands are there only when a repository is configured", () => {
  const clients = (repository?: Repository) => commands("agent-skills/tides.tar.gz", repository).map(({ client }) => client);
  expect(clients()).not.toContain("gh");
  expect(clients({ slug: "o/r", marketplace: false })).toContain("gh");
  expect(clients({ slug: "o/r", marketplace: false })).not.toContain("claude-plugin");
  expect(clients({ slug: "o/r", marketplace: true })).toContain("claude-plugin");
  const github = commands("agent-skills/tides.tar.gz", { slug: "o/r", marketplace: false }).find(({ client }) => client === "gh");
  expect(github?.command).toMatch(/^gh skill install o\/r tides( |$)/);
  expect(github?.command).not.toContain("--skill");
});

test.each([["agent-skills/tides.tar.gz"], ["agent-skills/tides/SKILL.md"]])("the shell commands check the digest before anything is unpacked, and pipe nothing into tar: %s", (path) => {
  const shells = commands(path).filter(({ client }) => client === "curl" || client === "powershell");
  expect(shells).toHaveLength(2);
  for (const { command } of shells) {
    const check = command.indexOf(HEX);
    expect(check).toBeGreaterThan(command.indexOf(`https://docs.example.com/base/${path}`));
    expect(check).toBeLessThan(command.search(/tar -x|\bcp |Copy-Item/));
    expect(command).not.toMatch(/\|\s*tar\b/);
  }
});

test("the POSIX command is one that a shell can parse", () => {
  for (const { command } of commands().filter(({ client }) => client === "curl")) execFileSync("sh", ["-n", "-c", command]);
});

const SKILLS = {
  "tides/SKILL.md": skillMd("tides"),
  "moon/SKILL.md": skillMd("moon"),
  "moon/references/été.md": "x",
  "moon/scripts/run.sh": "#!/bin/sh\necho moon\n",
};

/** A publication on a loopback port, the home of a person, and what the curl command of a skill does there. */
async function machine(): Promise<{ published: Published; source: string; home: string; run: (name: string) => Promise<number | null> }> {
  const { getPath } = await folder(SKILLS);
  const published = await publish(getPath());
  onTestFinished(() => published.close());
  const home = (await folder({})).path;
  const run = async (name: string) => {
    const report: unknown = JSON.parse(execFileSync("cat", [join(published.folder, "agent-skills/-/report.json")], { encoding: "utf8" }));
    const { command } = curlCommand(report, name);
    return (await runProgram("sh", ["-c", command], { cwd: home, env: { HOME: home, LC_ALL: "C.UTF-8" } })).exitCode;
  };
  return { published, source: getPath(), home, run };
}

function curlCommand(report: unknown, name: string): { command: string } {
  // Read as a person would copy it from the report, by its place in the JSON.
  const text = JSON.stringify(report);
  const { skills }: { skills: { name: string; install: InstallCommand[] }[] } = JSON.parse(text);
  const found = skills.find((skill) => skill.name === name)?.install.find(({ client }) => client === "curl");
  if (!found) throw new Error(`no curl command for ${name}`);
  return found;
}

test.each(["tides", "moon"])("the curl command installs exactly the files of %s", async (name) => {
  const { source, home, run } = await machine();
  expect(await run(name)).toBe(0);
  expect(digestsOf(join(home, ".claude", "skills"))).toEqual(Object.fromEntries(Object.entries(digestsOf(join(source, name))).map(([path, hex]) => [`${name}/${path}`, hex])));
  if (name === "moon") expect(await succeed(join(home, ".claude/skills/moon/scripts/run.sh"), [], { cwd: home })).toBe("moon\n");
});

test.each([
  ["tides", "agent-skills/tides/SKILL.md"],
  ["moon", "agent-skills/moon.tar.gz"],
])("when one byte of the artifact differs, the curl command of %s installs nothing and fails", async (name, path) => {
  const { published, home, run } = await machine();
  const file = join(published.folder, path);
  const bytes = execFileSync("cat", [file]);
  bytes[bytes.length - 5] = (bytes.at(-5) ?? 0) ^ 1;
  writeFileSync(file, bytes);
  expect(await run(name)).not.toBe(0);
  expect(existsSync(join(home, ".claude"))).toBe(false);
});

test("when the artifact is missing, the curl command installs nothing and fails", async () => {
  const { published, home, run } = await machine();
  execFileSync("rm", [join(published.folder, "agent-skills/moon.tar.gz")]);
  expect(await run("moon")).not.toBe(0);
  expect(existsSync(join(home, ".claude"))).toBe(false);
});

test("an installed skill is never mixed with another: the curl command fails and leaves it alone", async () => {
  const { home, run } = await machine();
  mkdirSync(join(home, ".claude/skills/moon"), { recursive: true });
  writeFileSync(join(home, ".claude/skills/moon/mine.md"), "mine");
  expect(await run("moon")).not.toBe(0);
  expect(Object.keys(digestsOf(join(home, ".claude/skills")))).toEqual(["moon/mine.md"]);
});
