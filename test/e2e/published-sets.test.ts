import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFixture } from "fs-fixture";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { listen } from "../../src/serve/listen.ts";
import type { SkillSet } from "../../src/options.ts";
import type { Report } from "../../src/publication/report.ts";
import { parseLocator } from "../../src/skill-set/locator.ts";
import { LEGACY_CLIENT, addTo, CLIENT } from "../tools/client.ts";
import { REPOSITORY, runSkillpress, SKILLPRESS } from "../tools/program.ts";
import { publish, type Published } from "../tools/published.ts";
import { type FolderServer, serveFolder } from "../tools/server.ts";
import { setProject } from "../tools/set-project.ts";
import type { Site } from "../tools/site.ts";
import { folder, skillMd } from "../tools/skill.ts";
import { openStage, type Stage } from "../tools/stage.ts";
import { REPORT } from "../tools/tamper.ts";
import { digestsOf } from "../tools/tree.ts";
import { hashesOf } from "../tools/vectors.ts";

interface Lock {
  readonly setHash: string;
  readonly skills: Readonly<
    Record<string, { readonly skill: string; readonly computedHash: string; readonly sourceType?: string }>
  >;
}

const MOON = {
  "moon/SKILL.md": skillMd("moon"),
  "moon/scripts/run": "#!/bin/sh\necho moon\n",
  "moon/\u00E9t\u00E9.md": "x",
};
const TIDES = { "tides/SKILL.md": skillMd("tides") };
const sky = (members: readonly string[], version = "1.0.0"): SkillSet => ({ name: "sky", version, members });

const environment = (path: string) => ({ HOME: join(path, "home"), TMPDIR: join(path, "tmp") });

/** A project with a host for what it publishes. */
async function project(skills: Readonly<Record<string, string>>) {
  const { path } = await folder({ skills, "home/.keep": "", "tmp/.keep": "", "node_modules/.keep": "" });
  symlinkSync(join(REPOSITORY, "node_modules", "skills"), join(path, "node_modules", "skills"));
  const server: FolderServer = await serveFolder(join(path, "public"));
  onTestFinished(() => server.close());
  return {
    path,
    server,
    build: (sets: readonly SkillSet[], flags: readonly string[] = []) => {
      writeFileSync(join(path, "skillpress.config.json"), JSON.stringify({ sets }));
      const argv = ["build", "--no-catalog", "--origin", server.origin, "--out", "public", ...flags];
      return runSkillpress(argv, { cwd: path, env: environment(path) });
    },
    lock: (): Lock => JSON.parse(readFileSync(join(path, "public/sets/sky.skill-set.lock.json"), "utf8")),
    /** What was left where temporary files are made. */
    left: () => readdirSync(join(path, "tmp")).filter((name) => name.startsWith("skillpress")),
  };
}

/** Another publisher, with the skill `stars`. */
let elsewhere: Published;

beforeAll(async () => {
  const source = await createFixture({ "stars/SKILL.md": skillMd("stars"), "stars/list.md": "Vega\n" });
  elsewhere = await publish(source.path, ["--no-catalog"]);
  return async () => {
    await elsewhere.close();
    await source.rm();
  };
});

/** Installs with a client into a project of its own, and has Python hash what is there. */
async function installed(client: string, source: string, skill: string) {
  const machine = await folder({ "home/.keep": "", "project/.keep": "" });
  const argv = [source, "--skill", skill];
  const { said } = await addTo({ project: machine.getPath("project"), home: machine.getPath("home"), client }, argv);
  const target = machine.getPath("project/.claude/skills", skill);
  const [hashes] = await hashesOf(target);
  return { said, hash: hashes?.computedHash, files: digestsOf(target) };
}

test.each([
  ["1.7.4", CLIENT],
  ["1.5.14", LEGACY_CLIENT],
])(
  "skills %s installs each member from its snapshot and from its page with the content of the lock",
  async (_, client) => {
    const { build, lock, server } = await project({ ...MOON, ...TIDES });
    const { exitCode, said } = await build([sky(["moon", "tides"])]);
    expect(exitCode, said).toBe(0);
    for (const [locator, { skill, computedHash }] of Object.entries(lock().skills)) {
      const { source } = parseLocator(locator);
      const pinned = await installed(client, source, skill);
      expect(pinned.hash, pinned.said).toBe(computedHash);
      const page = await installed(client, `${server.origin}/agent-skills/${skill}`, skill);
      expect(page.hash, page.said).toBe(computedHash);
    }
  },
);

test.each([
  ["1.7.4", CLIENT],
  ["1.5.14", LEGACY_CLIENT],
])("it is the snapshot that answers skills %s when the version has changed", async (version, client) => {
  const { build, lock, server, path } = await project(TIDES);
  await build([sky(["tides"])]);
  const [entry] = Object.entries(lock().skills);
  const [locator = "", member] = entry ?? [];
  writeFileSync(join(path, "skills/tides/SKILL.md"), skillMd("tides", { body: "Other.\n" }));
  const again = await build([sky(["tides"], "1.1.0")], ["--previous", "public"]);
  expect(again.exitCode, again.said).toBe(0);
  const { source } = parseLocator(locator);
  expect((await installed(client, source, "tides")).hash).toBe(member?.computedHash);

  // Without the snapshot's index, 1.5.14 takes the current version from the root, and 1.7.4 nothing.
  rmSync(join(path, "public", source.slice(server.origin.length + 1)), { recursive: true });
  const fallen = await installed(client, source, "tides").catch(() => undefined);
  const [current] = Object.values(lock().skills);
  expect(fallen?.hash).toBe(version === "1.5.14" ? current?.computedHash : undefined);
});

