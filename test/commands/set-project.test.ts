import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import vectors from "../fixtures/vectors/vectors.json" with { type: "json" };
import { skillpress } from "../tools/command.ts";
import { folder } from "../tools/skill.ts";

const read = (file: string) => readFileSync(new URL(`../fixtures/vectors/${file}`, import.meta.url));
const SET = ".agents/skills/skill-sets/vector-pair";
const MANIFEST = `${SET}/vector-pair.skill-set.json`;
const LOCK = `${SET}/vector-pair.skill-set.lock.json`;
const WORK = ".agents/.skillpress";

/** A project that has the set of the vectors and its members, with these files put in. */
async function project(files: Readonly<Record<string, string>> = {}) {
  const place = await folder({
    [MANIFEST]: read("vector-pair.skill-set.json"),
    [LOCK]: read("vector-pair.skill-set.lock.json"),
    ...files,
  });
  for (const name of ["v01-minimal", "v02-nested"] as const)
    for (const { path, base64 } of vectors.cases[name].input.files) {
      const file = place.getPath(".agents/skills", name, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, Buffer.from(base64, "base64"));
    }
  return place;
}

test("a set that is as locked is verified", async () => {
  const { path } = await project();
  expect(await skillpress(path, ["set", "verify"])).toMatchObject({ exitCode: 0 });
});

test.each(["a link", "a folder"])("%s in the place of a lock is refused, not taken for its absence", async (what) => {
  const { path, getPath } = await project();
  writeFileSync(getPath(".agents/skills/v01-minimal/SKILL.md"), "edited\n");
  renameSync(getPath(LOCK), getPath("elsewhere.json"));
  if (what === "a link") symlinkSync(getPath("elsewhere.json"), getPath(LOCK));
  else mkdirSync(getPath(LOCK));
  for (const argv of [["verify"], ["verify", "--frozen"], ["check", SET], ["install"]]) {
    const { exitCode, err } = await skillpress(path, ["set", ...argv]);
    expect([argv.join(" "), exitCode, err]).toEqual([argv.join(" "), 1, expect.stringContaining(`${LOCK} is ${what}`)]);
  }
  // The control: what is edited is found as soon as the lock itself is there.
  rmSync(getPath(LOCK), { recursive: true });
  renameSync(getPath("elsewhere.json"), getPath(LOCK));
  expect((await skillpress(path, ["set", "verify"])).exitCode).toBe(3);
});

test("a project in which removing a set was killed is never good, and is brought back by what changes it next", async () => {
  const steps = [
    { path: MANIFEST, puts: false },
    { path: LOCK, puts: false },
  ];
  const { path, getPath } = await project({ [`${WORK}/journal.json`]: JSON.stringify({ steps, folders: [] }) });
  for (const each of [MANIFEST, LOCK]) {
    mkdirSync(dirname(join(path, WORK, "previous", each)), { recursive: true });
    renameSync(getPath(each), join(path, WORK, "previous", each));
  }
  for (const argv of [["verify"], ["verify", "vector-pair"], ["verify", "--frozen"]]) {
    const { exitCode, err } = await skillpress(path, ["set", ...argv]);
    expect([argv.join(" "), exitCode, err]).toEqual([argv.join(" "), 1, expect.stringContaining("half done")]);
  }
  const { exitCode, out } = await skillpress(path, ["set", "install", "vector-pair"]);
  expect([exitCode, out]).toEqual([0, expect.stringContaining("vector-pair: 0 skills installed, 2 there already")]);
  expect((await skillpress(path, ["set", "verify", "--frozen"])).exitCode).toBe(0);
});

test("a lock may say at which ref a member was found, whatever its locator says", async () => {
  const { path, getPath } = await project();
  const lock = JSON.parse(readFileSync(getPath(LOCK), "utf8"));
  for (const member of Object.values<Record<string, string>>(lock.skills)) member["ref"] = "main";
  writeFileSync(getPath(LOCK), JSON.stringify(lock));
  for (const argv of [
    ["check", SET],
    ["verify", "--frozen"],
  ])
    expect(await skillpress(path, ["set", ...argv])).toMatchObject({ exitCode: 0 });
});

test("what no hash covers is told to people and to tools, and is not taken for what was locked", async () => {
  const { path, getPath } = await project({ ".agents/skills/v01-minimal/node_modules/x.js": "evil()\n" });
  const unhashed = [".agents/skills/v01-minimal/node_modules"];
  const told = await skillpress(path, ["set", "verify", "vector-pair", "--json"]);
  expect(JSON.parse(told.out)).toMatchObject({ ok: true, data: { checked: 2, unhashed } });
  expect((await skillpress(path, ["set", "verify"])).out).toContain(`${unhashed[0]} is covered by no hash`);
  rmSync(getPath(".agents/skills/v01-minimal/node_modules"), { recursive: true });
  const clean = await skillpress(path, ["set", "verify", "vector-pair", "--json"]);
  expect(JSON.parse(clean.out).data).not.toHaveProperty("unhashed");
});
