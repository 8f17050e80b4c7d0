import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { agentsOfClient } from "../scripts/agents.ts";
import { generatedPages } from "../scripts/docs.ts";
import { generated } from "../scripts/schemas.ts";
import { headingName } from "../src/catalog/headings.ts";
import { Look } from "../src/look.ts";
import { Options } from "../src/options.ts";
import { POLICY } from "../src/serve/headers.ts";
import { skillpress } from "./tools/command.ts";
import { REPOSITORY } from "./tools/program.ts";
import { folder } from "./tools/skill.ts";

const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "AGENTS.md",
  ...readdirSync(join(REPOSITORY, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const WORKFLOWS = [".github/workflows/ci.yml", ".github/workflows/publish.yml"];

const markdown = new MarkdownIt();

function textOf(path: string): string {
  return readFileSync(join(REPOSITORY, path), "utf8");
}

test.each(Object.entries(generatedPages))("docs/%s is what the tables in code give", (name, make) => {
  expect(textOf(`docs/${name}`), "write it with `node scripts/docs.ts`").toBe(make());
});

test.each(Object.entries(generated))("schemas/%s is what the shapes in code give", (name, make) => {
  expect(textOf(`schemas/${name}`), "write it with `node scripts/schemas.ts`").toBe(make());
});

test("the list of agents is what the installed client gives", () => {
  expect(JSON.parse(textOf("src/publication/agents.json")), "write it with `node scripts/agents.ts`").toEqual(
    agentsOfClient(),
  );
});

test("the page of options names every option and every flag", () => {
  const flags = [...textOf("src/commands/arguments.ts").matchAll(/^ {2}"?([a-z-]+)"?: \{ type: "/gm)];
  expect(flags.length).toBeGreaterThan(10);
  const options = Object.keys(Options.shape);
  expect(options).toContain("source");
  // The first word of each piece of code: `--out DIR` names `--out`, `catalog: false` names `catalog`.
  const named = [...textOf("docs/options.md").matchAll(/`([^`\s:]+)[^`]*`/g)].map((match) => match[1]);
  expect(named).toEqual(expect.arrayContaining([...options, ...flags.map((match) => `--${match[1]}`)]));
});

test.each(PAGES)("every link of %s to another file of the repository arrives, at its heading too", (page) => {
  const dead = linksOf(page).filter((href) => {
    const [path = "", fragment] = href.split("#");
    const target = path === "" ? page : relative(REPOSITORY, join(REPOSITORY, dirname(page), path));
    if (target.startsWith("..") || !existsSync(join(REPOSITORY, target))) return true;
    return fragment !== undefined && !headingsOf(target).includes(fragment);
  });
  expect(dead).toEqual([]);
});

test.each(["README.md", "docs/options.md", "docs/catalog.md"])(
  "every JSON example of %s is a configuration that is accepted",
  (page) => {
    const examples = fencesOf(page, "json");
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples)
      expect(Options.safeParse(JSON.parse(example)).error?.issues, example).toBeUndefined();
  },
);

test("the page about the catalog shows the files of the Starlight site that is built in the tests", () => {
  const shown = ["js", "astro", "css"].flatMap((language) => fencesOf("docs/catalog.md", language));
  for (const file of [
    "astro.config.mjs",
    "src/layouts/skills.astro",
    "src/components/page-title.astro",
    "src/styles/skills.css",
  ])
    expect(shown, file).toContain(textOf(`test/fixtures/starlight/${file}`));
});

test("the page about the catalog names every key of a look and every component that can be replaced", () => {
  const named = new Set([...textOf("docs/catalog.md").matchAll(/[`"]([a-zA-Z-]+)[`"]/g)].map((match) => match[1]));
  const { components, ...keys } = Look.shape;
  const parts = Object.keys(components.unwrap().def.keyType.enum);
  for (const name of [...Object.keys(keys), "components", ...parts]) expect(named, name).toContain(name);
});

test("the policy that the page about the catalog promises is the one that previews and tests send", () => {
  expect(textOf("docs/catalog.md")).toContain(`\nContent-Security-Policy: ${POLICY}\n`);
});

test("the publication is uploaded to Pages with its dot folders", () => {
  const uploads = stepsOf(".github/workflows/publish.yml").filter(({ uses }) =>
    uses?.startsWith("actions/upload-pages-artifact@"),
  );
  expect(uploads.map((step) => step.with)).toEqual([{ path: "dist", "include-hidden-files": true }]);
});

test.each(WORKFLOWS)("%s pins every action by its commit, grants nothing by default, and ends by itself", (path) => {
  const used = stepsOf(path).flatMap(({ uses }) => uses ?? []);
  expect(used.length).toBeGreaterThan(2);
  expect(used.filter((uses) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(uses))).toEqual([]);
  const { permissions, jobs } = workflow(path);
  expect(permissions).toEqual({});
  expect(Object.entries(jobs).filter(([, job]) => job["timeout-minutes"] === undefined)).toEqual([]);
  const checkouts = stepsOf(path).filter(({ uses }) => uses?.startsWith("actions/checkout@"));
  expect(checkouts.filter((step) => step.with?.["persist-credentials"] !== false)).toEqual([]);
});

/** The parts of a workflow that are looked at. */
const Workflow = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      "timeout-minutes": z.number().optional(),
      steps: z.array(z.object({ uses: z.string().optional(), with: z.record(z.string(), z.unknown()).optional() })),
    }),
  ),
});

function workflow(path: string): z.output<typeof Workflow> {
  return Workflow.parse(parse(textOf(path)));
}

function stepsOf(path: string) {
  return Object.values(workflow(path).jobs).flatMap(({ steps }) => steps);
}

/** The code blocks of a page in a language. */
function fencesOf(page: string, language: string): string[] {
  return markdown
    .parse(textOf(page), {})
    .filter(({ type, info }) => type === "fence" && info.trim() === language)
    .map(({ content }) => content);
}

/** Destinations of all links of a page that have no scheme. */
function linksOf(page: string): string[] {
  return markdown
    .parse(textOf(page), {})
    .flatMap(({ children }) => children ?? [])
    .flatMap((token) => token.attrGet("href") ?? token.attrGet("src") ?? [])
    .map(String)
    .filter((href) => !/^[a-z][a-z0-9+.-]*:/i.test(href));
}

/** The fragments that lead to the headings of a page. */
function headingsOf(page: string): string[] {
  const tokens = markdown.parse(textOf(page), {});
  return tokens
    .filter((_, index) => tokens[index - 1]?.type === "heading_open")
    .map(({ children }) => headingName((children ?? []).map(({ content }) => content).join("")));
}

test("the page about manifests shows what the command says of a skill of this repository, before and after the edit", async () => {
  const page = textOf("docs/manifests.md");
  const { path, getPath } = await folder({});
  const skill = ".claude/skills/publish-agent-skills";
  cpSync(join(REPOSITORY, "skills/publish-agent-skills"), getPath(skill), { recursive: true });
  const { out: manifest } = await skillpress(path, ["manifest", skill, "--json"]);
  expect(fencesOf("docs/manifests.md", "json")).toEqual([manifest]);
  writeFileSync(getPath("reviewed.json"), manifest);
  const compare = () => skillpress(path, ["manifest", skill, "--against", "reviewed.json"]);
  const equal = await compare();
  appendFileSync(getPath(skill, "scripts/check-deployed.sh"), "# edited\n");
  const edited = await compare();
  const gone = await skillpress(path, ["manifest", ".claude/skills/gone", "--json"]);
  expect([equal.exitCode, edited.exitCode, gone.exitCode]).toEqual([0, 1, 2]);
  for (const { out } of [equal, edited, gone]) expect(page).toContain(`\n${out}\`\`\`\n`);
});

test("the digests shown in the README are those of this repository's skills", async () => {
  const shown = [...textOf("README.md").matchAll(/^ {2}(\S+) .* sha256:([0-9a-f]{12})…$/gm)].map(([, name, hex]) => [
    name,
    hex,
  ]);
  expect(shown.length).toBeGreaterThan(3);
  const { path } = await folder({});
  await skillpress(path, ["build", "--no-catalog", "--source", join(REPOSITORY, "skills"), "--out", "public"]);
  const sums = readFileSync(join(path, "public/agent-skills/-/SHA256SUMS"), "utf8").split("\n");
  for (const [name, hex] of shown) {
    const line = sums.find((each) => each.startsWith(hex ?? "?") && !each.includes("/-/at/"));
    expect(line, `${name} in the README`).toMatch(
      new RegExp(`agent-skills/${name}(?:-bundle)?(?:\\.tar\\.gz|/SKILL\\.md)$`),
    );
  }
});
