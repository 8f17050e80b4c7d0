import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSnapshot } from "../../src/source/snapshot.ts";
import { survey } from "../../src/source/survey.ts";
import { brief } from "../tools/problems.ts";
import { readSource } from "../tools/read-source.ts";
import { folder, skillMd } from "../tools/skill.ts";

/** Runs a shell script in the folder of the skill `tides`, which has nothing but a SKILL.md, and reads the source. */
const after = async (script: string, body?: string) => {
  const { path, getPath } = await folder({
    "tides/SKILL.md": skillMd("tides", { ...(body !== undefined && { body }) }),
  });
  execFileSync("sh", ["-ec", script], { cwd: getPath("tides"), env: { ...process.env, LC_ALL: "C.UTF-8" } });
  const { skills, problems, surveyed } = await readSource(path);
  return {
    skill: skills.get("tides"),
    files: [...(skills.get("tides")?.files.keys() ?? [])],
    problems,
    lines: brief(problems),
    leftOut: surveyed.leftOut,
  };
};

test("files are published byte for byte: BOM, CRLF, NUL and all", async () => {
  const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x0d, 0x0a, 0x00, 0xff]);
  const { path } = await folder({ "tides/SKILL.md": skillMd("tides"), "tides/data.bin": bytes });
  expect((await readSource(path)).skills.get("tides")?.files.get("data.bin")?.bytes).toEqual(bytes);
});

test("a SKILL.md alone is single-file, with one sibling it is multi-file", async () => {
  expect((await after("true")).skill?.shape).toBe("single-file");
  expect((await after("touch empty")).skill?.shape).toBe("multi-file");
});

test("junk beside a SKILL.md is left out and counted, and the shape stays single-file", async () => {
  const { skill, files, leftOut, lines } = await after(
    "touch ._SKILL.md .DS_Store; mkdir __MACOSX; touch __MACOSX/._SKILL.md",
  );
  expect(skill?.shape).toBe("single-file");
  expect(files).toEqual(["SKILL.md"]);
  expect(leftOut).toEqual([
    { path: "tides/.DS_Store", code: "junk" },
    { path: "tides/._SKILL.md", code: "junk" },
    { path: "tides/__MACOSX", code: "junk" },
  ]);
  expect(lines).toEqual([]);
});

test("an empty folder beside a SKILL.md changes nothing", async () => {
  expect((await after("mkdir -p references/deep")).skill?.shape).toBe("single-file");
});

test("files come in byte order", async () => {
  expect((await after("mkdir a; touch z a/c a-b B é a.md")).files).toEqual([
    "B",
    "SKILL.md",
    "a-b",
    "a.md",
    "a/c",
    "z",
    "é",
  ]);
});

test("a container's own skill leaves out its members", async () => {
  const { path } = await folder({
    "sea/SKILL.md": skillMd("sea"),
    "sea/a.md": "x",
    "sea/skills/tides/SKILL.md": skillMd("tides"),
    "sea/skills/tides/b.md": "x",
  });
  const { skills } = await readSource(path);
  expect([...(skills.get("sea")?.files.keys() ?? [])]).toEqual(["SKILL.md", "a.md"]);
  expect([...(skills.get("tides")?.files.keys() ?? [])]).toEqual(["SKILL.md", "b.md"]);
});

test("CRLF line ends are published with a warning and the line for .gitattributes", async () => {
  const { skill, problems, lines } = await after("sed -i 's/$/\\r/' SKILL.md");
  expect(lines).toEqual(["warning carriage-returns tides/SKILL.md"]);
  expect(problems[0]?.hint).toContain(".gitattributes");
  expect(Buffer.from(skill?.files.get("SKILL.md")?.bytes ?? []).toString()).toBe(
    skillMd("tides").replaceAll("\n", "\r\n"),
  );
});

test("a checkout with core.autocrlf is noticed, and its bytes are published", async () => {
  const { path, getPath } = await folder({ "repository/skills/tides/SKILL.md": skillMd("tides"), home: {} });
  const git = (...argv: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...argv], {
      cwd: getPath("repository"),
      env: { PATH: process.env["PATH"], HOME: path, GIT_CONFIG_NOSYSTEM: "1" },
      stdio: "pipe",
    });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "x");
  git("-c", "core.autocrlf=true", "clone", "-q", ".", getPath("checkout"));

  const { skills, problems } = await readSource(getPath("checkout", "skills"));
  expect(brief(problems)).toEqual(["warning carriage-returns tides/SKILL.md"]);
  const onDisk = readFileSync(getPath("checkout", "skills", "tides", "SKILL.md"));
  expect(onDisk.includes("\r\n")).toBe(true);
  expect(skills.get("tides")?.files.get("SKILL.md")?.bytes).toEqual(onDisk);
});

