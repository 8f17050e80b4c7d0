import {
  chmodSync,
  chownSync,
  cpSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REPOSITORY, runProgram, SKILLPRESS, succeed } from "../tools/program.ts";
import { isSkipped, need, SETPRIV } from "../tools/witness.ts";

/** Nobody in particular; who runs a build must not show in it. */
const NOBODY = 65_534;
const MODES = [
  { title: "a publication alone", flags: ["--no-catalog"] },
  { title: "a publication with its catalog", flags: [] },
];

/** A machine that builds: where the source lies on it, where the user stands, and how its processes are set up. */
interface Machine {
  readonly source: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly umask: string;
  readonly user?: number;
}

describe.each(MODES)("$title is the same, byte for byte,", ({ flags }) => {
  let machines: FsFixture;
  let plain: Machine;
  let reference: string;

  beforeAll(async () => {
    machines = await createFixture({ "home/.keep": "", "here/.keep": "", "some where/else/.keep": "" });
    const source = machines.getPath("here", "skills");
    cpSync(join(REPOSITORY, "skills"), source, { recursive: true });
    plain = {
      source,
      cwd: machines.getPath("here"),
      umask: "022",
      env: { HOME: machines.getPath("home"), TMPDIR: machines.path, LC_ALL: "C", TZ: "UTC" },
    };
    reference = machines.getPath("reference");
    await build(plain, reference);
  });
  afterAll(() => machines.rm());

  const same = async (name: string, machine: Partial<Machine>) => {
    const output = machines.getPath(name);
    await build({ ...plain, ...machine, env: { ...plain.env, ...machine.env } }, output);
    // GNU diff is the witness: it says nothing when two trees are equal.
    expect(await succeed("diff", ["--recursive", "--no-dereference", reference, output], { cwd: machines.path })).toBe(
      "",
    );
  };

  const build = async ({ source, cwd, env, umask, user }: Machine, output: string) => {
    const command = [
      "sh",
      "-c",
      `umask ${umask} && exec "$@"`,
      "sh",
      process.execPath,
      SKILLPRESS,
      "build",
      "--source",
      source,
      "--out",
      output,
      "--origin",
      "https://docs.example.com",
      ...flags,
    ];
    const [program = "", ...argv] = [...(user === undefined ? [] : runAs(user)), ...command];
    await succeed(program, argv, { cwd, env });
  };

  test("for a source that was copied to another place in the opposite order, for its owner's eyes only", async () => {
    const source = machines.getPath("some where", "else", "copied");
    copyBackwards(plain.source, source);
    await same("backwards", { source, cwd: dirname(source) });
  });

  test("for a source whose files were all touched, and opened to the whole group", async () => {
    const source = machines.getPath("touched", "skills");
    cpSync(plain.source, source, { recursive: true });
    for (const path of ["", ...readdirSync(source, { recursive: true, encoding: "utf8" })]) {
      const file = join(source, path);
      chmodSync(file, statSync(file).mode | 0o060);
      lutimesSync(file, 1, 981_173_106);
    }
    await same("touched-out", { source });
  });

  test("from another working folder", async () => {
    await same("elsewhere", { cwd: machines.getPath("some where") });
  });

  test("under a umask that shuts everybody else out", async () => {
    await same("private", { umask: "077" });
  });

  test("in another time zone, another locale, and as if in CI", async () => {
    await same("abroad", {
      env: {
        TZ: "Pacific/Kiritimati",
        LANG: "tr_TR.UTF-8",
        LC_ALL: "tr_TR.UTF-8",
        CI: "true",
        FORCE_COLOR: "1",
        NODE_ENV: "development",
      },
    });
  });

  test.skipIf(process.getuid?.() !== 0 || isSkipped(SETPRIV))("for another user", async ({ skip }) => {
    need(SETPRIV);
    const [program, ...argv] = [...runAs(NOBODY), "test", "-r", SKILLPRESS, "-a", "-x", process.execPath];
    const { exitCode } = await runProgram(program, argv, { cwd: "/" });
    skip(exitCode !== 0, "other users may not read this checkout or run this Node");

    const theirs = machines.getPath("theirs");
    mkdirSync(theirs);
    cpSync(plain.source, join(theirs, "skills"), { recursive: true });
    for (const path of ["", ...readdirSync(theirs, { recursive: true, encoding: "utf8" })])
      chownSync(join(theirs, path), NOBODY, NOBODY);
    chmodSync(machines.path, 0o755);
    await same("theirs/out", {
      source: join(theirs, "skills"),
      cwd: theirs,
      user: NOBODY,
      env: { HOME: theirs, TMPDIR: theirs },
    });
  });

  test("and a changed letter in the source does show, so the comparison can tell", async () => {
    const source = machines.getPath("changed", "skills");
    cpSync(plain.source, source, { recursive: true });
    const file = join(source, "write-agent-skills", "SKILL.md");
    writeFileSync(file, readFileSync(file, "utf8").replace(/\.\n*$/, "!\n"));
    const output = machines.getPath("changed-out");
    await build({ ...plain, source }, output);
    const { exitCode, said } = await runProgram("diff", ["--recursive", "--brief", reference, output], {
      cwd: machines.path,
    });
    expect(exitCode).toBe(1);
    expect(said).toContain("agent-skills/write-agent-skills/SKILL.md differ");
  });
});

/** Runs the command that follows as a user who is in no group. */
function runAs(user: number): string[] {
  return ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups", "--"];
}

/** Copies a folder so that everything in it is created last to first. */
function copyBackwards(from: string, to: string): void {
  const entries = readdirSync(from, { recursive: true, withFileTypes: true }).map((entry) => ({
    entry,
    path: relative(from, join(entry.parentPath, entry.name)),
  }));
  for (const { entry, path } of entries.toSorted((a, b) => (a.path < b.path ? 1 : -1))) {
    if (entry.isDirectory()) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), readFileSync(join(from, path)), { mode: statSync(join(from, path)).mode & 0o700 });
  }
}
