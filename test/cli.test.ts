import { execFile, execFileSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { REPOSITORY } from "./tools/program.ts";
import { folder, skillMd } from "./tools/skill.ts";

const CLI = join(REPOSITORY, "src/cli.ts");
const run = promisify(execFile);

test("in a pipe nothing is coloured and no progress is shown", async () => {
  const { path } = await folder({ "skills/tides/SKILL.md": skillMd("moon") });
  const { stdout, stderr } = await run(process.execPath, [CLI, "build", "--no-catalog", "--out", "public"], {
    cwd: path,
  });
  expect(stderr).toContain("warning name-differs");
  // oxlint-disable-next-line no-control-regex
  expect(stdout + stderr).not.toMatch(/[\r\u001B]/);
});

test("a Node that is too old is named, with the one that is needed, and exit code 2", async () => {
  const { path } = await folder({});
  const versions = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.19.0" } })`;
  const old = ["--import", `data:text/javascript,${encodeURIComponent(versions)}`];
  await expect(run(process.execPath, [...old, CLI, "--help"], { cwd: path })).rejects.toMatchObject({
    code: 2,
    stdout: "",
    stderr: "skillpress needs Node 22.20 or later; this is Node 22.19.0.\n",
  });
});

test("a reader that stops reading is no error", async () => {
  const { path } = await folder({});
  const script = `"${process.execPath}" "${CLI}" --help | head -1; exit "\${PIPESTATUS[0]}"`;
  expect(execFileSync("bash", ["-c", script], { cwd: path, encoding: "utf8" })).toContain("skillpress 0.1.0");
});

test("an output that cannot be written to ends with exit code 2", async () => {
  const { path } = await folder({});
  const script = `"${process.execPath}" "${CLI}" --help > /dev/full; echo $?`;
  expect(execFileSync("bash", ["-c", script], { cwd: path, encoding: "utf8", stdio: "pipe" })).toBe("2\n");
});

test("a package script takes paths from where the user stands, an inherited INIT_CWD is ignored", async () => {
  const { path, getPath } = await folder({
    "project/package.json": "{}",
    "project/skills/tides/SKILL.md": skillMd("tides"),
    "user/skills/moon/SKILL.md": skillMd("moon"),
  });
  const argv = [CLI, "check", "--source", "skills"];
  const environment = { PATH: process.env["PATH"], INIT_CWD: getPath("user") };
  const asScript = { ...environment, npm_package_json: getPath("project/package.json") };
  const script = await run(process.execPath, argv, { cwd: getPath("project"), env: asScript });
  expect(script.stdout).toContain("Good: 1 skill in skills");
  const broken = { ...environment, INIT_CWD: path };
  expect((await run(process.execPath, argv, { cwd: getPath("project"), env: broken })).stdout).toContain(
    "Good: 1 skill",
  );
});

test("a full disk behind the output is not forgotten when the command itself goes on to succeed", async () => {
  const { path } = await folder({ "skills/tides/SKILL.md": skillMd("moon") });
  const script = `"${process.execPath}" "${CLI}" build --no-catalog --out public 2> /dev/full > /dev/full; echo $?`;
  expect(execFileSync("bash", ["-c", script], { cwd: path, encoding: "utf8", stdio: "pipe" })).toBe("2\n");
});

test("a command that nothing is left to wait for, and that has no result, is a bug", async () => {
  const { path } = await folder({});
  // The command's own code is replaced by a promise that nobody keeps.
  const stalled = "data:text/javascript,export const run = () => new Promise(() => {})";
  const hook = `import { registerHooks } from "node:module"; registerHooks({ resolve: (name, context, next) =>
    name === "./commands/run.ts" ? { url: ${JSON.stringify(stalled)}, shortCircuit: true } : next(name, context) });`;
  const argv = ["--import", `data:text/javascript,${encodeURIComponent(hook)}`, CLI, "verify", "x"];
  await expect(run(process.execPath, argv, { cwd: path })).rejects.toMatchObject({
    code: 70,
    stderr: expect.stringContaining("ended without a result"),
  });
});
