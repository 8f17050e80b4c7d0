import { expect, test } from "vitest";
import { compileSchemas } from "../../src/verify/schemas.ts";
import { composed } from "../tools/publication.ts";
import { skillMd } from "../tools/skill.ts";

const { index, report } = compileSchemas();
const ENTRY = {
  name: "tides",
  type: "skill-md",
  description: "Does tides things.",
  url: "https://docs.example.com/x",
  digest: `sha256:${"0".repeat(64)}`,
};
const wrap = (entry: object) => ({
  $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
  skills: [entry],
});

test("a right index and a right report are valid", async () => {
  expect(index(wrap(ENTRY))).toEqual([]);
  const { report: made } = await composed({
    "tides/SKILL.md": skillMd("tides"),
    "sky/skills/moon/SKILL.md": skillMd("moon"),
  });
  expect(report(made)).toEqual([]);
});

test.each([
  ["a name in upper case", { name: "Tides" }],
  ["a name with a double hyphen", { name: "a--b" }],
  ["a long name", { name: "a".repeat(65) }],
  ["another type", { type: "zip" }],
  ["an empty description", { description: "" }],
  ["a description that is not trimmed", { description: " x" }],
  ["a long description", { description: "a".repeat(1_025) }],
  ["a plain http address", { url: "http://docs.example.com/x" }],
  ["a host that only looks like loopback", { url: "http://localhost.example.com/x" }],
  ["a relative address", { url: "/x" }],
  ["an upper-case digest", { digest: `sha256:${"A".repeat(64)}` }],
  ["a stranger", { version: "1" }],
])("an index with %s is not valid", (_, entry) => {
  expect(index(wrap({ ...ENTRY, ...entry }))).not.toEqual([]);
});
