import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "astro";
import { createFixture, type FsFixture } from "fs-fixture";
import { parse } from "postcss";
import { afterAll, beforeAll, expect, test } from "vitest";
import skillpress from "../../src/index.ts";
import { brief } from "../tools/problems.ts";
import { REPOSITORY } from "../tools/program.ts";
import { skillMd } from "../tools/skill.ts";
import { invalidities } from "../tools/validity.ts";
import { verifyTree } from "../../src/verify/tree.ts";

let place: FsFixture;
const built = (site: string, path: string) => readFileSync(place.getPath(site, path), "utf8");
const PAGES = [
  "agent-skills/index.html",
  "agent-skills/tides/index.html",
  "agent-skills/tides/files/index.html",
  "agent-skills/-/checklist/index.html",
  "agent-skills/-/compare/index.html",
];

beforeAll(async () => {
  place = await createFixture({});
  for (const site of ["own-layout", "starlight"]) {
    await build({
      root: join(REPOSITORY, "test/fixtures", site),
      outDir: place.getPath(site),
      cacheDir: place.getPath("cache", site),
      logLevel: "silent",
    });
  }
});
afterAll(() => place.rm());

test.each(["own-layout", "starlight"])("the site %s publishes what verifies", async (site) => {
  expect(brief(await verifyTree(place.getPath(site)))).toEqual([]);
});

test.each(["agent-skills/index.html", "agent-skills/tides/files/index.html", "agent-skills/-/search/pagefind.js"])(
  "a public file at %s is refused instead of copied over ours, or ours over it",
  async (path) => {
    const site = await createFixture({ [path]: "theirs" });
    const building = build({
      root: join(REPOSITORY, "test/fixtures/own-layout"),
      publicDir: site.path,
      outDir: place.getPath("refused"),
      cacheDir: place.getPath("cache/refused"),
      logLevel: "silent",
    });
    await expect(building).rejects.toThrow(path);
    await site.rm();
  },
);

test.each([
  ["/agent-skills", "src/pages/agent-skills/index.astro"],
  ["/agent-skills/[skill]", "src/pages/agent-skills/[skill].astro"],
  ["/agent-skills/tides/files", "src/pages/agent-skills/tides/files.astro"],
  ["/agent-skills/-/compare", "src/pages/agent-skills/-/compare.astro"],
])("a page of the site's own at %s is refused, because Astro would make it in place of ours", async (pattern, file) => {
  const building = (path: string) => owned({ [path]: "<h1>Theirs</h1>\n" });
  await expect(building(file)).rejects.toMatchObject({
    problems: [{ code: "page-conflict", path: file, message: expect.stringContaining(`\`${pattern}\``) }],
  });
});

test("pages of the site's own beside those of the catalog are no conflict", async () => {
  await owned({
    "src/pages/agent-skills/about.astro": "<h1>Theirs</h1>\n",
    // Without a set the folder is the site's own.
    "src/pages/sets/harbour.astro": "<h1>Theirs</h1>\n",
    "src/pages/agent-skills/[...rest].astro": `---\nexport const getStaticPaths = () => [{ params: { rest: "more/of/it" } }];\n---\n<h1>Rest</h1>\n`,
  });
  for (const path of ["about", "more/of/it", "tides"])
    expect(existsSync(place.getPath("owned", "agent-skills", path, "index.html")), path).toBe(true);
  expect(built("owned", "sets/harbour/index.html")).toContain("Theirs");
});

/** Builds a site with one skill, tides, and these files. */
async function owned(files: Record<string, string>): Promise<void> {
  // Inside of the repository, so that what Astro leaves to be imported is found from where it runs.
  mkdirSync(join(REPOSITORY, ".astro"), { recursive: true });
  const site = await createFixture(
    { ...files, "skills/tides/SKILL.md": skillMd("tides") },
    { tempDir: join(REPOSITORY, ".astro") },
  );
  try {
    await build({
      root: site.path,
      configFile: false,
      outDir: place.getPath("owned"),
      cacheDir: site.getPath("cache"),
      logLevel: "silent",
      integrations: [skillpress({ origin: "https://docs.example.com" })],
    });
  } finally {
    await site.rm();
  }
}

test.each(PAGES)("%s stands in the layout of a site that has one, in one document with one heading", (path) => {
  const html = built("own-layout", path);
  expect(html.match(/<html|<title>|<main|<h1|rel="canonical"/g)?.toSorted()).toEqual([
    "<h1",
    "<html",
    "<main",
    "<title>",
    'rel="canonical"',
  ]);
  expect(html).toContain("Harbour office, quay 1</footer>");
  expect(html).toContain('<div class="skillpress">');
  expect(html).toMatch(/<title>[^<]*Agent Skills · docs\.example\.com<\/title>/);
});

test.each(PAGES)("%s stands in Starlight's layout, with its navigation, its search and one heading", (path) => {
  const html = built("starlight", path);
  expect(html.match(/<html|<title>|<main|<h1/g)?.toSorted()).toEqual(["<h1", "<html", "<main", "<title>"]);
  expect(html).toContain("<site-search");
  expect(html).toContain('<a href="/agent-skills/"');
  // Where Starlight's link past the navigation leads.
  expect(html).toContain('id="_top"');
});

test.each(["own-layout", "starlight"])("in the site %s every other page leads back to all skills", (site) => {
  const wayBack = /<p class="way-back"[^>]*>\s*<a href="\/agent-skills\/"/;
  for (const path of PAGES.slice(1)) expect(built(site, path)).toMatch(wayBack);
  expect(built(site, "agent-skills/index.html")).not.toContain("way-back");
});

test.each(["own-layout", "starlight"])("the pages of skills in the site %s are valid HTML", async (site) => {
  const found = await invalidities(place.getPath(site), PAGES);
  // Starlight's own buttons have no type. HTML lets it out; our own pages keep to the stricter rule.
  expect(found.filter((each) => site !== "starlight" || !each.includes("no-implicit-button-type"))).toEqual([]);
});

test.each(["own-layout", "starlight"])("our styles reach nothing of the site %s but the pages of skills", (site) => {
  const html = built(site, "agent-skills/tides/index.html");
  const sheets = [...html.matchAll(/href="(\/_astro\/(?:catalog|guest)\.[^"]+\.css)"/g)].map(([, file = ""]) => file);
  expect(sheets).toHaveLength(2);
  for (const sheet of sheets) {
    const selectors: string[] = [];
    parse(built(site, sheet)).walkRules((rule) => void selectors.push(...rule.selectors));
    expect(selectors.length).toBeGreaterThan(4);
    expect(selectors.filter((selector) => !/(?:^|\s)\.skillpress(?![\w-])/.test(selector))).toEqual([]);
  }
  expect(built(site, "index.html")).not.toMatch(/catalog\.[^"]+\.css/);
});

test("the root of a site stays its owner's: its own 404, llms.txt and sitemap, with the pages of skills in the sitemap", () => {
  expect(built("own-layout", "404.html")).toContain("The harbour office has no such page");
  expect(built("own-layout", "llms.txt")).toBe("# Harbour office\n");
  for (const site of ["own-layout", "starlight"])
    expect(built(site, "sitemap-0.xml")).toContain("<loc>https://docs.example.com/agent-skills/tides/</loc>");
});
