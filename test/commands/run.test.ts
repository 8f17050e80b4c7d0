import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { skillpress } from "../tools/command.ts";
import { folder, skillMd } from "../tools/skill.ts";

const ORIGIN = ["--origin", "https://docs.example.com"];

test.each([
  ["no command", [], 0, "Usage"],
  ["--help", ["--help"], 0, "skillpress build [options]"],
  ["help of build", ["build", "--help"], 0, "--no-catalog"],
  ["help of check", ["help", "check"], 0, "index.json"],
  ["help of set", ["set", "--help"], 0, "--frozen"],
  ["help of preview", ["preview", "--help"], 0, "--watch"],
  ["help of what is no command", ["help", "constructor"], 0, "skillpress build [options]"],
  ["--version", ["--version"], 0, "0.1.0"],
])("%s is answered on stdout", async (_, argv, exitCode, text) => {
  const { path } = await folder({});
  const ended = await skillpress(path, argv);
  expect([ended.exitCode, ended.err]).toEqual([exitCode, ""]);
  expect(ended.out).toContain(text);
});

test.each([
  ["an unknown command", ["publish"], "there is no command `publish`"],
  ["an unknown option", ["build", "--sourc", "x"], "Unknown option"],
  ["an option of another command", ["check", "--out", "x"], "`check` has no option `--out`"],
  ["an option without its value", ["build", "--source"], "--source"],
  ["an argument of build", ["build", "skills"], "`--source`"],
  ["too many arguments", ["check", "a", "b"], "too many arguments: `b`"],
  ["an invalid bundle", ["build", "--bundle", "My Bundle"], "lower-case letters"],
  ["an empty origin", ["build", "--origin", ""], "it is empty"],
  ["a target that is not there", ["check", "gone"], "`gone` does not exist"],
  ["a missing source", ["build", "--source", "gone", "--no-catalog"], "does not exist"],
])("%s is a usage error: exit 2, with what is wrong and what to do", async (_, argv, text) => {
  const { path } = await folder({});
  for (const json of [[], ["--json"]]) {
    const { exitCode, out, err } = await skillpress(path, [...argv, ...json]);
    expect(exitCode).toBe(2);
    expect(err).toContain(text);
    expect(err).toContain("→");
    if (json.length > 0) expect(JSON.parse(out)).toMatchObject({ exitCode: 2, problems: [{ severity: "halt" }] });
  }
});

test.each([
  ["an option of a build", ["preview", "--out", "x"], "`preview` has no option `--out`"],
  ["a port that is a name", ["preview", "--port", "http"], "`http` is not a port"],
  ["a port beyond the last", ["preview", "--port", "65536"], "`65536` is not a port"],
  ["a publication to preview", ["preview", "published"], "`published` is a publication for another address"],
  ["a missing source", ["preview", "gone", "--port", "0", "--watch"], "does not exist"],
])("a preview with %s is a usage error", async (_, argv, text) => {
  const { path } = await folder({ "published/agent-skills/-/report.json": "{}" });
  const { exitCode, err } = await skillpress(path, argv, { PATH: process.env["PATH"] ?? "" });
  expect(exitCode).toBe(2);
  expect(err).toContain(text);
});

test("--no-strict wins over a strict configuration", async () => {
  const { path } = await folder({
    "skills/tide-clock/SKILL.md": skillMd("tides"),
    "skillpress.config.json": JSON.stringify({ strict: true, catalog: false, out: "public" }),
  });
  expect((await skillpress(path, ["build", ...ORIGIN])).exitCode).toBe(1);
  expect((await skillpress(path, ["build", ...ORIGIN, "--no-strict"])).exitCode).toBe(0);
});

test.each([
  ["an unknown key", { sorce: "skills" }, "sorce"],
  ["a wrong type", { strict: "yes" }, "strict"],
  ["a wrong repository", { git: "https://github.com/a/b" }, "OWNER/REPO"],
  ["a bundle that is no list", { bundles: { all: "tides" } }, "bundles.all"],
])("a configuration file with %s is refused by name", async (_, configuration, text) => {
  const { path } = await folder({
    "skills/tides/SKILL.md": skillMd("tides"),
    "skillpress.config.json": JSON.stringify(configuration),
  });
  const { exitCode, err } = await skillpress(path, ["build", "--no-catalog", "--out", "public"]);
  expect([exitCode, err.includes("skillpress.config.json"), err.includes(text)]).toEqual([2, true, true]);
});

