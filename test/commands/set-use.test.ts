import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { encodeSetLock } from "../../src/skill-set/set-lock.ts";
import { skillpress } from "../tools/command.ts";
import { documents, installedSet, LIST, LOCK, MANIFEST } from "../tools/installed-set.ts";

/** Runs a command of `set` with `--json`: the exit code, and what was printed. */
async function told(path: string, argv: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { exitCode, out, err } = await skillpress(path, ["set", ...argv, "--json"], environment);
  return { exitCode, err, ...JSON.parse(out) };
}

const OBSTACLES: readonly (readonly [what: string, put: (path: string) => void, said: string])[] = [
  ["a link to the lock", (path) => symlinkSync("moved", path), "is a link"],
  ["a link to nothing", (path) => symlinkSync("nowhere", path), "is a link"],
  ["a folder", (path) => mkdirSync(path), "is a folder"],
  ["a pipe", (path) => execFileSync("mkfifo", [path]), "is no regular file"],
];

test.each(OBSTACLES)("%s in the place of a lock, manifest, list or record is no absence", async (_, put, said) => {
  for (const file of [LOCK, MANIFEST, LIST, "skills-lock.json"]) {
    const { path, getPath } = await installedSet();
    renameSync(getPath(file), join(dirname(getPath(file)), "moved"));
    put(getPath(file));
    writeFileSync(getPath(".agents/skills/v01-minimal/SKILL.md"), "edited");
    const isRecord = file === "skills-lock.json";
    for (const command of isRecord ? ["install"] : ["verify", "install"]) {
      const { exitCode, error, err } = await told(path, [command]);
      expect([file, command, exitCode, error?.code], err).toEqual([file, command, 1, "ERR_SKILLSET_UNEXPECTED"]);
      expect(error.message).toContain(said);
    }
    if (isRecord || file === LIST) continue;
    for (const argv of [
      ["check", MANIFEST],
      ["add", MANIFEST, "--yes"],
    ]) {
      const { exitCode, error } = await told(path, argv);
      expect([argv[0], exitCode, error.message]).toEqual([argv[0], 1, expect.stringContaining(said)]);
    }
    const { exitCode, error } = await told(path, ["lock", MANIFEST]);
    expect([exitCode, error.message]).toEqual([1, expect.stringContaining(said)]);
  }
});

/** Takes a project to where a `remove` is that was killed after its changes, and before its journal was gone. */
function killRemoval(getPath: (path: string) => string): void {
  const work = ".agents/.skillpress";
  for (const file of [LIST, MANIFEST, LOCK]) {
    mkdirSync(dirname(getPath(`${work}/previous/${file}`)), { recursive: true });
    renameSync(getPath(file), getPath(`${work}/previous/${file}`));
  }
  const steps = [LIST, MANIFEST, LOCK].map((path) => ({ path, puts: false }));
  writeFileSync(getPath(`${work}/journal.json`), JSON.stringify({ steps, folders: [] }));
}

test("a project that is half done is not verified and not locked, and says so", async () => {
  const { path, getPath } = await installedSet();
  killRemoval(getPath);
  for (const argv of [["verify"], ["verify", "vector-pair"], ["verify", "--frozen"], ["lock", "x.skill-set.json"]]) {
    const { exitCode, error } = await told(path, argv);
    expect([exitCode, error.code, error.message]).toEqual([
      1,
      "ERR_SKILLSET_UNEXPECTED",
      expect.stringContaining("are half done"),
    ]);
    expect(error.hint).toContain("skillpress set install");
  }
});

test.each([
  [["install", "vector-pair"], { name: "vector-pair", installed: [], failed: [] }],
  [["install"], { sets: [{ name: "vector-pair", installed: [], failed: [] }] }],
  [["remove", "vector-pair", "--yes"], { name: "vector-pair", removed: true }],
])("`set %j` first undoes what a killed run left, and then sees the set", async (argv, data) => {
  const { path, getPath } = await installedSet();
  killRemoval(getPath);
  const { exitCode, err, ...said } = await told(path, argv);
  expect([exitCode, err]).toEqual([0, expect.stringContaining("was put back")]);
  expect(said.data).toMatchObject(data);
  expect(existsSync(getPath(".agents/.skillpress"))).toBe(false);
});

