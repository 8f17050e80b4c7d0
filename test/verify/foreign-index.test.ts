import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { judgeIndex } from "../../src/verify/foreign-index.ts";

const HEX = "0123456789abcdef".repeat(4);
const ENTRY = {
  name: "tides",
  type: "skill-md",
  description: "Does tides things.",
  url: "https://docs.example.com/agent-skills/tides/SKILL.md",
  digest: `sha256:${HEX}`,
};
const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

const judge = (index: unknown) =>
  judgeIndex(Buffer.from(typeof index === "string" ? index : JSON.stringify(index)), "index.json");
/** Each problem as its code, the field it names, and its hint. */
const told = (index: unknown) =>
  judge(index).map(({ code, message, hint }) => [code, /`([^`]*)`/.exec(message)?.[1], hint] as const);
const judgeEntry = (entry: object) => told({ $schema: SCHEMA, skills: [{ ...ENTRY, ...entry }] });

test("a right index has nothing wrong", () => {
  expect(
    judge({
      $schema: SCHEMA,
      skills: [ENTRY, { ...ENTRY, name: "moon", type: "archive", url: "https://docs.example.com/moon.zip" }],
    }),
  ).toEqual([]);
});

test("an artifact on a host that the publisher does not control is told with the way to publish it", () => {
  const [problem, ...others] = judge({
    $schema: SCHEMA,
    skills: [{ ...ENTRY, url: "https://raw.githubusercontent.com/o/r/main/tides/SKILL.md" }],
  });
  expect(others).toEqual([]);
  expect(problem).toMatchObject({
    code: "uncontrolled-host",
    severity: "error",
    path: "index.json",
    message: expect.stringMatching(/skills\[0\]\.url.*raw\.githubusercontent\.com/),
    hint: expect.stringMatching(/your own domain.*skillpress build --source skills --origin https:/),
  });
});

test("an index written from memory is told every wrong field with the right value", () => {
  const index =
    '{"$schema":"https://agentskills.io/schemas/v0.2.0/index.json","skills":[{"name":"tides","type":"task","sha256":"ab"}]}';
  expect(told(index)).toEqual([
    ["index-field", "$schema", `It must be exactly \`${SCHEMA}\`.`],
    ["index-field", "skills[0].type", expect.stringMatching(/`skill-md`.*`archive`/)],
    ["index-field", "skills[0].description", expect.stringContaining("1 to 1024 characters")],
    ["index-field", "skills[0].url", expect.stringContaining("absolute https address")],
    ["index-field", "skills[0].digest", expect.stringMatching(/`sha256:`.*64 lower-case hex digits/)],
    ["index-unknown-field", "skills[0].sha256", expect.stringContaining("`digest`")],
  ]);
});

// The hex forms are those of `printf … | base64 -d | xxd -p`, here by Node's own decoder.
const BASE64 = createHash("sha256").update("tides").digest("base64");
test.each([
  ["sha256-AbC=", /`sha256:`.*64 lower-case hex.*colon.*not base64/],
  [`sha256-${BASE64}`, new RegExp(`\`sha256:${Buffer.from(BASE64, "base64").toString("hex")}\``)],
  [BASE64, new RegExp(`\`sha256:${Buffer.from(BASE64, "base64").toString("hex")}\``)],
  [HEX, new RegExp(`\`sha256:${HEX}\``)],
  [`sha256:${HEX.toUpperCase()}`, new RegExp(`\`sha256:${HEX}\``)],
  [`SHA256:${HEX}`, new RegExp(`\`sha256:${HEX}\``)],
  [`sha256=${HEX}`, new RegExp(`\`sha256:${HEX}\``)],
  [`sha256-${HEX}`, new RegExp(`\`sha256:${HEX}\``)],
  [`sha512:${HEX}${HEX}`, /`sha256:` and the 64 lower-case hex digits/],
  [`sha256:${HEX}0`, /`sha256:` and the 64 lower-case hex digits/],
  ["", /`sha256:` and the 64 lower-case hex digits/],
  [1, /`sha256:` and the 64 lower-case hex digits/],
])("the digest %j is told with its right form", (digest, right) => {
  expect(judgeEntry({ digest })).toEqual([["index-field", "skills[0].digest", expect.stringMatching(right)]]);
});

