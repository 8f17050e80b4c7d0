import { join } from "node:path";
import { expect, test } from "vitest";
import { readFrontMatter } from "../../src/front-matter/read.ts";
import { brief } from "../tools/problems.ts";
import { REPOSITORY, runProgram } from "../tools/program.ts";
import { folder } from "../tools/skill.ts";

const read = (text: string) => readFrontMatter(Buffer.from(text), "trips/SKILL.md");

test("name, description, license, compatibility and metadata are read; unknown keys cause no remark", () => {
  const text =
    "---\nname: trips\ndescription: Plans trips.\nlicense: MIT\ncompatibility: Needs git\nallowed-tools: Bash(git:*) Read\nx-own: {a: [b]}\nmetadata:\n  version: 1.0\n  author: A B\n---\n# Body\n";
  expect(read(text)).toEqual({
    frontMatter: {
      name: "trips",
      description: "Plans trips.",
      license: "MIT",
      compatibility: "Needs git",
      metadata: { version: "1.0", author: "A B" },
      internal: false,
    },
    problems: [],
  });
});

test.each([
  ["description: Plan trips: flights first\n"],
  ["description: Plan trips: flights first\nallowed-tools: Read\n"],
])("a colon and a blank in the description is an error with its place and the quoted line: %j", (fields) => {
  const { frontMatter, problems } = read(`---\nname: trips\n${fields}---\n`);
  expect(frontMatter).toBeUndefined();
  expect(brief(problems)).toEqual(["error invalid-yaml trips/SKILL.md:3:24"]);
  expect(problems[0]).toMatchObject({
    quote: "description: Plan trips: flights first",
    hint: expect.stringContaining('`description: "Plan trips: flights first"`'),
  });
});

test.each([
  ["true", true],
  ["True", true],
  ["TRUE", true],
  ['"true"', false],
  ["'true'", false],
  ["yes", false],
  ["false", false],
  ["!important", undefined],
])("`metadata.internal: %s` hides the skill: %s", (written, internal) => {
  expect(
    read(`---\nname: trips\ndescription: Plans.\nmetadata:\n  internal: ${written}\n---\n`).frontMatter?.internal,
  ).toBe(internal);
});

test.each([
  ["internal: true"],
  ["metadata: true"],
  ["metadata: internal"],
  ["metadata:\n  - internal: true"],
  ["metadata:\n  deeper:\n    internal: true"],
])("only `metadata.internal` hides a skill, not %j", (fields) => {
  expect(read(`---\nname: trips\ndescription: Plans.\n${fields}\n---\n`)).toMatchObject({
    frontMatter: { internal: false },
    problems: [],
  });
});

test("fields that are not text are left out of what is told about a skill", () => {
  expect(
    read(
      "---\nname: trips\ndescription: Plans.\nlicense: [MIT]\ncompatibility:\nmetadata: {a: [b], __proto__: c}\n---\n",
    ).frontMatter,
  ).toMatchObject({ license: null, compatibility: null });
});

test("the main client lists every skill that is read without an error, and drops those that are refused", async () => {
  const accepted = {
    plain: "name: plain\ndescription: Plans trips.\n",
    folded: "name: folded\ndescription: >\n  Plans\n  trips.\n",
    fences: "name: fences\ndescription: |\n  a\n  ---\n  b\n",
    quoted: 'name: "2024"\ndescription: "true"\n',
    comment: "# x\nname: comment # y\ndescription: Plans # z\n",
    dots: "name: dots\ndescription: ...\n",
    keys: "1: x\ntrue: y\nname: keys\ndescription: Plans.\n",
    tools: "name: tools\ndescription: Plans.\nallowed-tools: Bash(git:*) Read\n",
    crlf: "name: crlf\r\ndescription: Plans.\r\n",
  };
  const dropped = {
    number: "name: 2024\ndescription: Plans.\n",
    truth: "name: truth\ndescription: true\n",
    nothing: "name: nothing\ndescription: ~\n",
    colon: "name: colon\ndescription: Plan trips: flights first\n",
    twice: "name: twice\nname: again\ndescription: Plans.\n",
    tab: "name: tab\nmetadata:\n\tx: y\ndescription: Plans.\n",
    blank: "name: \ndescription: Plans.\n",
  };
  const fence = (yaml: string) => (yaml.includes("\r") ? `---\r\n${yaml}---\r\n` : `---\n${yaml}---\n`);
  const files = Object.entries({ ...accepted, ...dropped }).map(([name, yaml]) => [`${name}/SKILL.md`, fence(yaml)]);
  const source = await folder({
    ...Object.fromEntries(files),
    "first-blank/SKILL.md": "\n---\nname: first-blank\ndescription: Plans.\n---\n",
    "fence-blank/SKILL.md": "--- \nname: fence-blank\ndescription: Plans.\n---\n",
  });
  const client = join(REPOSITORY, "node_modules", "skills", "bin", "cli.mjs");
  const { said } = await runProgram(process.execPath, [client, "add", source.path, "--list"], {
    cwd: source.path,
    env: { HOME: source.getPath("home"), DISABLE_TELEMETRY: "1", DO_NOT_TRACK: "1", NO_COLOR: "1" },
  });
  // A name stands four columns from the bar, a description six.
  const listed = [...said.matchAll(/^│ {4}(\S+)$/gm)].map(([, name = ""]) => name);

  const verdicts = Object.entries({ ...accepted, ...dropped }).map(
    ([name, yaml]) => readFrontMatter(Buffer.from(fence(yaml)), `${name}/SKILL.md`).frontMatter?.name,
  );
  expect(listed.toSorted()).toEqual(["2024", "comment", "crlf", "dots", "fences", "folded", "keys", "plain", "tools"]);
  expect(verdicts.filter((name) => name !== undefined).toSorted()).toEqual(listed.toSorted());
});
