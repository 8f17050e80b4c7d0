import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { lintSource } from "@secretlint/core";
import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Allowed, FINDINGS_LIMIT, scanForSecrets } from "../../src/secrets/index.ts";
import type { Files } from "../../src/skill.ts";
import { MADE_UP, pem } from "./made-up.ts";

const filesOf = (contents: Readonly<Record<string, string | Uint8Array>>): Files =>
  new Map(Object.entries(contents).map(([path, text]) => [path, { bytes: Buffer.from(text), executable: false }]));
const scan = (contents: Readonly<Record<string, string | Uint8Array>>, allowed: readonly Allowed[] = []) =>
  scanForSecrets(filesOf(contents), { folder: "skills/tides", allowed });
const foundIn = async (name: string, text: string | Uint8Array) =>
  (await scan({ [name]: text })).problems.map(({ line, column, message }) => [line, column, message]);

/** A token that no rule reads as more than one. */
const { line: LINE, value: TOKEN } = MADE_UP.find(({ rule }) => rule === "github") ?? { line: "", value: "" };
const TELLS = "This looks like a secret and would be published: GitHub Token (rule `github`).";

test.each(MADE_UP)(
  "$rule: $what is found at its line and column, and not repeated",
  async ({ rule, what, line, value }) => {
    const name = rule === "npm" ? ".npmrc" : "notes.md";
    const { problems } = await scan({ [name]: `# Notes\n\n- ${line}\n` });
    const said = problems.find(({ message }) => message.includes(`: ${what} (rule \`${rule}\`)`));
    expect(said).toMatchObject({ code: "secret-found", severity: "error", path: `skills/tides/${name}`, line: 3 });
    // The whole line counts as where it is, when the rule begins with what comes before the value.
    expect((said?.column ?? 0) - 1).toBeLessThanOrEqual(`- ${line}`.indexOf(value.split("\n")[0] ?? ""));
    for (let at = 0; at + 8 <= value.length; at += 4)
      expect(JSON.stringify(problems)).not.toContain(value.slice(at, at + 8));
  },
);

test("every recommended rule that looks into texts has a made-up value that it finds", () => {
  const names = rules.map(({ meta }) => meta.id.replace("@secretlint/secretlint-rule-", ""));
  const others = names.filter((name) => !MADE_UP.some(({ rule }) => rule === name));
  // Keys of service accounts are JSON, tested below; comments that switch the scan off are not obeyed.
  expect(others).toEqual(["gcp", "filter-comments"]);
});

test("a key of a service account is found by its JSON", async () => {
  const key = JSON.stringify({ private_key_id: "1", private_key: pem("") });
  expect(await foundIn("account.json", key)).toContainEqual([
    1,
    1,
    "This looks like a secret and would be published: GCP Service Account's private key(json) (rule `gcp`).",
  ]);
});

test.each([
  ["words", "The token `ghp_…` begins with ghp_, an id with AKIA.\n"],
  [
    "an example of documentation",
    ["aws_secret_access_key = wJalrXUtn", "FEMI/K7MDENG/bPxRfiCY", "EXAMPLEKEY\n"].join(""),
  ],
  ["placeholders", "https://user:password@example.com and postgres://user:${PASSWORD}@localhost/db\n"],
  ["a public key", "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n"],
  ["nothing", ""],
])("%s are no secret", async (_, text) => {
  expect(await foundIn("notes.md", text)).toEqual([]);
});

test("a comment in a file does not switch the scan off", async () => {
  expect(await foundIn("notes.md", `<!-- secretlint-disable -->\n${LINE}\n`)).toEqual([[2, 8, TELLS]]);
});

