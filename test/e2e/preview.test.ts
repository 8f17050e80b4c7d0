import { cpSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import type { FileTree } from "fs-fixture";
import { expect, onTestFinished, test } from "vitest";
import { POLICY } from "../../src/serve/headers.ts";
import { CLIENT } from "../tools/client.ts";
import { REPOSITORY, runProgram, SKILLPRESS, succeed } from "../tools/program.ts";
import { startService } from "../tools/service.ts";
import { folder, skillMd } from "../tools/skill.ts";
import { digestsOf } from "../tools/tree.ts";

const SKILLS = { "skills/moon/SKILL.md": skillMd("moon"), "skills/moon/phases.md": "New, full.\n" };

/** A preview of a project, with a temporary folder of its own. */
async function preview(project: FileTree, ...argv: readonly string[]) {
  const place = await folder({ "tmp/.keep": "", "home/.keep": "", ...nested("project", project) });
  const start = () =>
    startService(process.execPath, [SKILLPRESS, "preview", "--port", "0", ...argv], {
      cwd: place.getPath("project"),
      env: { TMPDIR: place.getPath("tmp"), HOME: place.getPath("home"), ASTRO_TELEMETRY_DISABLED: "1" },
    });
  return {
    start,
    /** What the preview left in the temporary folder. */
    left: () => readdirSync(place.getPath("tmp")).filter((name) => name.startsWith("skillpress")),
    save: (path: string, text: string) => writeFileSync(place.getPath("project", path), text),
    getPath: (...path: readonly string[]) => place.getPath("project", ...path),
    home: place.getPath("home"),
    tmp: place.getPath("tmp"),
  };
}

function nested(name: string, tree: FileTree): FileTree {
  return Object.fromEntries(Object.entries(tree).map(([path, content]) => [`${name}/${path}`, content]));
}

const SERVING = /Serving .* at (http:\/\/localhost:\d+)(\S*)\n[\s\S]*Ctrl-C ends it\.\n/;

/** The text at an address. */
async function textAt(address: string): Promise<string> {
  return (await fetch(address)).text();
}

/** Asks again until the text is there; a build takes as long as the machine needs, within the test's limit. */
async function untilServed(address: string, text: string): Promise<void> {
  while ((await textAt(address)) !== text) await new Promise((resolve) => setTimeout(resolve, 50));
}

test("each printed command installs with the real client exactly the skill, and the page is there under the strict policy", async () => {
  const { start, left, getPath, home } = await preview(SKILLS);
  const service = start();
  const [said, origin = "", path = ""] = await service.until(SERVING);
  expect(path).toBe("/agent-skills/");

  const page = await fetch(`${origin}/agent-skills/moon/`);
  expect([page.status, page.headers.get("content-security-policy")]).toEqual([200, POLICY]);
  expect(await page.text()).toContain("Does moon things.");
  expect((await fetch(`${origin}/agent-skills/gone`)).status).toBe(404);

  const commands = [...said.matchAll(/^ {2}(\(cd .*\))$/gm)].map(([, command = ""]) => command);
  expect(commands).toHaveLength(2);
  for (const command of commands) {
    // The client is there already; npx would fetch the same one.
    const script = command
      .replace("npx -y skills@1.7.4", `"${process.execPath}" "${CLIENT}"`)
      .replace("find . -type f", "pwd");
    expect(script).not.toBe(command);
    const env = { HOME: home, DISABLE_TELEMETRY: "1", DO_NOT_TRACK: "1", NO_COLOR: "1" };
    const machine = (await succeed("sh", ["-c", script], { cwd: home, env })).trimEnd().split("\n").at(-1) ?? "";
    expect(digestsOf(join(machine, ".claude", "skills")), command).toEqual(digestsOf(getPath("skills")));
  }
  expect(said).toContain(`\n  npx skillpress verify ${origin}\n`);

  expect(left()).toHaveLength(1);
  expect(await service.end("SIGINT")).toMatchObject({ exitCode: 0 });
  expect(left()).toEqual([]);
});

test("what changes is served: a saved file, one that was replaced, a new skill; and a broken one leaves the last good build", async () => {
  const { start, left, save, getPath } = await preview(SKILLS, "--watch", "--no-catalog");
  const service = start();
  const [, origin = "", path = ""] = await service.until(SERVING);
  expect(path).toBe("/.well-known/agent-skills/index.json");
  const address = `${origin}/agent-skills/moon/SKILL.md`;

  const saved = skillMd("moon", { body: "# Saved\n" });
  save("skills/moon/SKILL.md", saved);
  await untilServed(address, saved);

  const replaced = skillMd("moon", { body: "# Replaced\n" });
  save("next.md", replaced);
  renameSync(getPath("next.md"), getPath("skills/moon/SKILL.md"));
  await untilServed(address, replaced);

  save("skills/moon/SKILL.md", "---\nname: moon\ndescription: broken: yes\n---\n");
  await service.until(/invalid-yaml.* skills\/moon\/SKILL\.md:3:[\s\S]*The last good build is still served/);
  expect(await textAt(address)).toBe(replaced);

  const mended = skillMd("moon", { body: "# Mended\n" });
  save("skills/moon/SKILL.md", mended);
  cpSync(getPath("skills/moon"), getPath("skills/tides"), { recursive: true });
  const tides = skillMd("tides");
  save("skills/tides/SKILL.md", tides);
  await untilServed(`${origin}/agent-skills/tides/SKILL.md`, tides);
  await untilServed(address, mended);

  // Some of these are saved while a build reads or writes; the last one has to be served all the same.
  for (let turn = 0; turn < 20; turn += 1) {
    save("skills/moon/SKILL.md", skillMd("moon", { body: `# Turn ${turn}\n` }));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await untilServed(address, skillMd("moon", { body: "# Turn 19\n" }));

  expect(await service.end("SIGTERM")).toMatchObject({ exitCode: 0 });
  expect(left()).toEqual([]);
});

test("a source that is broken from the start is watched until it is mended", async () => {
  const { start, save } = await preview({ "skills/moon/SKILL.md": "no front matter\n" }, "--watch", "--no-catalog");
  const service = start();
  await service.until(/Nothing is served yet/);
  save("skills/moon/SKILL.md", skillMd("moon"));
  const [, origin = ""] = await service.until(SERVING);
  expect(await textAt(`${origin}/agent-skills/moon/SKILL.md`)).toBe(skillMd("moon"));
});

test("without --watch a broken source ends the preview with the problems and exit code of a build", async () => {
  const { start, left, getPath } = await preview({ "skills/moon/SKILL.md": "no front matter\n" }, "--no-catalog");
  const { exitCode, said } = await start().ended;
  const build = await runProgram(
    process.execPath,
    [SKILLPRESS, "build", "--no-catalog", "--origin", "https://docs.example.com"],
    {
      cwd: getPath(),
    },
  );
  const problems = build.said.slice(0, build.said.indexOf("\n\n"));
  expect([exitCode, build.exitCode, problems.length > 0, said.includes(problems)]).toEqual([1, 1, true, true]);
  expect(left()).toEqual([]);
});

test("a signal in the middle of a build ends it at once, with everything that was started", async () => {
  const { start, left, tmp } = await preview(SKILLS);
  const service = start();
  while (left().length === 0 || !(await processesOf(tmp)).includes("build"))
    await new Promise((resolve) => setTimeout(resolve, 20));
  const { exitCode, said } = await service.end("SIGINT");
  expect([exitCode, said]).toEqual([0, ""]);
  expect(left()).toEqual([]);
  expect(await processesOf(tmp)).toBe("");
});

/** Command lines of running programs that name a folder. */
async function processesOf(path: string): Promise<string> {
  const all = await succeed("ps", ["-eo", "args"], { cwd: REPOSITORY });
  return all
    .split("\n")
    .filter((line) => line.includes(path))
    .join("\n");
}

test("warnings that `strict` forbids are shown and named, and the preview goes on", async () => {
  const config = JSON.stringify({ strict: true, catalog: false });
  const { start } = await preview({ "skills/tide-clock/SKILL.md": skillMd("tides"), "skillpress.config.json": config });
  const service = start();
  const [said] = await service.until(SERVING);
  expect(service.said()).toContain("warning name-differs");
  expect(service.said()).toContain("`skillpress build` would stop here");
  expect(said).not.toContain("loopback-origin");
});

test("a port that is taken is refused when it was named, without a trace", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === "object" && address ? String(address.port) : "";
  const { start, left } = await preview(SKILLS, "--port", port);
  const { exitCode, said } = await start().ended;
  expect([exitCode, said]).toEqual([2, expect.stringMatching(/port-unusable[\s\S]*EADDRINUSE/)]);
  expect(left()).toEqual([]);
});

test("the Astro site of a project is previewed whole, at the path that its address has", async () => {
  const site = {
    "package.json": JSON.stringify({ type: "module", dependencies: { astro: "*" } }),
    "astro.config.mjs": `
      import skillpress from ${JSON.stringify(join(REPOSITORY, "src", "index.ts"))};
      export default { site: "https://example.com", base: "/docs", integrations: [skillpress()] };
    `,
    "src/pages/index.astro": "<h1>My own page</h1>\n",
    ...SKILLS,
  };
  const { start, getPath } = await preview(site);
  symlinkSync(join(REPOSITORY, "node_modules"), getPath("node_modules"));
  const service = start();
  const [, origin = "", path = ""] = await service.until(SERVING);
  expect(path).toBe("/docs/agent-skills/");
  const own = await fetch(`${origin}/docs/`);
  expect([own.headers.get("content-security-policy"), (await own.text()).includes("My own page")]).toEqual([
    null,
    true,
  ]);
  const index = JSON.parse(await textAt(`${origin}/docs/.well-known/agent-skills/index.json`));
  const [{ url }] = index.skills;
  expect(url).toBe(`${origin}/docs/agent-skills/moon.tar.gz`);
  expect((await fetch(url)).status).toBe(200);
  expect((await fetch(`${origin}/agent-skills/`)).status).toBe(404);
  expect(readFileSync(getPath("skills/moon/phases.md"), "utf8")).toBe("New, full.\n");
});
