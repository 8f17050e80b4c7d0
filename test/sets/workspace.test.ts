import fs, { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Halt } from "../../src/problem.ts";
import { isInterrupted, openWorkspace } from "../../src/sets/workspace.ts";
import { folder } from "../tools/skill.ts";
import { digestsOf } from "../tools/tree.ts";

const WORK = ".agents/.skillpress";
const journal = (value: unknown) => ({
  [`${WORK}/journal.json`]: typeof value === "string" ? value : JSON.stringify(value),
});

test("changes are made in one go, and what was there is gone with the workspace", async () => {
  const { path, getPath } = await folder({ "skills-lock.json": "old", ".agents/skills/tides/SKILL.md": "old" });
  const workspace = openWorkspace(path);
  const room = workspace.room();
  mkdirSync(join(room, "tides"));
  writeFileSync(join(room, "tides", "new.md"), "new");
  workspace.commit([
    { path: ".agents/skills/tides", to: join(room, "tides") },
    { path: "skills-lock.json", to: Buffer.from("new") },
  ]);
  workspace.close();
  expect(readFileSync(getPath(".agents/skills/tides/new.md"), "utf8")).toBe("new");
  expect(readFileSync(getPath("skills-lock.json"), "utf8")).toBe("new");
  expect(readdirSync(getPath(".agents"))).toEqual(["skills"]);
  expect(readdirSync(getPath(".agents/skills/tides"))).toEqual(["new.md"]);
});

test("when a change fails, whichever it is, those before it are undone, and folders made for them are gone", async () => {
  const { path } = await folder({ "skills-lock.json": "old", ".agents/skills/moon/SKILL.md": "old" });
  const before = digestsOf(path);
  for (let failing = 1; ; failing += 1) {
    const workspace = openWorkspace(path);
    const room = workspace.room();
    for (const skill of ["moon", "tides"]) {
      mkdirSync(join(room, skill));
      writeFileSync(join(room, skill, "new.md"), "new");
    }
    const changes = [
      { path: ".agents/skills/moon", to: join(room, "moon") },
      { path: ".agents/skills/tides", to: join(room, "tides") },
      { path: "skills-lock.json", to: Buffer.from("new") },
      { path: ".agents/skills/skill-sets/sky/sky.skill-set.json", to: Buffer.from("new") },
    ];
    const message = renamingFails(failing, () => workspace.commit(changes));
    workspace.close();
    if (message === undefined) {
      expect(failing).toBe(10); // two before the journal, the journal, two for each that replaces, one for each that does not
      return;
    }
    expect(message).toBe("the disk is broken");
    expect(digestsOf(path)).toEqual(before);
    expect(readdirSync(join(path, ".agents", "skills"))).toEqual(["moon"]);
    expect(readdirSync(join(path, ".agents"))).toEqual(["skills"]);
  }
});

/** Runs something while exactly one renaming fails; gives what it threw. */
function renamingFails(failing: number, run: () => void): string | undefined {
  const { renameSync } = fs;
  let calls = 0;
  fs.renameSync = (from, to) => {
    calls += 1;
    if (calls === failing) throw new Error("the disk is broken");
    renameSync(from, to);
  };
  syncBuiltinESMExports();
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    fs.renameSync = renameSync;
    syncBuiltinESMExports();
  }
}

test("a run that was killed in the middle is undone by the next", async () => {
  const { path, getPath } = await folder({
    ...journal({
      steps: [
        { path: ".agents/skills/tides", puts: true },
        { path: "skills-lock.json", puts: true },
        { path: ".agents/skills/skill-sets/sky/sky.skill-set.json", puts: true },
      ],
      folders: [".agents/skills/skill-sets", ".agents/skills/skill-sets/sky"],
    }),
    // `tides` has been replaced, the record has been taken away only, the manifest was not reached.
    ".agents/skills/tides/SKILL.md": "new",
    [`${WORK}/previous/.agents/skills/tides/SKILL.md`]: "old",
    [`${WORK}/previous/skills-lock.json`]: "old",
    [`${WORK}/next/skills-lock.json`]: "new",
    [`${WORK}/next/.agents/skills/skill-sets/sky/sky.skill-set.json`]: "new",
    ".agents/skills/skill-sets/sky": {},
  });
  expect(isInterrupted(path)).toBe(true);
  openWorkspace(path).close();
  expect(Object.keys(digestsOf(path))).toEqual([".agents/skills/tides/SKILL.md", "skills-lock.json"]);
  expect(readFileSync(getPath(".agents/skills/tides/SKILL.md"), "utf8")).toBe("old");
  expect(readFileSync(getPath("skills-lock.json"), "utf8")).toBe("old");
  expect(readdirSync(getPath(".agents"))).toEqual(["skills"]);
  expect(readdirSync(getPath(".agents/skills"))).toEqual(["tides"]);
});

test.each([
  ["no JSON", "{"],
  ["something else", { steps: 1, folders: [] }],
  ["a file of somebody", { steps: [{ path: "package.json", puts: false }], folders: [] }],
  ["a place outside", { steps: [{ path: "../x", puts: true }], folders: [] }],
  ["a folder outside", { steps: [{ path: "skills-lock.json", puts: true }], folders: [".."] }],
])("a journal with %s is refused, and nothing is moved", async (_, value) => {
  const files = { ...journal(value), [`${WORK}/previous/package.json`]: "evil", "package.json": "{}" };
  const { path } = await folder(files);
  const before = digestsOf(path);
  expect(() => openWorkspace(path)).toThrow(Halt);
  const { [`${WORK}/pid`]: _pid, ...after } = digestsOf(path);
  expect(after).toEqual(before);
});

test.each([".agents", WORK, `${WORK}/next`, `${WORK}/previous`])("a link at %s is refused", async (link) => {
  const { path, getPath } = await folder({ "elsewhere/kept.md": "kept" });
  mkdirSync(join(path, link, ".."), { recursive: true });
  symlinkSync(getPath("elsewhere"), join(path, link));
  expect(() => openWorkspace(path)).toThrow(/is a link/);
  expect(readdirSync(getPath("elsewhere"))).toEqual(["kept.md"]);
});
