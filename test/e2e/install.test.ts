import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text as readToEnd } from "node:stream/consumers";
import { createFixture } from "fs-fixture";
import { beforeAll, expect, test } from "vitest";
import type { Report } from "../../src/publication/report.ts";
import { type Client, findClient } from "../../src/verify/client.ts";
import { type Installable, installSkills } from "../../src/verify/install.ts";
import { REPOSITORY, runSkillpress } from "../tools/program.ts";
import { publish, type Published } from "../tools/published.ts";
import { folder, skillMd } from "../tools/skill.ts";
import { digestsOf } from "../tools/tree.ts";

const environment = { PATH: process.env["PATH"] };
const client = findClient(REPOSITORY);
const SKILLS = {
  "tides/SKILL.md": skillMd("tides"),
  "sea/SKILL.md": skillMd("sea"),
  "sea/map.md": "Map\n",
  "sea/skills/wave/SKILL.md": skillMd("wave"),
  "sea/skills/wave/\u00E9t\u00E9.md": "x",
};

let site: Published;
let skills: Installable[];

beforeAll(async () => {
  const source = await createFixture({ skills: SKILLS });
  site = await publish(source.getPath("skills"), ["--no-catalog"]);
  const report: Report = JSON.parse(readFileSync(join(site.folder, "agent-skills/-/report.json"), "utf8"));
  skills = report.skills.map(({ name, page, files }) => ({ name, address: page, files }));
  return async () => {
    await site.close();
    await source.rm();
  };
});

/** Changes a file of the site until the test is over. */
async function changed(path: string, change: (bytes: Buffer) => Buffer, run: () => Promise<void>): Promise<void> {
  const file = join(site.folder, path);
  const bytes = readFileSync(file);
  writeFileSync(file, change(bytes));
  try {
    await run();
  } finally {
    writeFileSync(file, bytes);
  }
}

const flipped = (bytes: Buffer) => Buffer.from(bytes.map((byte, index) => (index === 60 ? byte ^ 1 : byte)));
const only = (name: string) => skills.filter((skill) => skill.name === name);

test("the client of this project is the one that is run", () => {
  expect(client.program).toBe(process.execPath);
  expect(client.what).toBe("the `skills` client 1.7.4 of this project");
});

test("without the client in exactly that version, npx fetches it", async () => {
  const manifest = (version: string) => JSON.stringify({ name: "skills", version, bin: { skills: "cli.mjs" } });
  const { getPath } = await folder({
    "none/package.json": "{}",
    "other/node_modules/skills/package.json": manifest("1.7.5"),
    "broken/node_modules/skills/package.json": "{",
    "right/node_modules/skills/package.json": manifest("1.7.4"),
  });
  const npx = { what: "`npx -y skills@1.7.4`", program: "npx", argv: ["-y", "skills@1.7.4"] };
  expect(["none", "other", "broken"].map((name) => findClient(getPath(name)))).toEqual([npx, npx, npx]);
  expect(findClient(getPath("right")).argv).toEqual([getPath("right/node_modules/skills/cli.mjs")]);
});

test("every skill passes, also one whose page is the address of others, and leaves nothing on this machine", async () => {
  const { path: home } = await folder({});
  const results = await installSkills(skills, { client, environment: { ...environment, HOME: home } });
  expect(results).toEqual(["sea", "tides", "wave"].map((name) => ({ name, outcome: "pass", reasons: [] })));
  expect(digestsOf(home)).toEqual({});
});

test("a flipped byte: nothing is installed, which fails, whatever the client's exit code is", async () => {
  await changed("agent-skills/sea.tar.gz", flipped, async () => {
    const [result] = await installSkills(only("sea"), { client, environment });
    expect(result).toMatchObject({ name: "sea", outcome: "fail" });
    expect(result?.reasons).toEqual([expect.stringMatching(/^the client installed nothing and said: .*No .*skills/)]);
  });
});

test("other files than the published ones are named one by one", async () => {
  const [sea] = only("sea");
  const files = [
    { path: "SKILL.md", sha256: "0".repeat(64) },
    { path: "gone.md", sha256: "0".repeat(64) },
  ];
  const results = await installSkills([{ name: "sea", address: sea?.address ?? "", files }], { client, environment });
  const reasons = [
    "`sea/SKILL.md` has other bytes",
    "`sea/gone.md` is missing",
    "`sea/map.md` is not among the published files",
  ];
  expect(results).toEqual([{ name: "sea", outcome: "fail", reasons }]);
});