test("CRLF in a script is warned of, in data it is nobody's business", async () => {
  expect((await after("printf '#!/bin/sh\\r\\n' > run; printf 'a\\r\\n' > data.csv")).lines).toEqual([
    "warning carriage-returns tides/run",
  ]);
});

test("a file is executable by its owner's bit or by its first line", async () => {
  const { skill } = await after(
    "mkdir scripts; echo x > scripts/run; chmod 755 scripts/run; printf '#!/bin/sh\\n' > scripts/go; chmod 644 scripts/go; printf ' #!/bin/sh\\n' > no; touch empty; printf x > other; chmod 655 other",
  );
  expect(Object.fromEntries([...(skill?.files ?? [])].map(([path, { executable }]) => [path, executable]))).toEqual({
    "SKILL.md": false,
    "scripts/go": true,
    "scripts/run": true,
    empty: false,
    no: false,
    other: false,
  });
});

test("when every file has the execute bit, only a `#!` line counts", async () => {
  const { skill, lines } = await after("printf '#!/bin/sh\\n' > run; echo x > notes; chmod 755 run notes SKILL.md");
  expect(lines).toEqual(["warning all-executable"]);
  expect([...(skill?.files ?? [])].filter(([, { executable }]) => executable).map(([path]) => path)).toEqual(["run"]);
});

test.each([
  ["out of the source", "ln -s /etc/hostname x", "error link-escapes tides/x"],
  ["to another skill", "mkdir -p ../other; touch ../other/file; ln -s ../other/file x", "error link-escapes tides/x"],
  ["in a circle", "ln -s y x; ln -s x y", "error link-broken tides/x"],
  ["to nothing", "ln -s gone x", "error link-broken tides/x"],
  ["to a folder of the skill", "mkdir docs; ln -s docs x", "error linked-folder tides/x"],
])("a link that leads %s is an error, and the skill is not published", async (_, script, line) => {
  const { skill, lines } = await after(script);
  expect(skill).toBeUndefined();
  expect(lines).toContain(line);
});

test("a link that stays inside is published as a copy of its file, with a warning", async () => {
  const { skill, files, lines } = await after("ln -s SKILL.md x");
  expect(lines).toEqual(["warning link-followed tides/x"]);
  expect(files).toEqual(["SKILL.md", "x"]);
  expect(skill?.files.get("x")).toEqual(skill?.files.get("SKILL.md"));
});

test("a link to a file that is left out as junk is not published behind our back", async () => {
  const { skill, lines } = await after("mkdir .git; echo secret > .git/config; ln -s .git/config notes.txt");
  expect(skill).toBeUndefined();
  expect(lines).toEqual([expect.stringMatching(/^error \S+ tides\/notes\.txt$/)]);
});

test("a SKILL.md that is a link into the skill is read, one that leads out is an error", async () => {
  expect((await after("mv SKILL.md real.md; ln -s real.md SKILL.md")).lines).toEqual([
    "warning link-followed tides/SKILL.md",
  ]);
  expect((await after("mv SKILL.md ../out.md; ln -s ../out.md SKILL.md")).lines).toEqual([
    "error link-escapes tides/SKILL.md",
  ]);
});

test("a pipe is an error and is never opened", async () => {
  expect((await after("mkfifo x")).lines).toEqual(["error special-file tides/x"]);
});

test("a source reached through a link is read like any other", async () => {
  const { getPath } = await folder({ "real/tides/SKILL.md": skillMd("tides"), "real/tides/a.md": "x" });
  execFileSync("ln", ["-s", "real", getPath("linked")]);
  execFileSync("ln", ["-s", "a.md", getPath("real/tides/b.md")]);
  expect(brief((await readSource(getPath("linked"))).problems)).toEqual(["warning link-followed tides/b.md"]);
});