test("flags win over the environment, which wins over the configuration file", async () => {
  const { path, getPath } = await folder({
    "skills/tides/SKILL.md": skillMd("tides"),
    "skillpress.config.json": JSON.stringify({ origin: "https://file.example.com", out: "public", catalog: false }),
  });
  const url = () =>
    JSON.parse(readFileSync(getPath("public/.well-known/agent-skills/index.json"), "utf8")).skills[0].url;
  await skillpress(path, ["build"]);
  expect(url()).toBe("https://file.example.com/agent-skills/tides/SKILL.md");
  await skillpress(path, ["build"], { SKILLPRESS_ORIGIN: "https://environment.example.com" });
  expect(url()).toBe("https://environment.example.com/agent-skills/tides/SKILL.md");
  await skillpress(path, ["build", ...ORIGIN], { SKILLPRESS_ORIGIN: "https://environment.example.com" });
  expect(url()).toBe("https://docs.example.com/agent-skills/tides/SKILL.md");
});

test("every file of the source is published, or named in the record with the code that kept it out", async () => {
  const { path, getPath } = await folder({
    "skills/tides/SKILL.md": skillMd("tides"),
    "skills/tides/.DS_Store": "x",
    "skills/tides/list.md": "x",
    "skills/README.md": "x",
    "skills/draft/SKILL.md": "---\nname: draft\ndescription: Not yet.\nmetadata:\n  internal: true\n---\n",
  });
  const argv = ["build", "--no-catalog", ...ORIGIN, "--out", "public", "--record", "record.json"];
  const { exitCode, out } = await skillpress(path, [...argv, "--json"]);
  expect(exitCode).toBe(0);
  const record = JSON.parse(out);
  expect(record).toMatchObject({
    command: "build",
    exitCode: 0,
    published: { skills: [{ name: "tides", folder: "tides", files: ["SKILL.md", "list.md"] }] },
    leftOut: [
      { path: "README.md", code: "outside-skill" },
      { path: "draft/SKILL.md", code: "internal" },
      { path: "tides/.DS_Store", code: "junk" },
    ],
  });
  const { command: _, exitCode: __, ...written } = record;
  expect(JSON.parse(readFileSync(getPath("record.json"), "utf8"))).toEqual(written);
  const report = readFileSync(getPath("public/agent-skills/-/report.json"), "utf8");
  for (const hidden of ["draft", "README", "DS_Store"]) expect(report).not.toContain(hidden);
});

test.each([["public/record.json"], ["skills/record.json"], ["gone/record.json"]])(
  "a record at %s is refused before anything is built",
  async (record) => {
    const { path } = await folder({ "skills/tides/SKILL.md": skillMd("tides") });
    const { exitCode } = await skillpress(path, ["build", "--no-catalog", "--out", "public", "--record", record]);
    expect(exitCode).toBe(2);
  },
);

test("--strict lets no warning pass", async () => {
  const { path } = await folder({ "skills/tide-clock/SKILL.md": skillMd("tides") });
  expect((await skillpress(path, ["check"])).exitCode).toBe(0);
  expect((await skillpress(path, ["check", "--strict"])).exitCode).toBe(1);
  expect((await skillpress(path, ["build", "--no-catalog", "--strict", "--out", "public"])).exitCode).toBe(1);
});

test("the placeholder origin is marked wherever it is used, and --strict refuses it", async () => {
  const { path, getPath } = await folder({ "skills/tides/SKILL.md": skillMd("tides") });
  const argv = ["build", "--no-catalog", "--out", "public"];
  const { err, out } = await skillpress(path, argv);
  expect(err).toContain("warning placeholder-origin");
  expect(out).toContain("https://skills.example");
  const report = JSON.parse(readFileSync(getPath("public/agent-skills/-/report.json"), "utf8"));
  expect(report).toMatchObject({ placeholder: true, warnings: [{ code: "placeholder-origin" }] });
  expect(readFileSync(getPath("public/agent-skills/-/checklist.md"), "utf8")).toContain("placeholder");
  expect((await skillpress(path, [...argv, "--strict"])).exitCode).toBe(1);
});

test("control characters of a source never reach the terminal", async () => {
  const { path, getPath } = await folder({ "skills/tides/SKILL.md": skillMd("tides") });
  writeFileSync(getPath("skills/tides/\u001b[31mred\u202e.md"), "x");
  writeFileSync(getPath("skills/tides/SKILL.md"), "---\nname: \u001b]0;title\u0007\ndescription: a: b\n---\n");
  const { out, err } = await skillpress(path, ["check"]);
  expect(out + err).toContain("<U+001B>");
  // oxlint-disable-next-line no-control-regex
  expect(out + err).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E]/);
});