test.each([
  ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${TOKEN}\n`), 2],
  ["UTF-16, little end first", Buffer.from(`\uFEFF${TOKEN}\n`, "utf16le"), 1],
  ["UTF-16, big end first", Buffer.from(`\uFEFF${TOKEN}\n`, "utf16le").swap16(), 1],
  ["Latin-1", Buffer.from(`\u00E9 ${TOKEN}\n`, "latin1"), 3],
])("a secret in %s is found", async (_, bytes, column) => {
  expect(await foundIn("notes.txt", bytes)).toEqual([[1, column, TELLS]]);
});

test("line ends of Windows count as one", async () => {
  expect(await foundIn("notes.txt", `one\r\ntwo\r\n${LINE}\r\n`)).toEqual([[3, 8, TELLS]]);
});

test("files that are no text are not examined, and named", async () => {
  const { problems, binary } = await scan({ "b.bin": `\0${LINE}`, "a.p12": `\0${LINE}`, "c.md": "# C" });
  expect(problems).toEqual([]);
  expect(binary).toEqual(["skills/tides/a.p12", "skills/tides/b.bin"]);
});

test("nothing is read from disk, though a rule opens files that end in `.p12`", async () => {
  const read = vi.spyOn(fs, "readFileSync");
  syncBuiltinESMExports();
  onTestFinished(() => {
    read.mockRestore();
    syncBuiltinESMExports();
  });
  const { problems } = await scan({ "keys.p12": LINE, "KEYS.P12": LINE });
  expect(problems).toMatchObject([
    { line: 1, column: 8 },
    { line: 1, column: 8 },
  ]);
  expect(read).not.toHaveBeenCalled();

  // The rule itself does.
  const config = { rules: rules.map((rule) => ({ id: rule.meta.id, rule })) };
  const source = { filePath: "keys.p12", ext: ".p12", content: LINE, contentType: "text" } as const;
  await lintSource({ source, options: { config, noPhysicFilePath: true } });
  expect(read).toHaveBeenCalledWith("keys.p12");
});

test("no marks are left in the timeline of the process", async () => {
  await scan({ "a.md": LINE });
  expect(performance.getEntriesByType("mark").filter(({ name }) => name.startsWith("@core"))).toEqual([]);
});

test.each<[string, Allowed, boolean]>([
  ["the file and rule", { path: "skills/tides/a.md", rule: "github" }, true],
  ["a folder above it", { path: "./skills/", rule: "github" }, true],
  ["everything", { path: ".", rule: "github" }, true],
  ["another rule", { path: "skills/tides/a.md", rule: "aws" }, false],
  ["another file", { path: "skills/tides/b.md", rule: "github" }, false],
  ["a folder that only begins alike", { path: "skills/tid", rule: "github" }, false],
])("an entry of the list for %s: %o lets it pass: %s", async (_, entry, passes) => {
  const { problems, used } = await scan({ "a.md": LINE }, [entry]);
  expect(problems).toHaveLength(passes ? 0 : 1);
  expect([...used]).toEqual(passes ? [entry] : []);
});

test("findings come in order of path and place", async () => {
  const { problems } = await scan({ "b.md": LINE, "a.md": `x\n${LINE}\n${LINE}\n` });
  expect(problems.map(({ path, line }) => `${path}:${line}`)).toEqual([
    "skills/tides/a.md:2",
    "skills/tides/a.md:3",
    "skills/tides/b.md:1",
  ]);
});

test("a secret is found once wherever a long text is cut", async () => {
  const lengths = [0, 1, 255, 256, 49_110, 49_130, 49_152, 49_153, 65_500, 65_536, 98_290, 98_304, 200_000];
  for (const length of lengths) {
    const found = await foundIn(
      "long.txt",
      `${"x ".repeat(length / 2).padEnd(length)}\n${TOKEN}\n${"y ".repeat(60_000)}`,
    );
    expect(found).toEqual([[2, 1, TELLS]]);
  }
});

test("a private key is found across a cut", async () => {
  const text = `${"x ".repeat(24_530)}\n${pem("EC ")}\n${"y ".repeat(40_000)}`;
  expect(await foundIn("long.txt", text)).toMatchObject([[2, 1, expect.stringContaining("private key")]]);
});

test("of a file full of findings a hundred are told, and that the rest was not examined", async () => {
  const { problems } = await scan({ "a.md": `${LINE}\n`.repeat(3 * FINDINGS_LIMIT) });
  expect(problems).toHaveLength(FINDINGS_LIMIT + 1);
  expect(problems.at(-1)).toMatchObject({ code: "secrets-too-many", severity: "error", path: "skills/tides/a.md" });
});

test("what the list lets pass does not count", async () => {
  const { problems } = await scan({ "a.md": `${LINE}\n`.repeat(3 * FINDINGS_LIMIT) + MADE_UP[0]?.line }, [
    { path: ".", rule: "github" },
  ]);
  expect(problems).toMatchObject([{ code: "secret-found", line: 3 * FINDINGS_LIMIT + 1 }]);
});
