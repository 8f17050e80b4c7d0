import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import agents from "../../src/publication/agents.json" with { type: "json" };
import { bundleCommands, everythingCommands, type Repository, skillCommands } from "../../src/publication/install.ts";
import { parseOrigin } from "../../src/publication/origin.ts";
import type { InstallCommand, Served } from "../../src/publication/report.ts";
import { runProgram, succeed } from "../tools/program.ts";
import { served } from "../tools/publication.ts";
import { folder, skillMd } from "../tools/skill.ts";
import { digestsOf } from "../tools/tree.ts";

const ORIGIN = parseOrigin("https://docs.example.com/base");
const HEX = "0123456789abcdef".repeat(4);
const artifact = (path: string): Served => ({
  path,
  url: `https://docs.example.com/base/${path}`,
  digest: `sha256:${HEX}`,
  size: 1,
});
const commands = (path = "agent-skills/tides.tar.gz", repository?: Repository) =>
  skillCommands({ name: "tides", artifact: artifact(path), sharesPage: false }, ORIGIN, repository);
const byLabel = (list: readonly InstallCommand[]) =>
  Object.fromEntries(list.map(({ label, command }) => [label, command]));

test("a skill has the commands of the main client, exactly", () => {
  expect(byLabel(commands())).toMatchObject({
    pnpm: "pnpm dlx skills add https://docs.example.com/base/agent-skills --skill tides -a claude-code -g",
    npm: "npx skills add https://docs.example.com/base/agent-skills --skill tides -a claude-code -g",
    bun: "bunx skills add https://docs.example.com/base/agent-skills --skill tides -a claude-code -g",
    "page address": "npx skills add https://docs.example.com/base/agent-skills/tides -a claude-code -g",
    CI: "npx -y skills add https://docs.example.com/base/agent-skills/tides -a claude-code -g -y",
  });
});

test("the page of a container holds its members too, so its commands name the skill", () => {
  const shared = skillCommands(
    { name: "sea", artifact: artifact("agent-skills/sea.tar.gz"), sharesPage: true },
    ORIGIN,
    undefined,
  );
  expect(byLabel(shared)).toMatchObject({
    "page address": "npx skills add https://docs.example.com/base/agent-skills/sea --skill sea -a claude-code -g",
    CI: "npx -y skills add https://docs.example.com/base/agent-skills/sea --skill sea -a claude-code -g -y",
  });
});

test.each([
  ["a bundle", bundleCommands("sea", ORIGIN), "https://docs.example.com/base/agent-skills/sea"],
  ["the publication", everythingCommands(ORIGIN), "https://docs.example.com/base/agent-skills"],
])("%s has commands that install all of its skills", (_, list, address) => {
  expect(list.length).toBeGreaterThanOrEqual(2);
  for (const { command } of list) expect(command).toContain(`skills add ${address} --skill "*" -a claude-code -g`);
});

test("every command says what it needs, and every agent is one the client knows", () => {
  const all = [
    ...commands(),
    ...commands("agent-skills/tides/SKILL.md", { slug: "o/r", marketplace: true }),
    ...bundleCommands("sea", ORIGIN),
  ];
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
  const clients = (repository?: Repository) =>
    commands("agent-skills/tides.tar.gz", repository).map(({ client }) => client);
  expect(clients()).not.toContain("gh");
  expect(clients({ slug: "o/r", marketplace: false })).toContain("gh");
  expect(clients({ slug: "o/r", marketplace: false })).not.toContain("claude-plugin");
  expect(clients({ slug: "o/r", marketplace: true })).toContain("claude-plugin");
  const github = commands("agent-skills/tides.tar.gz", { slug: "o/r", marketplace: false }).find(
    ({ client }) => client === "gh",
  );
  expect(github?.command).toMatch(/^gh skill install o\/r tides( |$)/);
  expect(github?.command).not.toContain("--skill");
});

test.each([["agent-skills/tides.tar.gz"], ["agent-skills/tides/SKILL.md"]])(
  "the shell commands check the digest before anything is unpacked, and pipe nothing into tar: %s",
  (path) => {
    const shells = commands(path).filter(({ client }) => client === "curl" || client === "powershell");
    expect(shells).toHaveLength(2);
    for (const { command } of shells) {
      const check = command.indexOf(HEX);
      expect(check).toBeGreaterThan(command.indexOf(`https://docs.example.com/base/${path}`));
      expect(check).toBeLessThan(command.search(/tar -x|\bcp |Copy-Item/));
      expect(command).not.toMatch(/\|\s*tar\b/);
    }
  },
);

test("the POSIX command is one that a shell can parse", () => {
  for (const { command } of commands().filter(({ client }) => client === "curl"))
    execFileSync("sh", ["-n", "-c", command]);
});

const SKILLS = {
  "tides/SKILL.md": skillMd("tides"),
  "moon/SKILL.md": skillMd("moon"),
  "moon/references/été.md": "x",
  "moon/scripts/run.sh": "#!/bin/sh\necho moon\n",
};

/** A publication on the air, the home of a person, and how the curl command of a skill ends there. */
async function machine() {
  const { source, root, report } = await served(SKILLS);
  const { path: home } = await folder({});
  const run = async (name: string) => {
    const command = report?.skills
      .find((skill) => skill.name === name)
      ?.install.find(({ client }) => client === "curl")?.command;
    if (command === undefined) throw new Error(`there is no curl command for ${name}`);
    const { exitCode } = await runProgram("sh", ["-c", command], { cwd: home, env: { HOME: home, LC_ALL: "C.UTF-8" } });
    return exitCode;
  };
  return { source, root, home, run };
}

test.each(["tides", "moon"])("the curl command installs exactly the files of %s", async (name) => {
  const { source, home, run } = await machine();
  expect(await run(name)).toBe(0);
  expect(digestsOf(join(home, ".claude", "skills"))).toEqual(
    Object.fromEntries(Object.entries(digestsOf(join(source, name))).map(([path, hex]) => [`${name}/${path}`, hex])),
  );
  if (name === "moon")
    expect(await succeed(join(home, ".claude/skills/moon/scripts/run.sh"), [], { cwd: home })).toBe("moon\n");
});

test.each([
  ["one byte differs", "tides", "sed -i 's/Do it/Do at/' agent-skills/tides/SKILL.md"],
  ["one byte differs", "moon", "printf x | dd of=agent-skills/moon.tar.gz bs=1 seek=100 conv=notrunc status=none"],
  [
    "a whole other archive is served",
    "moon",
    "mkdir other && echo evil > other/SKILL.md && tar -czf agent-skills/moon.tar.gz -C other SKILL.md",
  ],
  ["a page is served", "moon", "echo '<!doctype html>' > agent-skills/moon.tar.gz"],
  ["the artifact is missing", "moon", "rm agent-skills/moon.tar.gz"],
])("when %s, the curl command of %s installs nothing and fails", async (_, name, tamper) => {
  const { root, home, run } = await machine();
  execFileSync("sh", ["-ec", tamper], { cwd: root });
  expect(await run(name)).not.toBe(0);
  expect(existsSync(join(home, ".claude"))).toBe(false);
});

test("an installed skill is never mixed with another: the curl command fails and leaves it alone", async () => {
  const { home, run } = await machine();
  mkdirSync(join(home, ".claude/skills/moon"), { recursive: true });
  writeFileSync(join(home, ".claude/skills/moon/mine.md"), "mine");
  expect(await run("moon")).not.toBe(0);
  expect(Object.keys(digestsOf(join(home, ".claude/skills")))).toEqual(["moon/mine.md"]);
});