test("`set add` of a set whose removal was killed says that it is there", async () => {
  const { path, getPath } = await installedSet();
  writeFileSync(getPath("vector-pair.skill-set.json"), documents.manifest);
  killRemoval(getPath);
  const { error } = await told(path, ["add", "vector-pair.skill-set.json", "--yes"]);
  expect(error.code).toBe("ERR_SKILLSET_SET_EXISTS");
});

test("the ref of a lock need not be that of the locator, for any command", async () => {
  const { path, getPath } = await installedSet();
  const { name, version, skills } = JSON.parse(documents.manifest.toString());
  const locked = new Map(
    Object.entries<{ skill: string; computedHash: string }>(JSON.parse(documents.lock.toString()).skills),
  );
  const refs = new Map([...locked].map(([locator, member]) => [locator, { ...member, ref: "main" }]));
  expect(skills).toHaveLength(2);
  writeFileSync(getPath(LOCK), encodeSetLock({ name, version }, refs));
  for (const argv of [["check", MANIFEST], ["verify", "--frozen"], ["install"]])
    expect([argv, (await told(path, argv)).exitCode]).toEqual([argv, 0]);
});

test("a lock of other members, of another version or skill is refused by every command, in the same words", async () => {
  const { path, getPath } = await installedSet();
  const { name, version } = JSON.parse(documents.manifest.toString());
  const hash = "a".repeat(64);
  writeFileSync(
    getPath(LOCK),
    encodeSetLock(
      { name, version: `${version}-rc.1` },
      new Map([["https://skills.example.com@v01-minimal", { skill: "other", computedHash: hash }]]),
    ),
  );
  for (const argv of [["check", MANIFEST], ["verify"], ["install"], ["add", MANIFEST, "--yes"]]) {
    const { exitCode, err } = await told(path, argv);
    expect(exitCode).not.toBe(0);
    expect(err).toContain("is of version 1.0.0-rc.1, and the manifest is version 1.0.0");
    expect(err).toContain("is locked as the skill `other`");
    expect(err).toContain("https://skills.example.com@v02-nested");
  }
});

test("what no hash covers is in the data of a set that is good, and of one that is not", async () => {
  const { path, getPath } = await installedSet();
  const skill = ".agents/skills/v01-minimal";
  mkdirSync(getPath(`${skill}/node_modules`));
  writeFileSync(getPath(`${skill}/node_modules/x.js`), "x");
  symlinkSync("/etc", getPath(`${skill}/a-link`));
  const unhashed = [`${skill}/a-link`, `${skill}/node_modules`];
  const good = await told(path, ["verify", "vector-pair"]);
  expect([good.exitCode, good.data]).toEqual([0, { name: "vector-pair", mode: "lock", checked: 2, unhashed }]);
  writeFileSync(getPath(`${skill}/SKILL.md`), "edited");
  const bad = await told(path, ["verify", "vector-pair"]);
  expect([bad.exitCode, bad.error.data.unhashed]).toEqual([3, unhashed]);
  expect(bad.err).toContain(`${skill}/node_modules is covered by no hash`);
});

test("a member with what no hash covers is not taken for one that is there already", async () => {
  const { path, getPath } = await installedSet();
  mkdirSync(getPath(".agents/skills/v01-minimal/node_modules"));
  writeFileSync(getPath(".agents/skills/v01-minimal/node_modules/x.js"), "x");
  const { exitCode, error } = await told(path, ["install", "vector-pair"]);
  expect([exitCode, error.code]).toEqual([1, "ERR_SKILLSET_INSTALL_FAILED"]);
  expect(error.data).toMatchObject({
    skipped: ["https://skills.example.com@v02-nested"],
    failed: [{ message: expect.stringContaining("no hash covers `node_modules` in it") }],
  });
  expect(readFileSync(getPath(".agents/skills/v01-minimal/node_modules/x.js"), "utf8")).toBe("x");

  rmSync(getPath(".agents/skills/skill-sets"), { recursive: true });
  writeFileSync(getPath("vector-pair.skill-set.json"), documents.manifest);
  writeFileSync(getPath("vector-pair.skill-set.lock.json"), documents.lock);
  const added = await told(path, ["add", "vector-pair.skill-set.json", "--yes"]);
  expect([added.exitCode, added.error.data.conflicts]).toEqual([
    4,
    [expect.objectContaining({ skill: "v01-minimal", found: "no hash covers `node_modules` in it" })],
  ]);
});