test.each([
  ["name", "Tide Clock", "`tide-clock`"],
  ["name", "a--b", "`a-b`"],
  ["name", "a".repeat(65), "64 characters"],
  ["name", "", "lower-case"],
  ["name", 2024, "lower-case"],
  ["name", null, "lower-case"],
  ["type", "skill", "`skill-md`"],
  ["type", "SKILL-MD", "`skill-md`"],
  ["type", undefined, "`skill-md`"],
  ["description", "", "1 to 1024"],
  ["description", "   ", "1 to 1024"],
  ["description", "a".repeat(1_025), "it has 1025"],
  ["description", ["a"], "1 to 1024"],
  ["url", "/agent-skills/tides/SKILL.md", "absolute https"],
  ["url", "tides/SKILL.md", "absolute https"],
  ["url", "http://docs.example.com/x", "https"],
  ["url", "data:text/plain,x", "https"],
  ["url", "ftp://docs.example.com/x", "https"],
  ["url", 1, "absolute https"],
])("a wrong %s is told with the right one: %j", (field, value, right) => {
  expect(judgeEntry({ [field]: value })).toEqual([
    ["index-field", `skills[0].${field}`, expect.stringContaining(right)],
  ]);
});

test.each([["a".repeat(64)], ["7"], ["a-1-b"]])("the name %s is right", (name) => {
  expect(judgeEntry({ name })).toEqual([]);
});

test.each([
  ["a description of 1,024 characters", { description: "a".repeat(1_024) }],
  ["an address with port and query", { url: "https://docs.example.com:8443/x?y=1" }],
  ["a loopback address", { url: "http://localhost:4321/x" }],
])("%s is right", (_, entry) => {
  expect(judgeEntry(entry)).toEqual([]);
});

test.each([
  ["title", "`name`"],
  ["summary", "`description`"],
  ["href", "`url`"],
  ["kind", "`type`"],
  ["hash", "`digest`"],
  ["integrity", "`digest`"],
])("the stranger `%s` is told what the format calls it", (field, right) => {
  expect(judgeEntry({ [field]: "x" })).toEqual([
    ["index-unknown-field", `skills[0].${field}`, expect.stringContaining(right)],
  ]);
});

test.each([["files"], ["version"], ["constructor"], ["toString"], ["hasOwnProperty"]])(
  "the stranger `%s` is to be removed",
  (field) => {
    expect(judgeEntry({ [field]: "x" })).toEqual([["index-unknown-field", `skills[0].${field}`, "Remove it."]]);
  },
);

test.each([
  ["a page", "<!doctype html>", "index-not-json"],
  ["nothing", "", "index-not-json"],
  ["half of it", '{"$schema":', "index-not-json"],
  ["a list", "[]", "index-field"],
  ["null", "null", "index-field"],
  ["text", '"x"', "index-field"],
])("an index that is %s is told so, once", (_, text, code) => {
  expect(judge(text).map((problem) => problem.code)).toEqual([code]);
});

test.each([
  ["https://schemas.agentskills.io/discovery/0.2.0/schema.json/"],
  ["https://schemas.agentskills.io/discovery/0.1.0/schema.json"],
  ["http://schemas.agentskills.io/discovery/0.2.0/schema.json"],
  [undefined],
])("the schema %j is told with the exact one", ($schema) => {
  expect(told({ $schema, skills: [ENTRY] })).toEqual([
    ["index-field", "$schema", expect.stringContaining(`\`${SCHEMA}\``)],
  ]);
});

test("an empty list of skills, a list that is none, and entries that are none are told", () => {
  expect(judge({ $schema: SCHEMA, skills: [] })).toMatchObject([
    { code: "index-empty", severity: "error", path: "index.json" },
  ]);
  for (const index of [{ $schema: SCHEMA, skills: {} }, { $schema: SCHEMA }])
    expect(told(index)).toEqual([["index-field", "skills", expect.stringContaining("a list")]]);
  expect(told({ $schema: SCHEMA, skills: [null, "x", []] }).map(([, field]) => field)).toEqual([
    "skills[0]",
    "skills[1]",
    "skills[2]",
  ]);
});

test("a name that is used twice is told with its place", () => {
  expect(told({ $schema: SCHEMA, skills: [ENTRY, { ...ENTRY, name: "moon" }, ENTRY] })).toEqual([
    ["index-duplicate", "skills[2].name", expect.any(String)],
  ]);
});

test("a long value is not repeated whole", () => {
  expect(JSON.stringify(judge({ $schema: "x".repeat(100_000), skills: [ENTRY] })).length).toBeLessThan(1_000);
});

test.each([
  ["10,000 lists in each other", `{"$schema":${"[".repeat(10_000)}${"]".repeat(10_000)},"skills":[]}`],
  [
    "200,000 unknown keys",
    JSON.stringify({ ...Object.fromEntries(Array.from({ length: 200_000 }, (_, key) => [`k${key}`, 1])), skills: [] }),
  ],
  ["a million wrong entries", `{"skills":[${"0,".repeat(1_000_000)}0]}`],
])("an index of %s gets a short, clear answer", (_, text) => {
  const problems = judgeIndex(Buffer.from(text), "index.json");
  expect(problems.length).toBeGreaterThan(0);
  expect(JSON.stringify(problems).length).toBeLessThan(200_000);
});
