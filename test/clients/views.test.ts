import { expect, test } from "vitest";
import { parse } from "yaml";
import { clientViews, PROFILES, type View } from "../../src/clients/index.ts";
import type { AsPublished, PublishedFile } from "../../src/clients/rule.ts";

const MIB = 1024 * 1024;

/** A file that nobody has a quarrel with. */
const file = (path: string, more: Partial<PublishedFile> = {}): PublishedFile => ({
  path,
  size: 10,
  executable: false,
  text: true,
  ...more,
});
const many = (count: number, more: Partial<PublishedFile> = {}) =>
  Array.from({ length: count }, (_, index) => file(`f${index}`, more));

const YAML = "name: tides\ndescription: Tells the tides.\n";

/** The skill of a front matter, with SKILL.md and the given files. */
function skill(yaml = YAML, files: readonly PublishedFile[] = [file("references/a.md")]): AsPublished {
  return {
    name: "tides",
    description: "Tells the tides.",
    files: [file("SKILL.md"), ...files],
    skillMd: Buffer.from(`---\n${yaml}---\n\n# Tides\n`),
    frontMatter: { text: yaml, values: valuesOf(yaml) },
    legacy: true,
    zip: "https://skills.example.org/agent-skills/tides.zip",
  };
}

function valuesOf(yaml: string): Record<string, unknown> | undefined {
  try {
    return parse(yaml, { logLevel: "error" });
  } catch {
    return undefined;
  }
}

const altered = (more: Partial<AsPublished>): AsPublished => ({ ...skill(), ...more });
const withFiles = (...files: readonly PublishedFile[]) => skill(YAML, files);
const LONG = "x".repeat(1025);
const BROKEN = `${YAML}allowed-tools: Read: all\n`;
const MARKED = altered({ skillMd: Buffer.from(`\uFEFF---\n${YAML}---\n`) });
const LATIN = altered({ skillMd: Buffer.concat([Buffer.from(`---\n${YAML}---\n`), Buffer.from([0xe9])]) });
const INTERNAL = skill(`${YAML}metadata:\n  internal: true\n`);
const LONG_PATH = withFiles(file(`${"x".repeat(101)}.md`));
const NO_SKILL_MD = altered({ files: [file("skill.md")] });