test("a byte order mark that the client takes off is named as that", async () => {
  const marked = (bytes: Buffer) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
  const path = "agent-skills/tides/SKILL.md";
  await changed(path, marked, async () => {
    const { "agent-skills/tides/SKILL.md": hex = "" } = digestsOf(site.folder);
    const [tides] = only("tides");
    const old = tides?.files[0]?.sha256 ?? "";
    const index = "agent-skills/tides/.well-known/agent-skills/index.json";
    await changed(
      index,
      (bytes) => Buffer.from(bytes.toString().replace(old, hex)),
      async () => {
        const skill = { name: "tides", address: tides?.address ?? "", files: [{ path: "SKILL.md", sha256: hex }] };
        const reasons = ["`tides/SKILL.md` has lost its byte order mark"];
        expect(await installSkills([skill], { client, environment })).toEqual([
          { name: "tides", outcome: "fail", reasons },
        ]);
      },
    );
  });
});

/** Something else that runs in the place of the client. */
const instead = (script: string): Client => ({ what: "it", program: process.execPath, argv: ["-e", script, "--"] });

test.each([
  [
    "cannot be started",
    { what: "it", program: "/nowhere/npx", argv: [] },
    "it did not end: /nowhere/npx could not be started (ENOENT)",
  ],
  [
    "fails before it has begun",
    instead("console.error('no \\u001b[31mregistry'); process.exit(1)"),
    "it did not run and said: no registry",
  ],
  ["ends well and does nothing", instead(""), "it did not run and said: "],
  [
    "never ends, with a child that has its output",
    instead(
      `require("child_process").spawn(process.execPath, ["-e", "setInterval(() => 0, 1000)"], { stdio: "inherit" })`,
    ),
    "it did not end: it was ended after 2 seconds",
  ],
])("a client that %s gives no answer, which is no pass and no failure", async (_, other, reason) => {
  const results = await installSkills(only("tides"), { client: other, environment, timeout: 2000 });
  expect(results).toEqual([{ name: "tides", outcome: "incomplete", reasons: [reason] }]);
});

test("the client gets a home of its own and no telemetry, and nothing else of the environment than the way to the network", async () => {
  const script = `const { PATH, ...rest } = process.env; console.log(Object.keys(rest).toSorted().join(" "), rest.HOME)`;
  const given = { ...environment, HTTPS_PROXY: "http://proxy.example", CLAUDECODE: "1", AWS_SECRET_ACCESS_KEY: "x" };
  const [result] = await installSkills(only("tides"), { client: instead(script), environment: given });
  expect(result?.reasons).toEqual([
    expect.stringMatching(
      /said: DISABLE_TELEMETRY DO_NOT_TRACK HOME HTTPS_PROXY NO_COLOR USERPROFILE \S+skillpress-install-\w+.home$/,
    ),
  ]);
});

