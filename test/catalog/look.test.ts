import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { skillpress } from "../tools/command.ts";
import { REPOSITORY } from "../tools/program.ts";
import { folder, skillMd } from "../tools/skill.ts";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>\n';
const FOOTER = `---
import Default from "skillpress/components/footer.astro";
---
<p class="own">Ask the harbour master.</p>
<Default />
`;

let project: FsFixture;
const site = (path: string) => readFileSync(project.getPath("site", path), "utf8");
const PAGES = [
  "agent-skills/index.html",
  "agent-skills/tides/index.html",
  "agent-skills/-/checklist/index.html",
  "agent-skills/-/compare/index.html",
  "404.html",
];

beforeAll(async () => {
  project = await createFixture({
    "skills/tides/SKILL.md": skillMd("tides"),
    "brand/logo.png": Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
      "base64",
    ),
    "brand/icon.svg": SVG,
    "brand/more.css": ".lead { font-style: italic; }\n",
    "brand/foot.astro": FOOTER,
    "skillpress.config.json": JSON.stringify({
      origin: "https://docs.example.com/base",
      out: "site",
      title: "Harbour <Docs>",
      look: {
        logo: "brand/logo.png",
        favicon: "brand/icon.svg",
        accent: "#ff5a1f",
        links: [{ label: "Imprint", href: "https://www.example.com/imprint" }],
        css: "brand/more.css",
        components: { footer: "brand/foot.astro" },
      },
    }),
  });
  const [node, cli] = [process.execPath, join(REPOSITORY, "src/cli.ts")];
  execFileSync(node, [cli, "build"], { cwd: project.path, stdio: "pipe" });
});
afterAll(() => project.rm());

test.each(PAGES)(
  "%s has the name, the logo, the links, the icon and the styles of its publisher, each served below the base",
  (path) => {
    const html = site(path);
    expect(html).toContain("Harbour &lt;Docs&gt;");
    expect(html).toContain('<a href="https://www.example.com/imprint">Imprint</a>');
    const files = [...html.matchAll(/(?:href|src)="(\/base\/_astro\/[^"]+(?<!\.js))"/g)].map(([, file = ""]) => file);
    expect(files.map((file) => /\/([a-z]+)\.[^/]*\.([a-z]+)$/.exec(file)?.slice(1).join("."))).toEqual([
      "icon.svg",
      "catalog.css",
      "accent.css",
      "more.css",
      "logo.png",
    ]);
    for (const file of files) expect(existsSync(project.getPath("site", file.slice("/base/".length))), file).toBe(true);
    expect(html).not.toMatch(/<style|\sstyle=|<script(?! (?:type="module" )?src=)/);
  },
);

test("a component of the publisher stands in place of ours, and can build on it", () => {
  expect(site("agent-skills/index.html")).toContain("Ask the harbour master.</p>");
  expect(site("agent-skills/index.html")).toContain("SHA256SUMS</a>");
});

test("search engines and link previews find title, description, address and picture of a page", () => {
  const html = site("agent-skills/tides/index.html");
  const head = new Map(
    [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(([, name, content]) => [
      name,
      content,
    ]),
  );
  expect(head.get("og:url")).toBe("https://docs.example.com/base/agent-skills/tides/");
  expect(head.get("og:title")).toContain("tides");
  expect(head.get("description")).toBe("Does tides things. Use when the user wants to try things.");
  expect(head.get("og:description")).toBe(head.get("description"));
  expect(head.get("og:site_name")).toBe("Harbour <Docs>");
  expect(head.get("og:image")).toMatch(/^https:\/\/docs\.example\.com\/base\/_astro\/logo\..+\.png$/);
  expect(head.has("robots")).toBe(false);
});

test("a site of skills alone has a real page for what is missing, and addresses for agents and search engines", () => {
  const missing = site("404.html");
  expect(missing).toContain('href="/base/agent-skills/"');
  expect(missing).toContain('<meta name="robots" content="noindex">');
  expect(missing).not.toContain("canonical");
  expect(site("llms.txt")).toBe(site("agent-skills/llms.txt"));
  const addresses = [...site("sitemap-0.xml").matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = ""]) => address);
  expect(addresses).toContain("https://docs.example.com/base/agent-skills/");
  expect(addresses).toContain("https://docs.example.com/base/agent-skills/tides/");
  for (const address of addresses)
    expect(
      existsSync(project.getPath("site", address.slice("https://docs.example.com/base/".length), "index.html")),
      address,
    ).toBe(true);
  expect(site("sitemap-index.xml")).toContain("https://docs.example.com/base/sitemap-0.xml");
});

