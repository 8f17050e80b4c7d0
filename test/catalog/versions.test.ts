import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FsFixture } from "fs-fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Report } from "../../src/publication/report.ts";
import { elementsOf, type Element, withClass } from "../tools/html.ts";
import { deadLinks } from "../tools/links.ts";
import { HASH, twoBuilds } from "../tools/two-builds.ts";
import { invalidities } from "../tools/validity.ts";

const ORIGIN = "https://docs.example.com";

let place: FsFixture;
let site: string;
let report: Report;
const page = (path: string): readonly Element[] => elementsOf(readFileSync(join(site, path, "index.html"), "utf8"));
const skillPage = (name: string) => page(`agent-skills/${name}`);
const section = (elements: readonly Element[], id: string) =>
  elements.find(({ name, attributes }) => name === "section" && attributes.get("aria-labelledby") === id);
const text = (elements: readonly Element[], id: string) => section(elements, id)?.text.replaceAll(/\s+/g, " ") ?? "";
const lines = (elements: readonly Element[]) =>
  withClass(elements, "changes")
    .flatMap(({ inner }) => inner.filter(({ name }) => name === "li"))
    .map((line) => line.text.replaceAll(/\s+/g, " ").trim());
const skillNamed = (name: string) => {
  const skill = report.skills.find((each) => each.name === name);
  if (!skill) throw new Error(`${name} is not published`);
  return skill;
};

beforeAll(async () => {
  ({ place, site, report } = await twoBuilds());
});
afterAll(() => place.rm());

test("a skill's page has the digest of its directory, the manifest, and the command that checks a copy against it", () => {
  const { manifest } = skillNamed("tides");
  const found = section(skillPage("tides"), "manifest");
  expect(found?.text).toContain(manifest?.directory);
  expect(found?.text).toContain(
    `npx skillpress manifest "$HOME/.claude/skills/tides" --against ${ORIGIN}/agent-skills/tides/manifest.json`,
  );
  const links = found?.inner.map(({ attributes }) => attributes.get("href"));
  expect(links).toContain("/agent-skills/tides/manifest.json");
  expect(links).toContain("/agent-skills/-/compare/");
  expect(found?.text).toMatch(/neither who wrote them, nor whether they are\s+safe/);
});

test("a skill that can have no manifest says why, and offers no command", () => {
  const elements = skillPage("wide");
  expect(skillNamed("wide").manifest).toBe(null);
  expect(text(elements, "manifest")).toContain("has no directory manifest");
  expect(text(elements, "manifest")).toMatch(/the path "ab:c\.md" contains the character :/);
  expect(text(elements, "manifest")).not.toContain("npx skillpress manifest");
  expect(text(elements, "versions")).toContain("cannot be compared");
});

test("every version has its address, its artifact and its manifest, this one first", () => {
  const found = section(skillPage("moon"), "versions");
  const { snapshots } = skillNamed("moon");
  expect(snapshots).toHaveLength(2);
  const commands = withClass(found?.inner ?? [], "command").map((each) => each.text);
  expect(commands).toEqual(snapshots.map(({ address }) => `npx skills add ${address} -a claude-code -g`));
  expect(found?.text.match(/this version/)).not.toBe(null);
  const links = found?.inner.flatMap(({ attributes }) => attributes.get("href") ?? []) ?? [];
  for (const { artifact, manifest } of snapshots)
    expect(links).toEqual(expect.arrayContaining([`/${artifact.path}`, `/${manifest?.path}`]));
  expect(found?.text.replaceAll(/\s+/g, " ")).toContain("is pinned, and is never updated");
});

test("what changed since the version before is named file by file, and leads to the files as they are now", () => {
  const elements = skillPage("moon");
  expect(lines(elements)).toEqual(["CHANGED scripts/phase.sh", "ADDED new ⟦U+202E⟧file.md", "REMOVED old.md"]);
  expect(text(elements, "versions")).toContain("1 changed, 1 added, 1 removed. SKILL.md itself is unchanged.");
  const [now, before] = skillNamed("moon").snapshots;
  for (const digest of [now?.manifest?.directory, before?.manifest?.directory])
    expect(text(elements, "versions")).toContain(digest);
  const links = withClass(elements, "changes").flatMap(({ inner }) => inner.filter(({ name }) => name === "a"));
  expect(links.map(({ attributes }) => attributes.get("href"))).toEqual([
    "/agent-skills/moon/files/#/scripts/phase.sh",
    "/agent-skills/moon/files/#/new~20~e2~80~aefile.md",
  ]);
  expect(text(skillPage("sun"), "versions")).toContain("1 changed. SKILL.md itself is changed.");
  expect(text(skillPage("tides"), "versions")).not.toContain("Compared with");
});

test("a version with very many changes stays a small page that says how many there are", () => {
  const elements = skillPage("many");
  expect(lines(elements)).toHaveLength(40);
  expect(text(elements, "versions")).toContain("60 added");
  expect(text(elements, "versions")).toContain("… and 20 more.");
});

test("a set's page has its members with what they are pinned to, its hash, and what the pin proves", () => {
  const elements = page("sets/harbour");
  const members = withClass(elements, "member").map(({ text: words }) => words.replaceAll(/\s+/g, " "));
  expect(members).toHaveLength(3);
  expect(members[0]).toContain(`${skillNamed("moon").snapshots[1]?.version.slice(0, 12)}, an earlier version`);
  expect(members[1]).toContain("the version that is published now");
  expect(members[2]).toContain("published elsewhere");
  expect(members[2]).toContain("https://elsewhere.example/p@tides");
  for (const member of members) expect(member).toContain(HASH);
  expect(text(elements, "pin")).toContain("a".repeat(64));
  expect(text(elements, "pin")).toContain("only when the hash came to you another way");
  expect(text(elements, "pin")).toContain("never updates");
  expect(text(elements, "versions")).toContain("1.0.0");
  const commands = withClass(elements, "command").map((each) => each.text);
  expect(commands).toEqual(report.sets[0]?.install.map(({ command }) => command));
  const [heading] = withClass(elements, "lead");
  expect(heading?.text.trim()).toBe("Everything for a day at sea. ⟦U+202E⟧<b>");
});

test("the list of skills leads to the sets, and a skill to those that pin it", () => {
  expect(text(page("agent-skills"), "sets")).toMatch(/harbour.*2\.0\.0.*3 skills/);
  for (const [name, isMember] of [
    ["moon", true],
    ["sun", true],
    ["tides", false],
    ["many", false],
  ] as const) {
    const [facts] = withClass(skillPage(name), "facts");
    expect(
      facts?.inner.some(({ attributes }) => attributes.get("href") === "/sets/harbour/"),
      name,
    ).toBe(isMember);
  }
});

test("these pages are valid, and no link on them is dead", async () => {
  const paths = [
    "agent-skills",
    "agent-skills/moon",
    "agent-skills/wide",
    "agent-skills/many",
    "agent-skills/-/compare",
  ];
  expect(
    await invalidities(
      site,
      [...paths, "sets/harbour"].map((path) => `${path}/index.html`),
    ),
  ).toEqual([]);
  // The search index is not made here, and is nothing that a page links to.
  expect(deadLinks(site)).toEqual([]);
});