/** One skill for every rule. */
const CASES: readonly (readonly [client: string, rule: string, skill: AsPublished, named?: readonly string[]])[] = [
  ["skills", "name", altered({ name: "Tides" })],
  ["skills", "name", altered({ name: "x".repeat(65) })],
  ["skills", "name", altered({ name: "tide--clock" })],
  ["skills", "description", altered({ description: LONG })],
  ["skills", "description", altered({ description: "" })],
  ["skills", "no-skill-md", NO_SKILL_MD],
  ["skills", "fence", altered({ skillMd: Buffer.from(`--- \n${YAML}---\n`) })],
  ["skills", "fence", altered({ skillMd: Buffer.from(`\n---\n${YAML}---\n`) })],
  ["skills", "fence", altered({ skillMd: Buffer.from(`---\n${YAML}`) })],
  ["skills", "yaml", skill(BROKEN)],
  ["skills", "name-not-text", skill("name: 2024\ndescription: Years.\n")],
  ["skills", "name-not-text", skill("description: Nameless.\n")],
  ["skills", "internal", INTERNAL],
  ["skills", "files", withFiles(...many(1000))],
  ["skills", "size", withFiles(file("a.bin", { size: 50 * MIB }))],
  ["skills", "path", withFiles(file("../a.md")), ["../a.md"]],
  ["skills", "path", withFiles(file("./a.md"), file("/a"), file("C:a"), file("a\\b")), ["./a.md", "/a", "C:a", "a\\b"]],
  ["skills", "long-path", LONG_PATH, [`${"x".repeat(101)}.md`]],
  ["skills", "byte-order-mark", MARKED],
  ["skills", "not-utf-8", LATIN],
  ["skills", "execute-bit", withFiles(file("scripts/run", { executable: true })), ["scripts/run"]],
  ["opencode", "no-legacy-index", altered({ legacy: false })],
  ["opencode", "no-skill-md", NO_SKILL_MD],
  ["claude-archives", "no-zip", altered({ zip: null })],
  ["claude-archives", "address", altered({ zip: "http://skills.example.org/tides.zip" })],
  ["claude-archives", "address", altered({ zip: "https://127.0.0.1:8443/tides.zip" })],
  ["claude-archives", "address", altered({ zip: "https://localhost/tides.zip" })],
  ["claude-archives", "address", altered({ zip: "tides.zip" })],
  ["claude-archives", "wrapped", altered({ files: [file("tides/SKILL.md"), file("tides/a.md")] })],
  ["codex", "description", altered({ description: LONG })],
  ["codex", "yaml", skill(BROKEN)],
  ["mcp", "name", skill("name: clocks\ndescription: Another name.\n")],
  ["mcp", "name", skill("name: 2024\ndescription: Years.\n")],
  ["mcp", "description", skill("name: tides\n")],
  ["mcp", "description", skill(`name: tides\ndescription: ${LONG}\n`)],
  ["mcp", "no-skill-md", NO_SKILL_MD],
  ["mcp", "files", withFiles(...many(512))],
  ["mcp", "size", withFiles(...many(2, { size: 8 * MIB - 4 }))],
  ["mcp", "binaries", withFiles(...many(2, { size: 6 * MIB + 1, text: false }))],
  ["mcp", "reply", withFiles(file("a.txt", { size: 10 * MIB })), ["a.txt"]],
  ["mcp", "reply", withFiles(file("a.bin", { size: 7_864_320, text: false })), ["a.bin"]],
  ["mcp", "byte-order-mark", MARKED],
  ["mcp-folder", "yaml", skill("name: &n tides\ndescription: x\n")],
  ["mcp-folder", "yaml", skill("name: !!str tides\ndescription: x\n")],
  ["mcp-folder", "yaml", skill('name: tides\ndescription: "two\n  lines"\n')],
  ["mcp-folder", "yaml", skill("name: tides\nallowed-tools: [Read,\n  Write]\n")],
  ["mcp-folder", "yaml", skill("name: tides\ndescription: |2\n    x\n")],
  ["mcp-folder", "yaml", skill("name: tides\nname: tides\n")],
  ["mcp-folder", "metadata", skill(`${YAML}metadata:\n  version: 1.0\n`)],
  ["mcp-folder", "compatibility", skill(`${YAML}compatibility: ${"x".repeat(501)}\n`)],
  ["mcp-folder", "hidden", withFiles(file(".config/a"), file("b/.c")), [".config/a", "b/.c"]],
  ["directory-manifest", "no-skill-md", NO_SKILL_MD],
  ["directory-manifest", "not-utf-8", LATIN],
  ["directory-manifest", "files", withFiles(...many(512))],
  [
    "directory-manifest",
    "entries",
    withFiles(...Array.from({ length: 103 }, (_, i) => file(`${i}/a/b/c/d/e/f/g/h/i`))),
  ],
  ["directory-manifest", "path", withFiles(file("a:b")), ["a:b"]],
  ["directory-manifest", "path", withFiles(file("a/".repeat(12).concat("b"))), ["a/".repeat(12).concat("b")]],
  ["directory-manifest", "large-file", altered({ files: [file("SKILL.md", { size: 131_073 })] }), ["SKILL.md"]],
  ["directory-manifest", "large-file", withFiles(file("a.bin", { size: 16 * MIB + 1 })), ["a.bin"]],
  ["directory-manifest", "size", withFiles(...many(3, { size: 11 * MIB }))],
  ["skill-set", "reserved", altered({ name: "skill-sets" })],
  ["skill-set", "name", altered({ name: "Tides" })],
  ["skill-set", "internal", INTERNAL],
  ["skill-set", "text-changed", MARKED],
  ["skill-set", "text-changed", LATIN],
  ["skill-set", "long-path", LONG_PATH, [`${"x".repeat(101)}.md`]],
  ["skill-set", "backslash", withFiles(file("a\\b")), ["a\\b"]],
  ["skill-set", "same-name", withFiles(file("\u00E9"), file("e\u0301")), ["\u00E9", "e\u0301"]],
  ["skill-set", "too-much", withFiles(...many(1000))],
  ["skill-set", "too-much", withFiles(file("a.bin", { size: 50 * MIB }))],
  ["skill-set", "not-hashed", withFiles(file("node_modules/p/a.js")), ["node_modules/p/a.js"]],
  [
    "skill-set",
    "other-routes",
    withFiles(file("metadata.json"), file("a/__pycache__/b")),
    ["metadata.json", "a/__pycache__/b"],
  ],
];

const viewOf = (client: string, views: readonly View[]) => views.find((view) => view.client === client);

test("a plain skill arrives whole everywhere", () => {
  expect(clientViews(skill()).map(({ client, effect, reasons }) => [client, effect, reasons])).toEqual(
    ["skills", "opencode", "claude-archives", "codex", "mcp", "mcp-folder", "directory-manifest", "skill-set"].map(
      (client) => [client, "whole", []],
    ),
  );
});

const ROWS = CASES.map(([client, rule, published, named = []]) => ({ client, rule, published, named }));

