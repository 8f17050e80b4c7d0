import type { FsFixture } from "fs-fixture";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { judge } from "../tools/axe.ts";
import { isBrowserMissing, openBrowser, VIEWS, visit } from "../tools/browser.ts";
import { type FolderServer, serveFolder } from "../tools/server.ts";
import { twoBuilds } from "../tools/two-builds.ts";

const PAGES = ["/agent-skills/", "/agent-skills/moon/", "/agent-skills/wide/", "/agent-skills/many/", "/sets/harbour/"];

describe.skipIf(isBrowserMissing())("pages with earlier versions and sets, in a browser", { timeout: 180_000 }, () => {
  let place: FsFixture;
  let server: FolderServer;
  let browser: Browser;

  beforeAll(async () => {
    const built = await twoBuilds();
    ({ place } = built);
    server = await serveFolder(built.site);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await place.rm();
  });

  test.each(VIEWS)(
    "axe finds nothing on them, and none is wider than the screen: $colorScheme, $viewport.width",
    async (view) => {
      const { page, context, complaints } = await visit(browser, server.origin, view);
      expect(await judge(page, PAGES)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test("the pinned command of a set is copied whole, and a search leaves the sets that have its words", async () => {
    const { page, context } = await visit(browser, server.origin);
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.origin });
    await page.goto("/sets/harbour/");
    await page.getByRole("button", { name: "Copy command that installs the set, pinned" }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(
        /^npx -y skillpress set add "https:\/\/docs\.example\.com\/sets\/harbour\/2\.0\.0\/\S+#sha256=a{64}" --yes$/,
      );
    await page.getByRole("button", { name: "Copy set hash" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("a".repeat(64));

    await page.goto("/agent-skills/?q=sea");
    await expect.poll(() => page.locator("#skill-list > li:visible").count()).toBe(0);
    expect(await page.locator("#set-section li h3").isVisible()).toBe(true);
    await page.goto("/agent-skills/?q=moon");
    await expect.poll(() => page.locator("#set-section").isVisible()).toBe(false);
    await context.close();
  });
});