test("in CI a lock that is gone is missed, also of the only set, when it was noted that there was one", async () => {
  const { path, getPath } = await installedSet();
  rmSync(getPath(LOCK));
  const code = async (environment: Readonly<Record<string, string>>) =>
    (await told(path, ["verify"], environment)).exitCode;
  expect([await code({}), await code({ CI: "true" })]).toEqual([0, 0]);
  expect((await told(path, ["lock", MANIFEST])).exitCode).toBe(0);
  expect(readFileSync(getPath(LOCK)).equals(documents.lock)).toBe(true);
  expect(JSON.parse(readFileSync(getPath(LIST), "utf8")).sets["vector-pair"].locked).toBe(true);
  rmSync(getPath(LOCK));
  expect([await code({}), await code({ CI: "true" }), await code({ CI: "false" })]).toEqual([0, 2, 0]);
  // Another set that comes or goes does not make it forgotten.
  const other = JSON.stringify({ name: "other", version: "1.0.0", skills: ["https://skills.example.com@v01-minimal"] });
  mkdirSync(getPath(".agents/skills/skill-sets/other"));
  writeFileSync(getPath(".agents/skills/skill-sets/other/other.skill-set.json"), other);
  expect((await told(path, ["remove", "other", "--yes"])).exitCode).toBe(0);
  expect(await code({ CI: "true" })).toBe(2);
});

test.each([
  ["its manifest is", [MANIFEST]],
  ["its manifest and its lock are", [MANIFEST, LOCK]],
  ["its manifest is, and the list", [MANIFEST, LIST]],
])("a set can be removed when %s gone, beside another of which there is only a line", async (_, gone) => {
  const { path, getPath } = await installedSet();
  if (!gone.includes(LIST)) {
    const list = JSON.parse(readFileSync(getPath(LIST), "utf8"));
    writeFileSync(
      getPath(LIST),
      JSON.stringify({ ...list, sets: { ...list.sets, sky: { source: "https://h.example/x" } } }),
    );
  }
  for (const file of gone) rmSync(getPath(file));
  expect((await told(path, ["verify", "vector-pair"])).error.hint).toContain("set remove vector-pair");
  const { exitCode, data } = await told(path, ["remove", "vector-pair", "--yes"]);
  expect([exitCode, data.skillsKept.length]).toEqual([0, gone.includes(LOCK) ? 0 : 2]);
  expect([MANIFEST, LOCK].filter((file) => existsSync(getPath(file)))).toEqual([]);
  if (gone.includes(LIST)) expect(existsSync(getPath(LIST))).toBe(false);
  else expect(JSON.parse(readFileSync(getPath(LIST), "utf8")).sets).toEqual({ sky: { source: "https://h.example/x" } });
  expect((await told(path, ["remove", "vector-pair", "--yes"])).error.code).toBe("ERR_SKILLSET_SET_NOT_FOUND");
});

test.each([
  [LIST, "[]"],
  [LIST, "{"],
  ["skills-lock.json", '{"version":2}'],
])("%s that holds %s is no fault of a member", async (file, text) => {
  const { path, getPath } = await installedSet();
  writeFileSync(getPath(file), text);
  const { exitCode, error } = await told(path, ["install"]);
  expect([exitCode, error.code]).toEqual([1, "ERR_SKILLSET_UNEXPECTED"]);
});

test("the value of a flag is not taken for the command", async () => {
  const { path } = await installedSet();
  const { command } = await told(path, ["--hash", "x", "add", "--bogus"]);
  expect(command).toBe("add");
});