test.each([
  [".env", "echo KEY=1 > .env"],
  [".env.production", "echo KEY=1 > .env.production"],
  ["keys/id_rsa", "mkdir keys; echo x > keys/id_rsa"],
  ["server.pem", "echo '-----BEGIN PRIVATE KEY-----' > server.pem"],
  ["server.key", "echo '-----BEGIN RSA PRIVATE KEY-----' > server.key"],
])("a secret is an error that names the file: %s", async (name, script) => {
  const { skill, lines } = await after(script);
  expect(skill).toBeUndefined();
  expect(lines).toEqual([`error secret-file tides/${name}`]);
});

test("an example environment and a key file without a private key are published", async () => {
  expect(await after("echo KEY= > .env.example; echo 'C major' > piano.key")).toMatchObject({
    files: [".env.example", "SKILL.md", "piano.key"],
    lines: [],
  });
});

test("a skill may have 1,000 files and not 1,001", async () => {
  const { path } = await folder({ "tides/SKILL.md": skillMd("tides") });
  for (let count = 1; count < 1_000; count += 1) writeFileSync(join(path, "tides", `${count}.txt`), "");
  const most = await readSource(path);
  expect(most.problems).toEqual([]);
  expect(most.skills.get("tides")?.files.size).toBe(1_000);

  writeFileSync(join(path, "tides", "1000.txt"), "");
  const tooMany = await readSource(path);
  expect(brief(tooMany.problems)).toEqual(["error too-many-files tides"]);
  expect(tooMany.problems[0]?.message).toMatch(/1001 files.*1000/);
  expect(tooMany.skills.size).toBe(0);
});

test("a skill may have 50 MiB and not one byte more", async () => {
  const { path, getPath } = await folder({ "tides/SKILL.md": skillMd("tides"), "tides/data": "" });
  const rest = 50 * 1024 * 1024 - Buffer.byteLength(skillMd("tides"));
  truncateSync(getPath("tides/data"), rest);
  expect((await readSource(path)).problems).toEqual([]);
  truncateSync(getPath("tides/data"), rest + 1);
  const { skills, problems } = await readSource(path);
  expect(brief(problems)).toEqual(["error skill-too-large tides/data"]);
  expect(skills.size).toBe(0);
});

test("a SKILL.md of 51 MiB is an error too", async () => {
  const { path, getPath } = await folder({ "tides/SKILL.md": skillMd("tides") });
  truncateSync(getPath("tides/SKILL.md"), 51 * 1024 * 1024);
  expect(brief((await readSource(path)).problems)).toEqual(["error skill-too-large tides/SKILL.md"]);
});

test("a SKILL.md that changes after it was surveyed is an error, even when its size stays", async () => {
  const { path, getPath } = await folder({ "tides/SKILL.md": skillMd("tides") });
  const surveyed = survey(path);
  const [candidate] = surveyed.candidates;
  if (!candidate) throw new Error("the skill was not found");
  expect(readSnapshot(surveyed, candidate).problems).toEqual([]);
  writeFileSync(getPath("tides/SKILL.md"), skillMd("tides").replace("Do it", "Do at"));
  const { skill, problems } = readSnapshot(surveyed, candidate);
  expect(skill).toBeUndefined();
  expect(brief(problems)).toEqual(["error changed-while-reading tides/SKILL.md"]);
});

test("a file that disappears after it was listed is an error", async () => {
  const { path, getPath } = await folder({ "tides/SKILL.md": skillMd("tides"), "tides/a.md": "x" });
  const surveyed = survey(path);
  rmSync(getPath("tides/a.md"));
  expect(surveyed.candidates.map((candidate) => brief(readSnapshot(surveyed, candidate).problems))).toEqual([
    ["error file-unreadable tides/a.md"],
  ]);
});

test.skipIf(process.getuid?.() === 0)("a file without the right to read it is an error", async () => {
  const { path, getPath } = await folder({ "tides/SKILL.md": skillMd("tides"), "tides/a.md": "x" });
  chmodSync(getPath("tides/a.md"), 0);
  expect(brief((await readSource(path)).problems)).toEqual(["error file-unreadable tides/a.md"]);
});

test("names beyond ASCII are published as they are stored, a decomposed one with a warning", async () => {
  const composed = await after("touch références.md");
  expect(composed).toMatchObject({ files: ["SKILL.md", "références.md".normalize("NFC")], lines: [] });
  const decomposed = await after(`touch "${"références.md".normalize("NFD")}"`);
  expect(decomposed).toMatchObject({
    files: ["SKILL.md", "références.md".normalize("NFD")],
    lines: [`warning path-not-nfc tides/${"références.md".normalize("NFD")}`],
  });
});

