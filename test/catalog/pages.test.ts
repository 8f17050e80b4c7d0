import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Report } from "../../src/publication/report.ts";
import { REPOSITORY } from "../tools/program.ts";
import { skillMd } from "../tools/skill.ts";

const HOSTILE = `<script>alert(1)</script> <img src=x onerror=alert(2)>

[a](javascript:alert(3)) ![b](https://evil.example/x.png) [c](data:text/html,x) \u202Egnp.exe

<style>body{display:none}</style>
`;

let project: FsFixture;
let report: Report;
const page = (address: string) =>
  readFileSync(join(project.getPath("site"), new URL(address).pathname.replace("/base", ""), "index.html"), "utf8");
const ENTITIES: Readonly<Record<string, string>> = { quot: '"', "#34": '"', "#39": "'", lt: "<", gt: ">", amp: "&" };
/** The text of a page, without its marks. */
const text = (html: string) =>
  html.replaceAll(/<[^>]*>/g, "").replaceAll(/&(quot|#34|#39|lt|gt|amp);/g, (_, name: string) => ENTITIES[name] ?? "");
const pages = () => [
  `${report.origin}/agent-skills/`,
  `${report.origin}/agent-skills/-/checklist/`,
  `${report.origin}/agent-skills/-/compare/`,
  ...report.skills.map((skill) => skill.page),
  ...report.bundles.map((bundle) => bundle.page),
];

beforeAll(async () => {
  project = await createFixture({
    "skills/tides/SKILL.md": skillMd("tides"),
    "skills/moon/SKILL.md": skillMd("moon", { body: "See [the list](a.md).\n" }),
    "skills/moon/a.md": "A\n",
    "skills/sea/SKILL.md": skillMd("sea"),
    "skills/sea/skills/wave/SKILL.md": skillMd("wave"),
    "skills/hostile/SKILL.md": skillMd("hostile", {
      description: "<b>Bold</b> \u202E. Use when trying.",
      body: HOSTILE,
    }),
  });
  const argv = ["build", "--origin", "https://docs.example.com/base", "--out", "site", "--bundle", "all"];
  execFileSync(process.execPath, [join(REPOSITORY, "src/cli.ts"), ...argv], { cwd: project.path, stdio: "pipe" });
  report = JSON.parse(readFileSync(project.getPath("site/agent-skills/-/report.json"), "utf8"));
});
afterAll(() => project.rm());

test("every skill, bundle, the home, the checklist and the comparison have a page with one h1 and its canonical address", () => {
  expect(pages()).toHaveLength(3 + 5 + 2);
  for (const address of pages()) {
    const html = page(address);
    expect(html.match(/<h1[\s>]/g), address).toHaveLength(1);
    expect(html, address).toContain(`<link rel="canonical" href="${address}"`);
  }
});

test("a skill's page shows each of its install commands, its digest and the hash of each file", () => {
  for (const { page: address, install, artifact, files } of report.skills) {
    const shown = text(page(address));
    for (const { command } of install) expect(shown, address).toContain(command);
    for (const part of [artifact.digest, artifact.url, ...files.map((file) => file.sha256)])
      expect(shown).toContain(part);
  }
});

test("no page has an inline script or style, an event handler or an address that runs code, whatever a skill holds", () => {
  for (const address of pages()) {
    const html = page(address);
    expect(html, address).not.toMatch(
      /<script(?![^>]* src="\/base\/_astro\/[^"/]+"><\/script>)|<style|\sstyle=|<[^>]+\son[a-z]+=|(?:href|src)="(?:javascript|data|vbscript):/i,
    );
    expect(html, address).not.toMatch(/<img|https:\/\/evil\.example\/x\.png"[^>]*\ssrc/i);
    expect(html, address).not.toContain("\u202E");
  }
});

test("every local address on a page leads to a file of the output, below the base", () => {
  for (const address of pages()) {
    for (const [, href = ""] of page(address).matchAll(/(?:href|src|data-index)="(\/[^"#?]*)/g)) {
      expect(href, address).toMatch(/^\/base\//);
      const file = join(project.getPath("site"), href.slice("/base".length), href.endsWith("/") ? "index.html" : "");
      expect(existsSync(file), `${href} on ${address}`).toBe(true);
    }
  }
});
