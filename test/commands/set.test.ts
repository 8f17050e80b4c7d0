import { expect, test } from "vitest";
import { skillpress } from "../tools/command.ts";
import { folder } from "../tools/skill.ts";

test.each([
  ["without a command of its own", [], "`set` takes `check`, `lock`, `add`, "],
  ["with a command that there is not", ["update"], "not `update`"],
  ["with an option that there is not", ["verify", "--frozn"], "--frozn"],
  [
    "with an option of a build",
    ["verify", "--source", "x"],
    "`set verify` has no option `--source`; it has `--frozen`, `--json`",
  ],
  ["with an option of another command of its own", ["verify", "--yes"], "`--yes`"],
  ["with too many arguments", ["verify", "a", "b"], "too many arguments: `b`"],
  ["to add nothing", ["add"], "needs the https address or the path"],
  ["to remove nothing", ["remove"], "needs the name of a set"],
  ["to verify what can be no set", ["verify", "../x"], "cannot be the name of a set"],
])("set %s is a usage error: exit 2, and one line for scripts", async (_, argv, text) => {
  const { path } = await folder({});
  const plain = await skillpress(path, ["set", ...argv]);
  expect([plain.exitCode, plain.err]).toEqual([2, expect.stringContaining(text)]);
  expect(plain.err).toContain("→");
  const { exitCode, out } = await skillpress(path, ["set", ...argv, "--json"]);
  expect(exitCode).toBe(2);
  expect(out).toMatch(/^\{[^\n]*\}\n$/);
  expect(JSON.parse(out)).toMatchObject({
    ok: false,
    command: argv[0] ?? null,
    error: { code: "ERR_SKILLSET_USAGE", message: expect.stringContaining(text) },
  });
});

test("a project without sets is in order", async () => {
  const { path } = await folder({});
  for (const argv of [["verify"], ["verify", "--frozen"], ["install"]]) {
    const { exitCode, out } = await skillpress(path, ["set", ...argv, "--json"]);
    expect([exitCode, out]).toEqual([0, `{"ok":true,"command":"${argv[0]}","data":{"sets":[]}}\n`]);
  }
});

test("a set that is not there is named, with those that are", async () => {
  const manifest = JSON.stringify({ name: "sky", version: "1.0.0", skills: ["https://h.example/1@tides"] });
  const { path } = await folder({ ".agents/skills/skill-sets/sky/sky.skill-set.json": manifest });
  const { exitCode, err } = await skillpress(path, ["set", "verify", "sea"]);
  expect([exitCode, err]).toEqual([1, expect.stringContaining("It has: sky.")]);
});

test("what a document says reaches no terminal as anything but text", async () => {
  const manifest = JSON.stringify({ name: "sky", version: "1.0.0", skills: ["https://h.example/\u001B[31m@x"] });
  const lock = JSON.stringify({ version: 1, name: "\u001B[2J" });
  const { path } = await folder({
    ".agents/skills/skill-sets/sky/sky.skill-set.json": manifest,
    ".agents/skills/skill-sets/sea/sea.skill-set.json": manifest.replace("sky", "sea"),
    ".agents/skills/skill-sets/sea/sea.skill-set.lock.json": lock,
  });
  for (const command of ["verify", "install", "remove"]) {
    const { out, err } = await skillpress(path, ["set", command, "sky"]);
    expect(out + err).not.toContain("\u001B");
    expect(out + err).not.toBe("");
  }
});
