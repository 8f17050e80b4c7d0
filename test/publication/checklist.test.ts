import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { skillpress } from "../tools/command.ts";
import { serveFolder } from "../tools/server.ts";
import { folder, skillMd } from "../tools/skill.ts";

const run = promisify(execFile);

/** A publication that is served, with its checklist. */
async function served() {
  const { path, getPath } = await folder({
    "skills/tides/SKILL.md": skillMd("tides"),
    "skills/moon/SKILL.md": skillMd("moon"),
    "skills/moon/a.md": "A\n",
  });
  const server = await serveFolder(getPath("public"));
  onTestFinished(() => server.close());
  const argv = ["build", "--no-catalog", "--origin", server.origin, "--out", "public", "--bundle", "sky"];
  expect((await skillpress(path, argv)).exitCode).toBe(0);
  return { path, getPath, text: readFileSync(getPath("public/agent-skills/-/checklist.md"), "utf8") };
}

/** The part of the checklist below a heading, and the shell commands in it. */
function section(text: string, heading: string): { part: string; commands: string[] } {
  const part = text.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? "";
  return { part, commands: [...part.matchAll(/```sh\n([\s\S]*?)\n```/g)].map((match) => match[1] ?? "") };
}

const sh = async (command: string, cwd: string) =>
  run("sh", ["-c", command], { cwd }).then(
    ({ stdout }) => ({ failed: false, stdout }),
    (error: { stdout?: string }) => ({ failed: true, stdout: String(error.stdout) }),
  );

test("each digest that the checklist expects is what its command prints", async () => {
  const { path, text } = await served();
  for (const heading of ["The index", "tides", "moon", "Bundle sky"]) {
    const { part, commands } = section(text, heading);
    const expected = /Expected: `([0-9a-f]{64})`/.exec(part)?.[1];
    expect((await sh(commands[0] ?? "", path)).stdout.slice(0, 64), heading).toBe(expected);
  }
});

test("the commands for a missing file, for all files and for a listing do what they say, good and tampered", async () => {
  const { path, getPath, text } = await served();
  const [, missing = "", all = ""] = section(text, "The index").commands;
  expect((await sh(missing, path)).stdout).toBe("404\n");
  const good = await sh(all, path);
  const lines = readFileSync(getPath("public/agent-skills/-/SHA256SUMS"), "utf8").trim().split("\n").length;
  expect([good.failed, good.stdout.split("\n").filter((line) => line.endsWith(": OK")).length]).toEqual([false, lines]);
  expect((await sh(section(text, "moon").commands[1] ?? "", path)).stdout).toMatch(/SKILL\.md\n.*a\.md\n$/);

  const bytes = readFileSync(getPath("public/agent-skills/moon.tar.gz"));
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  writeFileSync(getPath("public/agent-skills/moon.tar.gz"), bytes);
  const tampered = await sh(all, path);
  expect([tampered.failed, tampered.stdout.includes("agent-skills/moon.tar.gz: FAILED")]).toEqual([true, true]);
});

test("the checklist claims no result, and its request never names the skill", async () => {
  const { text } = await served();
  expect(text).not.toMatch(/\[x\]|passed|verified/i);
  for (const name of ["tides", "moon"]) {
    const { part } = section(text, name);
    expect(part).toContain("skills@1.7.4 add");
    expect(/^> (.*)$/m.exec(part)?.[1] ?? name).not.toContain(name);
  }
});
