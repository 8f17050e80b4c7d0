import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderMarkdown } from "../../src/catalog/markdown.ts";
import { skillpress } from "../tools/command.ts";
import { folder, skillMd } from "../tools/skill.ts";
import { digestsOf } from "../tools/tree.ts";

const BUILD = ["build", "--no-catalog", "--origin", "https://docs.example.com", "--out", "public"];
const RECORD = ["checklist", "record", "--results", "results.json"];
const CHECKLIST = "public/agent-skills/-/checklist.md";

/** A source of two skills that was built. */
async function built(configuration: object = { out: "public" }) {
  const place = await folder({
    "skills/tides/SKILL.md": skillMd("tides"),
    "skills/moon/SKILL.md": skillMd("moon"),
    "skills/moon/a.md": "A\n",
    "skillpress.config.json": JSON.stringify(configuration),
  });
  expect((await skillpress(place.path, BUILD)).exitCode).toBe(0);
  const read = (path: string) => readFileSync(place.getPath(path), "utf8");
  return { ...place, path: place.path, getPath: place.getPath, read, checklist: () => read(CHECKLIST) };
}

/** The part of a checklist below the heading of a skill. */
const section = (text: string, name: string) => text.split(/^## /m).find((each) => each.startsWith(`${name}\n`)) ?? "";

test("what a person saw is recorded with the digest of the build, and said", async () => {
  const { path, read } = await built();
  const digest = `sha256:${digestsOf(`${path}/public`)["agent-skills/moon.tar.gz"]}`;
  const seen = ["--skill", "moon", "--activation", "fail", "--note", "It asked for the port."];
  const { exitCode, out, err } = await skillpress(path, [...RECORD, ...seen]);
  expect([exitCode, err]).toEqual([0, ""]);
  expect(out).toContain(`Recorded in results.json: activation of moon, fail, for ${digest}.`);
  expect(JSON.parse(read("results.json"))).toEqual({
    format: 1,
    results: [
      {
        skill: "moon",
        digest,
        check: "activation",
        outcome: "fail",
        when: expect.stringMatching(/^\d{4}-.*Z$/),
        note: "It asked for the port.",
        by: "skillpress 0.1.0",
      },
    ],
  });
});

test("with --json what was recorded is the one object on stdout", async () => {
  const { path, read } = await built();
  const argv = [...RECORD, "--skill", "moon", "--skill", "tides", "--activation", "pass", "--json"];
  const { exitCode, out } = await skillpress(path, argv);
  expect(exitCode).toBe(0);
  const { command, exitCode: code, file, recorded } = JSON.parse(out);
  expect([command, code, file]).toEqual(["checklist", 0, "results.json"]);
  expect(recorded).toEqual(JSON.parse(read("results.json")).results);
});

test.each([
  ["no command of the checklist", ["checklist"], "checklist record"],
  ["another command of the checklist", ["checklist", "show"], "checklist record"],
  ["no skill", [...RECORD, "--activation", "pass"], "--skill NAME"],
  ["no outcome", [...RECORD, "--skill", "tides"], "--activation pass"],
  ["another outcome", [...RECORD, "--skill", "tides", "--activation", "yes"], "--activation pass"],
  ["a blank note", [...RECORD, "--skill", "tides", "--activation", "pass", "--note", " "], "1 to 1000"],
  ["a long note", [...RECORD, "--skill", "tides", "--activation", "pass", "--note", "x".repeat(1001)], "1 to 1000"],
  ["no file", ["checklist", "record", "--skill", "tides", "--activation", "pass"], "--results FILE"],
  ["an unknown skill", [...RECORD, "--skill", "tide-s", "--activation", "pass"], "nearest to it: `tides`, `moon`"],
  ["no report", [...RECORD, "--skill", "tides", "--activation", "pass", "--report", "gone"], "`gone`"],
])("%s is a usage error that records nothing", async (_, argv, text) => {
  const { path } = await built();
  const before = digestsOf(path);
  const { exitCode, err } = await skillpress(path, argv);
  expect([exitCode, err.includes(text) ? text : err]).toEqual([2, text]);
  expect(digestsOf(path)).toEqual(before);
});

test("without results the checklist says that nothing was run; with them it says of each check what was", async () => {
  const { path, checklist } = await built();
  expect(checklist()).toContain("Nothing here has been run yet");
  expect(checklist()).not.toContain("**Not run");
  await skillpress(path, [...RECORD, "--skill", "moon", "--activation", "pass"]);
  await skillpress(path, [...RECORD, "--skill", "tides", "--activation", "fail", "--note", "Nothing happened."]);
  expect((await skillpress(path, [...BUILD, "--results", "results.json"])).exitCode).toBe(0);
  expect(checklist()).not.toContain("Nothing here has been run yet");
  const boxes = (name: string) => section(checklist(), name).match(/^- \[[ x]\]|^ {2}\*\*[^*]*\*\*/gm);
  const unrun = ["- [ ]", "  **Not run.**"];
  expect(boxes("moon")).toEqual([...unrun, ...unrun, ...unrun, "- [x]", "  **Passed**"]);
  expect(boxes("tides")).toEqual([...unrun, ...unrun, "- [ ]", "  **Failed**"]);
  expect(section(checklist(), "tides")).toMatch(
    /\d UTC, seen by a person, skillpress 0\.1\.0\. Note: Nothing happened\.\n/,
  );
});

test("the same source and results give the same bytes; another byte of the skill, and the result is of other bytes", async () => {
  const { path, getPath, read, checklist } = await built({ out: "public", results: "results.json" });
  await skillpress(path, [...RECORD, "--skill", "moon", "--activation", "pass"]);
  await skillpress(path, BUILD);
  const first = digestsOf(getPath("public"));
  await skillpress(path, [...BUILD.slice(0, -1), "again"]);
  expect(digestsOf(getPath("again"))).toEqual(first);
  expect(section(checklist(), "moon")).toContain("- [x]");

  writeFileSync(getPath("skills/moon/a.md"), "B\n");
  await skillpress(path, BUILD);
  const moon = section(checklist(), "moon");
  expect(moon).not.toContain("- [x]");
  expect(moon).toMatch(/\*\*Not run for these bytes\.\*\* Other bytes: passed, \d/);
  expect(read("public/agent-skills/-/report.json")).not.toContain("activation of");
});

test("results that nobody recorded yet are a warning, which tells no visitor where the file is", async () => {
  const { path, read, checklist } = await built();
  const { exitCode, err } = await skillpress(path, [...BUILD, "--results", "private/results.json"]);
  expect([exitCode, err.includes("warning results-missing private/results.json")]).toEqual([0, true]);
  expect(checklist()).toContain("**Not run.**");
  expect(read("public/agent-skills/-/report.json")).not.toContain("results");
  expect((await skillpress(path, [...BUILD, "--results", "results.json", "--strict"])).exitCode).toBe(1);
});

test("a build with damaged results ends with exit code 2, and what was published stays", async () => {
  const { path, getPath } = await built();
  writeFileSync(getPath("results.json"), "{");
  const before = digestsOf(path);
  const { exitCode, err } = await skillpress(path, [...BUILD, "--results", "results.json"]);
  expect([exitCode, err.includes("results-unusable"), err.includes("it is not JSON")]).toEqual([2, true, true]);
  expect(digestsOf(path)).toEqual(before);
});

test("a note with Markdown, HTML and control characters stays text of one line, on the page too", async () => {
  const { path, checklist } = await built();
  const note =
    "**x** _y_ `z` <b>k</b> [a](https://evil.example) www.evil.example\n- [x] me too\n## moon\n\u001b[31m\u202E &amp;";
  await skillpress(path, [...RECORD, "--skill", "moon", "--activation", "fail", "--note", note]);
  await skillpress(path, [...BUILD, "--results", "results.json"]);
  expect(checklist().match(/^- \[x\]|^## moon$/gm)).toEqual(["## moon"]);
  expect(checklist()).toContain(
    "Note: \\*\\*x\\*\\* \\_y\\_ \\`z\\` \\<b\\>k\\</b\\> \\[a\\](https\\://evil.example) www\\.evil.example - \\[x\\] me too \\#\\# moon \\<U+001B\\>\\[31m\\<U+202E\\> \\&amp;\n",
  );
  const page = renderMarkdown(section(checklist(), "moon"), { topHeading: 2 });
  expect(page.match(/<(?:a|b|h\d|script)[ >]|\u001b|\u202E/g)).toBeNull();
  expect(page).toContain("**x** _y_ `z` &lt;b&gt;k&lt;/b&gt; [a](https://evil.example) www.evil.example - [x] me too");
  expect(page.match(/aria-label="[^"]*"/g)).toEqual(Array.from({ length: 4 }, () => 'aria-label="To do"'));
});