test("everything at the root is on the list that the next build goes by", () => {
  const listed = site("agent-skills/-/files.txt")
    .split("\n")
    .map((line) => line.slice(66));
  for (const name of readdirSync(project.getPath("site")).filter((each) => /\./.test(each) && !each.startsWith(".")))
    expect(listed).toContain(name);
});

test("a look that names a missing file stops a build with pages, and only that", async () => {
  const { path, getPath } = await folder({ "skills/tides/SKILL.md": skillMd("tides") });
  const look = { logo: "no.svg", components: { footer: "no.astro" } };
  writeFileSync(getPath("skillpress.config.json"), JSON.stringify({ origin: "https://docs.example.com", look }));
  const { exitCode, err } = await skillpress(path, ["build", "--out", "site"]);
  expect(exitCode).toBe(2);
  for (const [option, file] of [
    ["look.logo", "no.svg"],
    ["look.components.footer", "no.astro"],
  ] as const) {
    expect(err).toContain(`error missing-look-file skillpress.config.json\n  \`${option}\` names a file`);
    expect(err).toContain(`looked for as \`${getPath(file)}\``);
  }
  expect(existsSync(getPath("site"))).toBe(false);
  expect((await skillpress(path, ["build", "--out", "site", "--no-catalog"])).exitCode).toBe(0);
});

test.each([
  [{ accent: "red" }, "look.accent"],
  [{ logo: "logo.html" }, "look.logo"],
  [{ links: [{ label: "Run", href: "javascript:alert(1)" }] }, "look.links.0.href"],
  [{ links: [{ label: "Run", href: "//evil.example" }] }, "look.links.0.href"],
  [{ components: { head: "a.astro" } }, "look.components.head"],
  [{ theme: "dark" }, "look.theme"],
])("the look %o is refused", async (look, option) => {
  const { path } = await folder({
    "skills/tides/SKILL.md": skillMd("tides"),
    "skillpress.config.json": JSON.stringify({ look }),
  });
  const { exitCode, err } = await skillpress(path, ["build", "--no-catalog", "--out", "site"]);
  expect([exitCode, err.includes(`\`${option}`)], err).toEqual([2, true]);
});

test.each([
  ["a layout without a slot", { layout: "brand/empty.astro" }, "invalid-options", "has no `<slot />`"],
  ["a logo that is a folder", { logo: "brand/dir.png" }, "missing-look-file", "a file that is not there"],
  ["a logo with a mark that ends a path for the bundler", { logo: "brand/a#b.png" }, "invalid-options", "in its path"],
])("%s is refused, and nothing is published", async (_, look, code, reason) => {
  const { path, getPath } = await folder({
    "skills/tides/SKILL.md": skillMd("tides"),
    "brand/empty.astro": "<p>Nothing</p>\n",
    "brand/dir.png/x": "",
    "brand/a#b.png": "",
    "skillpress.config.json": JSON.stringify({ origin: "https://docs.example.com", out: "site", look }),
  });
  const { exitCode, err } = await skillpress(path, ["build"]);
  expect([exitCode, err.includes(code), err.includes(reason)]).toEqual([2, true, true]);
  expect(existsSync(getPath("site"))).toBe(false);
});