test("a member that is published elsewhere is locked with what the client installs", async () => {
  const { build, lock, left } = await project(TIDES);
  const locator = `${elsewhere.origin}/agent-skills/stars@stars`;
  const refused = await build([sky(["tides", locator])]);
  expect([refused.exitCode, refused.said.includes("set-needs-resolve")]).toEqual([1, true]);

  const { exitCode, said } = await build([sky(["tides", locator])], ["--resolve"]);
  expect(exitCode, said).toBe(0);
  expect(said).toContain(`Installing \`${locator}\` with`);
  const direct = await installed(CLIENT, `${elsewhere.origin}/agent-skills/stars`, "stars");
  expect(lock().skills[locator]).toEqual({ skill: "stars", computedHash: direct.hash, sourceType: "well-known" });
  expect(left()).toEqual([]);
});

test("a member that cannot be installed, and one that is another skill, are told with what the client said", async () => {
  const { build, left, path } = await project(TIDES);
  const members = [`${elsewhere.origin}/agent-skills/stars@nothing`, `${elsewhere.origin}/missing@stars`];
  const { exitCode, said } = await build([sky(["tides", ...members])], ["--resolve"]);
  expect(exitCode, said).toBe(1);
  expect(said.match(/set-member-unresolved/g)).toHaveLength(2);
  for (const member of members) expect(said).toContain(`The member \`${member}\` of the set \`sky\``);
  expect(readdirSync(path)).not.toContain("public");
  expect(left()).toEqual([]);
});

test("a build that is ended while a member is installed leaves nothing behind", async () => {
  const { path, left } = await project(TIDES);
  let requested = false;
  const silent = await listen(() => void (requested = true), [0]);
  onTestFinished(() => silent.close());
  writeFileSync(
    join(path, "skillpress.config.json"),
    JSON.stringify({ sets: [sky(["tides", `${silent.origin}/p@stars`])] }),
  );
  const argv = [
    SKILLPRESS,
    "build",
    "--no-catalog",
    "--origin",
    "https://docs.example.com",
    "--out",
    "public",
    "--resolve",
  ];
  const child = spawn(process.execPath, argv, {
    cwd: path,
    env: { PATH: process.env["PATH"], ...environment(path) },
    stdio: "ignore",
  });
  await expect.poll(() => requested, { timeout: 60_000 }).toBe(true);
  const ended = once(child, "close");
  child.kill("SIGTERM");
  expect(await ended).toEqual([null, "SIGTERM"]);
  expect(left()).toEqual([]);
  expect(readdirSync(path)).not.toContain("public");
});

describe("the commands that a publication shows for its sets", () => {
  let stage: Stage;
  let site: Site;
  let report: Pick<Report, "sets">;

  beforeAll(async () => {
    stage = await openStage();
    site = await stage.sets(stage.secure);
    report = JSON.parse(site.get(REPORT)?.toString() ?? "");
    stage.serve(site, (_, answer) => answer);
    return () => stage.close();
  });

  /** What follows `npx -y skillpress set` in a command, without the quotes of the shell. */
  const argvOf = (command = "") => command.replaceAll('"', "").split(" ").slice(4);

  test("install the newest version, and exactly the pinned one, as verified", async () => {
    const [newest, pinned] = report.sets[0]?.install ?? [];
    for (const [command, verified] of [
      [newest?.command, "sidecar"],
      [pinned?.command, "both"],
    ] as const) {
      const consumer = await setProject();
      const told = await consumer.told(...argvOf(command));
      expect(told).toMatchObject({ exitCode: 0, data: { name: "sky", verified, install: { failed: [] } } });
      expect((await consumer.told("verify", "--frozen")).exitCode).toBe(0);
    }
  });

  test("install an older version by its address, whose members have changed since", async () => {
    const [, old] = report.sets[0]?.versions ?? [];
    const consumer = await setProject();
    const told = await consumer.told("add", `${old?.manifest.url}#sha256=${old?.setHash}`, "--yes");
    const pinned = old?.members.map(({ locator, skill, computedHash }) => ({ locator, skill, computedHash }));
    expect(told).toMatchObject({ exitCode: 0, data: { verified: "both", install: { installed: pinned } } });
    // What is installed gives the lock that was published, byte for byte.
    const lock = ".agents/skills/skill-sets/sky/sky.skill-set.lock.json";
    rmSync(consumer.at(lock));
    await consumer.told("lock", ".agents/skills/skill-sets/sky/sky.skill-set.json");
    expect(readFileSync(consumer.at(lock))).toEqual(site.get(old?.lock.path ?? ""));
  });

  test("refuse another hash, and keep nothing", async () => {
    const consumer = await setProject();
    const before = consumer.tree();
    const told = await consumer.told("add", `${report.sets[0]?.manifest.url}#sha256=${"0".repeat(64)}`, "--yes");
    expect(told.exitCode).toBe(3);
    expect(consumer.tree()).toEqual(before);
  });
});