test.each([
  ["Unicode form", `touch "${"é.md".normalize("NFC")}" "${"é.md".normalize("NFD")}"`],
  ["case", "touch a.md A.md"],
  ["case of SKILL.md", "touch skill.MD"],
  ["case of a folder", "mkdir docs Docs; touch docs/a Docs/b"],
])("two names that differ in %s only are an error", async (_, script) => {
  const { skill, problems } = await after(script);
  expect(skill).toBeUndefined();
  expect(problems.filter(({ severity }) => severity === "error").map(({ code }) => code)).toEqual(["path-collision"]);
});

test("a path of 255 bytes that splits at a slash is published, one that does not is an error", async () => {
  const long = `${"d".repeat(154)}/${"f".repeat(100)}`;
  expect(await after(`mkdir ${"d".repeat(154)}; touch ${long}`)).toMatchObject({
    files: ["SKILL.md", long],
    lines: [],
  });
  expect((await after(`touch ${"f".repeat(101)}`)).lines).toEqual([`error path-too-long tides/${"f".repeat(101)}`]);
});

test("a name that is not UTF-8 is an error that says so, for a file and for a folder", async () => {
  expect((await after("touch \"$(printf 'caf\\351.md')\"")).lines).toContain("error path-not-utf-8 tides/caf\uFFFD.md");
  const { path, getPath } = await folder({ "tides/SKILL.md": skillMd("tides") });
  const name = Buffer.concat([Buffer.from(getPath("tides/caf")), Buffer.from([0xe9])]);
  mkdirSync(name);
  writeFileSync(Buffer.concat([name, Buffer.from("/a.md")]), "x");
  const found = await readSource(path).then(
    ({ problems }) => problems.map(({ code }) => code),
    (error: unknown) => [error],
  );
  expect(found).toContain("path-not-utf-8");
});

test("a skill in a folder whose name is not UTF-8 is an error, not passed over", async () => {
  const { path, getPath } = await folder({ "tides/SKILL.md": skillMd("tides") });
  const name = Buffer.concat([Buffer.from(getPath("caf")), Buffer.from([0xe9])]);
  mkdirSync(name);
  writeFileSync(Buffer.concat([name, Buffer.from("/SKILL.md")]), skillMd("moon"));
  expect(brief((await readSource(path)).problems)).toEqual(["error path-not-utf-8 caf\uFFFD"]);
});

test("a link to a file that does not exist is named with line and target", async () => {
  const { skill, problems } = await after("true", "# Steps\n\nRead [the list](references/a.md) first.\n");
  expect(skill).toBeUndefined();
  // Four lines of front matter, a blank one, the heading, a blank one.
  expect(problems).toMatchObject([
    {
      code: "broken-link",
      severity: "error",
      path: "tides/SKILL.md",
      line: 8,
      message: expect.stringContaining("`references/a.md`"),
    },
  ]);
});

test("a doc line that runs a script bare gets the line that works", async () => {
  const { skill, problems } = await after(
    "mkdir scripts; echo 'echo hi' > scripts/run; chmod 755 scripts/run",
    "Run this:\n\n```\nscripts/run --all\n```\n",
  );
  expect(problems).toMatchObject([
    {
      code: "bare-script",
      severity: "warning",
      path: "tides/SKILL.md",
      line: 9,
      hint: expect.stringContaining("`bash scripts/run`"),
    },
  ]);
  expect(skill?.files.get("scripts/run")?.executable).toBe(true);
});

test("what is published is what sha256sum finds on the disk", async () => {
  const { path, getPath } = await folder({
    "tides/SKILL.md": skillMd("tides"),
    "tides/a/b.bin": Buffer.from([0, 1, 2, 0xff]),
    "tides/é.md": "é",
  });
  const sums = execFileSync("sh", ["-c", "find . -type f | sed 's|^./||' | LC_ALL=C sort | xargs -d '\\n' sha256sum"], {
    cwd: getPath("tides"),
    encoding: "utf8",
  });
  const files = (await readSource(path)).skills.get("tides")?.files ?? new Map();
  expect(
    [...files].map(([name, { bytes }]) => `${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`).join(""),
  ).toBe(sums);
});