test("the whole loop: verify with installs, record what a person saw, and build a checklist that shows it", async () => {
  const { path, getPath } = await folder({ skills: SKILLS, "node_modules/.keep": "" });
  symlinkSync(join(REPOSITORY, "node_modules", "skills"), getPath("node_modules", "skills"));
  const run = (...argv: readonly string[]) => runSkillpress(argv, { cwd: path, env: { HOME: path } });
  const build = ["build", "--no-catalog", "--origin", site.origin, "--out", "public"];
  const section = (name: string) =>
    readFileSync(getPath("public/agent-skills/-/checklist.md"), "utf8")
      .split(/^## /m)
      .find((each) => each.startsWith(`${name}\n`)) ?? "";
  const boxes = (name: string) => section(name).match(/^- \[[ x]\]/gm);
  expect((await run(...build)).exitCode).toBe(0);

  const verify = ["verify", site.origin, "--report", "public", "--results", "results.json"];
  const good = await run(...verify, "--install");
  expect([good.exitCode, good.said]).toEqual([0, expect.stringContaining("Recorded 8 results in results.json.")]);
  expect(good.said).toContain("Skills are installed with the `skills` client 1.7.4 of this project.");
  const record = ["checklist", "record", "--skill", "sea", "--activation", "pass", "--results", "results.json"];
  expect((await run(...record, "--report", "public")).exitCode).toBe(0);
  expect((await run(...build, "--results", "results.json")).exitCode).toBe(0);
  expect(boxes("sea")).toEqual(["- [x]", "- [x]", "- [x]", "- [x]"]);
  expect(boxes("tides")).toEqual(["- [x]", "- [x]", "- [ ]"]);
  expect(section("sea")).toContain(
    `\`skillpress verify\` at \`${site.origin}\`, compared with the build, skillpress 0.1.0.`,
  );

  // A damaged deployment is a failure, and takes the ticks away.
  await changed("agent-skills/sea.tar.gz", flipped, async () => {
    const bad = await run(...verify, "--install", "--skill", "sea", "--json");
    expect(bad.exitCode).toBe(7);
    const { skills: verified } = JSON.parse(bad.said.slice(0, bad.said.indexOf("\n}\n") + 2));
    expect(verified.map(({ name, outcome, install }: Record<string, unknown>) => [name, outcome, install])).toEqual([
      ["sea", "failed", "failed"],
      ["tides", "verified", undefined],
      ["wave", "verified", undefined],
    ]);
  });
  expect((await run(...build, "--results", "results.json")).exitCode).toBe(0);
  expect(boxes("sea")).toEqual(["- [ ]", "- [x]", "- [ ]", "- [x]"]);
  expect(section("sea").match(/^ {2}\*\*Failed\*\*.*Note: .*$/gm)).toHaveLength(2);
  expect(boxes("tides")).toEqual(["- [x]", "- [x]", "- [ ]"]);

  // Another build is not what was checked.
  writeFileSync(getPath("skills/sea/map.md"), "New map\n");
  expect((await run(...build, "--results", "results.json")).exitCode).toBe(0);
  expect(section("sea").match(/Not run for these bytes/g)).toHaveLength(4);
  expect(boxes("sea")).toEqual(["- [ ]", "- [ ]", "- [ ]", "- [ ]"]);
});

test.each([
  ["a folder", ["public", "--install"], "not from a folder"],
  ["a preview", ["https://preview.example.net", "--as", "https://docs.example.com", "--install"], "`--as`"],
  ["no install", ["https://docs.example.com", "--skill", "tides"], "`--install`"],
  ["damaged results", ["https://docs.example.com", "--results", "results.json"], "it is not JSON"],
])("verify refuses %s before it asks anybody", async (_, argv, text) => {
  const { path } = await folder({ "results.json": "{", "public/.keep": "" });
  const { exitCode, said } = await runSkillpress(["verify", ...argv], { cwd: path });
  expect([exitCode, said.includes(text)]).toEqual([2, true]);
});

test("a skill that the index does not list was not tried, and that is no pass", async () => {
  const { path } = await folder({});
  const { exitCode, said } = await runSkillpress(["verify", site.origin, "--install", "--skill", "tidez"], {
    cwd: path,
  });
  expect([exitCode, said.includes("install-unfinished")]).toEqual([8, true]);
});

test("a signal ends the client too, and leaves nothing behind", async () => {
  const { path, getPath } = await folder({ tmp: {} });
  const waiting = instead("require('fs').writeFileSync('begun', ''); setInterval(() => 0, 1000)");
  const wanted = [{ name: "tides", address: "http://localhost:1", files: [] }];
  const script = `
    const { installSkills } = await import(${JSON.stringify(join(REPOSITORY, "src/verify/install.ts"))});
    await installSkills(${JSON.stringify(wanted)}, { client: ${JSON.stringify(waiting)}, environment: {} });
    console.log("not ended");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: path,
    env: { ...environment, TMPDIR: getPath("tmp") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const begun = () => globSync("*/project/begun", { cwd: getPath("tmp") }).length > 0;
  await expect.poll(begun, { timeout: 20_000 }).toBe(true);
  const ended = once(child, "close");
  const said = readToEnd(child.stdout);
  child.kill("SIGINT");
  expect(await ended).toEqual([null, "SIGINT"]);
  expect(await said).toBe("");
  expect(readdirSync(getPath("tmp"))).toEqual([]);
});
