import { join } from "node:path";
import { build } from "astro";
import { createFixture, type FsFixture } from "fs-fixture";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { judge } from "../tools/axe.ts";
import { isBrowserMissing, openBrowser, VIEWS, visit } from "../tools/browser.ts";
import { REPOSITORY } from "../tools/program.ts";
import { serveFolder } from "../tools/server.ts";

const HOME = "/agent-skills/";
const PAGES = [
  HOME,
  `${HOME}?q=brinewater`,
  `${HOME}tides/`,
  `${HOME}tides/files/`,
  `${HOME}-/checklist/`,
  `${HOME}-/compare/`,
];

/** Layouts of Astro sites have inline scripts and styles. */
const POLICY_OF_HOST =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

describe.skipIf(isBrowserMissing()).each([
  { name: "own-layout", foreign: [] },
  // Its search button shows a keyboard shortcut that its label does not say: `label-content-name-mismatch`.
  { name: "starlight", foreign: ["site-search"] },
])("the catalog inside the site $name, in a browser", { timeout: 180_000 }, ({ name, foreign }) => {
  let place: FsFixture;
  let site: Awaited<ReturnType<typeof serveFolder>>;
  let browser: Browser;

  beforeAll(async () => {
    place = await createFixture({});
    const root = join(REPOSITORY, "test/fixtures", name);
    await build({ root, outDir: place.getPath("site"), cacheDir: place.getPath("cache"), logLevel: "silent" });
    site = await serveFolder(place.getPath("site"), { "content-security-policy": POLICY_OF_HOST });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    await place.rm();
  });

  test.each(VIEWS)(
    "axe finds nothing on any page of skills, and none is wider than the screen: $colorScheme, $viewport.width",
    async (view) => {
      const { page, context, complaints } = await visit(browser, site.origin, view);
      context.setDefaultTimeout(5000);
      expect(await judge(page, PAGES, foreign)).toEqual([]);
      // Astro says on the console that it fetches pages ahead.
      expect(complaints.filter((each) => !each.startsWith("debug: [astro]"))).toEqual([]);
      await context.close();
    },
  );
});