test("GitHub Actions gets an annotation for each problem, with file, line and column", async () => {
  const { path } = await folder({ "skills/tides/SKILL.md": "---\nname: Tide Clock\ndescription: x\n---\n" });
  const { err } = await skillpress(path, ["check"], { GITHUB_ACTIONS: "true" });
  expect(err).toContain(
    "::error file=skills/tides/SKILL.md,line=2,col=7,title=invalid-name::`Tide Clock` is not a valid name.",
  );
});

test("check tells a good publication, and names a changed byte", async () => {
  const { path, getPath } = await folder({ "skills/tides/SKILL.md": skillMd("tides") });
  await skillpress(path, ["build", "--no-catalog", ...ORIGIN, "--out", "public"]);
  expect((await skillpress(path, ["check", "public"])).exitCode).toBe(0);
  writeFileSync(
    getPath("public/agent-skills/tides/SKILL.md"),
    `${readFileSync(getPath("public/agent-skills/tides/SKILL.md"), "utf8")} `,
  );
  const { exitCode, err } = await skillpress(path, ["check", "public"]);
  expect([exitCode, err.includes("digest-mismatch public/agent-skills/tides/SKILL.md")]).toEqual([1, true]);
});

test.each([
  [".well-known/agent-skills/index.json"],
  ["agent-skills/-/report.json"],
  ["agent-skills/-/SHA256SUMS"],
  ["agent-skills/tides/.well-known/agent-skills/index.json"],
  ["agent-skills/-/checklist.md"],
])("check finds a publication without its %s, and never takes it for a source of skills", async (gone) => {
  const { path, getPath } = await folder({ "skills/tides/SKILL.md": skillMd("tides") });
  await skillpress(path, ["build", "--no-catalog", ...ORIGIN, "--out", "public"]);
  rmSync(getPath(`public/${gone}`));
  const { exitCode, err } = await skillpress(path, ["check", "public"]);
  expect([exitCode, err.includes(gone)]).toEqual([1, true]);
});

test("check finds sums that leave files out, and files that nothing lists", async () => {
  const { path, getPath } = await folder({ "skills/tides/SKILL.md": skillMd("tides") });
  await skillpress(path, ["build", "--no-catalog", ...ORIGIN, "--out", "public"]);
  writeFileSync(getPath("public/agent-skills/evil.tar.gz"), "x");
  const stranger = await skillpress(path, ["check", "public"]);
  expect([stranger.exitCode, stranger.err.includes("unlisted-file public/agent-skills/evil.tar.gz")]).toEqual([
    0,
    true,
  ]);
  const sums = readFileSync(getPath("public/agent-skills/-/SHA256SUMS"), "utf8");
  writeFileSync(getPath("public/agent-skills/-/SHA256SUMS"), `${sums.split("\n")[0]}\n`);
  expect((await skillpress(path, ["check", "public"])).exitCode).toBe(1);
});

test("check takes the same options from the configuration as build", async () => {
  const { path } = await folder({
    "skills/tide-clock/SKILL.md": skillMd("tides"),
    "skillpress.config.json": '{"strict":true}',
  });
  expect((await skillpress(path, ["check"])).exitCode).toBe(1);
});

test("two equal broken skills are both named", async () => {
  const broken = "---\nname: tides\ndescription: Plan trips: flights first\n---\n";
  const { path } = await folder({ "skills/one/SKILL.md": broken, "skills/two/SKILL.md": broken });
  const { err } = await skillpress(path, ["build", "--no-catalog", "--out", "public"]);
  for (const name of ["one", "two"]) expect(err).toContain(`invalid-yaml skills/${name}/SKILL.md:3:24`);
});

test("a line end in a name or link starts no line of its own, where a workflow would obey it", async () => {
  const { path } = await folder({
    "skills/tides/SKILL.md": skillMd("tides", { body: "[x](a%0A::error::pwned)\n" }),
    "skills/\n::add-mask::x\n/notes.md": "x",
  });
  const { out, err } = await skillpress(path, ["check"], { GITHUB_ACTIONS: "true" });
  expect(err).toContain("pwned");
  expect(out + err).not.toMatch(/^::(?:error::pwned|add-mask)/m);
});

test("check says of somebody's index, field by field, what the right value is", async () => {
  const index = {
    $schema: "https://agentskills.io/schemas/v0.2.0/index.json",
    skills: [{ name: "tides", type: "task", sha256: "ab" }],
  };
  const { path } = await folder({ "index.json": JSON.stringify(index) });
  const { exitCode, err } = await skillpress(path, ["check", "index.json"]);
  expect(exitCode).toBe(1);
  for (const text of [
    "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    "skills[0].type",
    "skills[0].description",
    "skills[0].url",
    "skills[0].digest",
    "the format calls it `digest`",
  ]) {
    expect(err).toContain(text);
  }
});