test.each(ROWS)("$client, by the rule $rule", ({ client, rule, published, named }) => {
  const view = viewOf(client, clientViews(published));
  const rules = PROFILES.find(({ id }) => id === client)?.rules;
  const effect = rules?.find(({ id }) => id === rule)?.effect;
  expect(view?.reasons).toMatchObject([{ rule, effect, paths: named, more: 0 }]);
  expect(view?.effect).toBe(effect);
});

test("every rule has a case", () => {
  const all = PROFILES.flatMap(({ id, rules }) => rules.map((rule) => `${id} ${rule.id}`));
  expect(new Set(CASES.map(([client, rule]) => `${client} ${rule}`))).toEqual(new Set(all));
  expect(new Set(all).size).toBe(all.length);
});

/** What is just within a limit, or only looks like a case. */
test.each<readonly [string, string, AsPublished]>([
  ["skills", "a name of 64 characters", altered({ name: "x".repeat(64) })],
  ["skills", "a description of 1,024", altered({ description: LONG.slice(1) })],
  ["skills", "1,000 files", withFiles(...many(999))],
  ["skills", "50 MiB", withFiles(file("a.bin", { size: 50 * MIB - 10 }))],
  ["skills", "a name that ustar splits", withFiles(file(`${"a".repeat(100)}/${"b".repeat(100)}`))],
  ["skills", "line ends of Windows", altered({ skillMd: Buffer.from(`---\n${YAML}---\n`.replaceAll("\n", "\r\n")) })],
  ["skills", "a quoted `true`", skill(`${YAML}metadata:\n  internal: "true"\n`)],
  [
    "skills",
    "front matter that is long",
    altered({ skillMd: Buffer.from(`---\n${YAML}x: ${"y".repeat(17_000)}\n---\n`) }),
  ],
  ["skills", "dots inside names", withFiles(file("a..b/...c/.d"))],
  ["claude-archives", "one folder beside SKILL.md", withFiles(file("references/a.md"), file("references/b.md"))],
  ["claude-archives", "a host that begins like a local one", altered({ zip: "https://localhost.example.org/a.zip" })],
  ["codex", "a description of 1,024", altered({ description: LONG.slice(1) })],
  ["mcp", "512 files", withFiles(...many(511))],
  ["mcp", "16 MiB", withFiles(...many(2, { size: 8 * MIB - 5 }))],
  ["mcp", "12 MiB of binaries", withFiles(...many(2, { size: 6 * MIB, text: false }))],
  ["mcp", "just under 10 MiB of text", withFiles(file("a.txt", { size: 10 * MIB - 1 }))],
  ["mcp-folder", "a folded block", skill("name: tides\ndescription: >-\n  two\n  lines\nmetadata:\n  a: b\n")],
  ["mcp-folder", "a list on one line", skill(`${YAML}allowed-tools: [Read, Write]\n`)],
  ["mcp-folder", "a compatibility of 500", skill(`${YAML}compatibility: ${"x".repeat(500)}\n`)],
  ["mcp-folder", "a dot inside a name", withFiles(file("a.b/c.d"))],
  ["directory-manifest", "512 files", withFiles(...many(511))],
  ["directory-manifest", "12 parts", withFiles(file("a/".repeat(11).concat("b")))],
  ["directory-manifest", "a SKILL.md of 128 KiB", altered({ files: [file("SKILL.md", { size: 131_072 })] })],
  ["directory-manifest", "a byte order mark", MARKED],
  ["directory-manifest", "32 MiB", altered({ files: [file("SKILL.md", { size: 0 }), ...many(2, { size: 16 * MIB })] })],
  ["skill-set", "a file named .git", withFiles(file("a/.gitignore"), file("node_modules.md"))],
  ["skill-set", "metadata of another name", withFiles(file("my-metadata.json"))],
])("%s has nothing against %s", (client, _, published) => {
  expect(viewOf(client, clientViews(published))).toMatchObject({ effect: "whole", reasons: [] });
});

test("the worst reason decides, ten files are named and the others counted", () => {
  const scripts = Array.from({ length: 12 }, (_, index) => file(`s${index}`, { executable: true }));
  const view = viewOf("skills", clientViews({ ...MARKED, files: [file("SKILL.md"), ...scripts] }));
  expect(view?.effect).toBe("changed");
  expect(view?.reasons).toMatchObject([
    { rule: "byte-order-mark", paths: [], more: 0 },
    { rule: "execute-bit", effect: "unmarked", more: 2 },
  ]);
  expect(view?.reasons[1]?.paths).toEqual(scripts.slice(0, 10).map(({ path }) => path));
});

test("what comes out is plain data", () => {
  const views = clientViews(INTERNAL);
  expect(JSON.parse(JSON.stringify(views))).toEqual(views);
});
