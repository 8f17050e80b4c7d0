import { createFixture, type FsFixture } from "fs-fixture";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { judge } from "../tools/axe.ts";
import { isBrowserMissing, openBrowser, VIEWS, visit, type Visit, WIDTHS } from "../tools/browser.ts";
import { publish, type Published } from "../tools/published.ts";

const HOME = "/agent-skills/";

/** A SKILL.md with the front matter given. */
function skill(name: string, fields: string, body = "# Steps\n\nDo it.\n"): string {
  return `---\nname: ${name}\n${fields}\n---\n\n${body}`;
}

const SKILLS = {
  "tides/SKILL.md": skill(
    "tides",
    'description: Tells high and low water. Use when the user plans something at the shore.\nlicense: MIT\nmetadata:\n  tags: "sea, planning"',
    "# Tides\n\nAsk for the harbour, then read the almanac called Brinewater.\n",
  ),
  "moon/SKILL.md": skill(
    "moon",
    "description: Tells the phase of the moon. Use when the user asks how bright the night will be.\nlicense: Apache-2.0",
    "# Moon\n\nSee [the phases](references/phases.md).\n",
  ),
  "moon/references/phases.md": "# Phases\n\nThe thin crescent is called Silverhook.\n",
  "weather/wind/SKILL.md": skill(
    "wind",
    'description: Reads the wind from the tides of the air. Use when the user sails.\nlicense: MIT\nmetadata:\n  tags: "air, planning"',
    `# Wind\n\n${"Gusts and lulls follow each other. ".repeat(400)}\n`,
  ),
  "weather/rain/SKILL.md": skill("rain", "description: Says when it rains. Use when the user hangs up the washing."),
  "weather/far/snow/SKILL.md": skill("snow", "description: Says when it snows. Use when the user waxes skis."),
  "sailing/SKILL.md": skill("sailing", "description: Sails a boat. Use when the user goes out to sea."),
  "sailing/skills/knots/SKILL.md": skill("knots", "description: Ties knots. Use when a rope must hold."),
  "sailing/skills/sails/SKILL.md": skill("sails", "description: Sets sails. Use when the wind changes."),
  "shio/SKILL.md": skill(
    "shio",
    "description: 潮の満ち引きの時刻を調べます。海辺の予定を立てるときに使います。",
    "# 潮\n\n漁港の一覧から選び、PDFを読みます。\n",
  ),
  "hostile/SKILL.md": skill(
    "hostile",
    'description: "<img src=x onerror=alert(1)> \\u202Etxt. Use when trying <script>alert(2)</script>."\nlicense: "<b>MIT</b>"\nmetadata:\n  tags: "<i>tag</i>"',
    "# Hostile\n\nThe word Wreckage</mark><img src=x onerror=alert(3)> stands <script>alert(4)</script> here.\n",
  ),
};

describe.skipIf(isBrowserMissing())(
  "the catalog in a browser, under a strict content security policy",
  { timeout: 180_000 },
  () => {
    let source: FsFixture;
    let site: Published;
    let browser: Browser;
    const visits: Visit[] = [];

    beforeAll(async () => {
      source = await createFixture(SKILLS);
      site = await publish(source.path, []);
      browser = await openBrowser();
    });
    afterEach(async () => {
      await Promise.all(visits.splice(0).map(({ context }) => context.close()));
    });
    afterAll(async () => {
      await browser.close();
      await site.close();
      await source.rm();
    });

    const open = async (path: string, options?: BrowserContextOptions) => {
      const opened = await visit(browser, site.origin, options);
      visits.push(opened);
      opened.context.setDefaultTimeout(5000);
      await opened.page.goto(path);
      return opened;
    };
    const shown = (page: Page) => page.locator("#skill-list > li:visible h3").allTextContents();
    const status = (page: Page) => page.locator("#finder [role=status]");
    const search = (page: Page) => page.getByRole("searchbox", { name: "Search skills" });
    const query = (page: Page) => new URL(page.url()).search;

    test("search finds skills by name, by description, by their text and by that of their files, names first", async () => {
      const { page, complaints } = await open(HOME);
      await expect.poll(() => shown(page)).toHaveLength(10);
      await search(page).fill("tides");
      await expect.poll(() => shown(page)).toEqual(["tides", "wind"]);
      await search(page).fill("hangs washing");
      await expect.poll(() => shown(page)).toEqual(["rain"]);
      await search(page).fill("brinewater");
      await expect.poll(() => shown(page)).toEqual(["tides"]);
      await expect.poll(() => page.locator(".places mark").allTextContents()).toEqual(["Brinewater."]);
      await search(page).fill("silverhook");
      await expect.poll(() => shown(page)).toEqual(["moon"]);
      await expect.poll(() => page.locator(".places .name").allTextContents()).toEqual(["references/phases.md"]);
      await expect.poll(() => status(page).textContent()).toBe("1 of 10 skills");
      const link = await page.locator(".places a").getAttribute("href");
      expect(link).toBe("/agent-skills/moon/files/#/references/phases.md");
      await search(page).fill("zzzzxq");
      await expect.poll(() => page.locator("#nothing").isVisible()).toBe(true);
      expect(complaints).toEqual([]);
    });

    test("a word is found by its beginning and its forms, and not where the text has but another one that begins it", async () => {
      const { page, complaints } = await open(HOME);
      const found = async (asked: string) => {
        await search(page).fill(asked);
        await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(asked);
        // The list is busy only after the reader has stopped typing.
        await page.waitForTimeout(200);
        await page.waitForSelector("#skill-list:not([aria-busy])");
        return (await shown(page)).toSorted();
      };
      expect(await found("crescen")).toEqual(["moon"]);
      expect(await found("crescents")).toEqual(["moon"]);
      expect(await found("gusting")).toEqual(["wind"]);
      // Pagefind alone takes "almanac" for the first, and looks for "crescent" alone in the second.
      expect(await found("almanacqq")).toEqual([]);
      expect(await found("crescent zzzzxq")).toEqual([]);
      expect(await found("crescent moon")).toEqual(["moon"]);
      expect(complaints).toEqual([]);
    });

    test("text without blanks between words is found by any part of it, alone or beside other words", async () => {
      const { page, complaints } = await open(HOME);
      for (const [asked, names] of [
        ["満ち引き", ["shio"]],
        ["漁港", ["shio"]],
        ["港漁", []],
        ["漁港 PDF", ["shio"]],
        ["漁港 moon", []],
        ["tides", ["tides", "wind"]],
      ] as const) {
        await search(page).fill(asked);
        await expect.poll(() => shown(page), { message: asked }).toEqual(names);
        await page.waitForSelector("#skill-list:not([aria-busy])");
        expect(await shown(page), asked).toEqual(names);
      }
      await search(page).fill("漁港");
      await expect.poll(() => page.locator(".places mark").allTextContents()).toEqual(["漁港"]);
      expect(await page.locator(".places").textContent()).toContain("漁港の一覧から選び、");
      expect(complaints).toEqual([]);
    });

    test("text of a skill that is found stays text", async () => {
      const { page, complaints } = await open(`${HOME}?q=wreckage`);
      await expect.poll(() => page.locator(".places").textContent()).toContain("<img src=x onerror=alert(3)>");
      expect(await page.locator("main img").count()).toBe(0);
      expect(complaints).toEqual([]);
    });

    test("filters count what they would leave, stand in the address, and the back button undoes them", async () => {
      const { page } = await open(HOME);
      const options = (name: string) => page.getByLabel(name).locator("option").allTextContents();
      expect(await options("Licence")).toEqual([
        "Any licence",
        "<b>MIT</b> (1)",
        "Apache-2.0 (1)",
        "MIT (2)",
        "not stated (6)",
      ]);
      expect(await options("Category")).toEqual(["All categories", "weather (3)", "weather/far (1)"]);
      await page.getByLabel("Category").selectOption("weather");
      await expect.poll(() => shown(page)).toEqual(["rain", "snow", "wind"]);
      expect(await options("Licence")).toContain("MIT (1)");
      expect(await options("Shape")).toEqual(["Any shape", "multi-file (0)", "single-file (3)"]);
      await page.getByLabel("Licence").selectOption("MIT");
      await expect.poll(() => shown(page)).toEqual(["wind"]);
      expect(query(page)).toBe("?licence=MIT&category=weather");

      await page.goBack();
      await expect.poll(() => shown(page)).toEqual(["rain", "snow", "wind"]);
      await page.getByRole("link", { name: "snow" }).click();
      await page.waitForURL("**/snow/");
      await page.goBack();
      await expect.poll(() => shown(page)).toEqual(["rain", "snow", "wind"]);
      await page.getByRole("button", { name: "Clear search and filters" }).click();
      await expect.poll(() => shown(page)).toHaveLength(10);
      expect(query(page)).toBe("");
    });

    test("a link to a search, a filter and an order shows it to whoever gets it", async () => {
      const { page } = await open(`${HOME}?q=use+when&tag=planning&sort=-size`);
      await expect.poll(() => shown(page)).toEqual(["wind", "tides"]);
      expect(await search(page).inputValue()).toBe("use when");
      await page.getByLabel("Sort by").selectOption("size");
      await expect.poll(() => shown(page)).toEqual(["tides", "wind"]);
    });

    test("the search in the head of every other page leads to the list", async () => {
      const { page } = await open(`${HOME}moon/`);
      await page.keyboard.press("/");
      await page.keyboard.type("knots");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/agent-skills/?q=knots");
      await expect.poll(() => shown(page)).toContain("knots");
    });

    test("the keyboard alone leads from the search to a skill, and back", async () => {
      const { page } = await open(HOME);
      const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
      await page.keyboard.press("/");
      await page.keyboard.type("sail");
      await expect.poll(() => shown(page)).toEqual(["sailing", "sails", "wind"]);
      await page.waitForSelector("#skill-list:not([aria-busy])");
      const [first, second] = await shown(page);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      expect(await focused()).toBe(second);
      await page.keyboard.press("ArrowUp");
      expect(await focused()).toBe(first);
      await page.keyboard.press("Escape");
      expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("q");
      await page.keyboard.press("Escape");
      await expect.poll(() => shown(page)).toHaveLength(10);
      await page.keyboard.type("knots");
      await expect.poll(() => shown(page)).toEqual(["knots"]);
      await page.waitForSelector("#skill-list:not([aria-busy])");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/knots/");
    });

    test("what the text brings up later leaves the focus where the reader is", async () => {
      const { page, context } = await open("/agent-skills/-/report.json");
      await context.route("**/-/search/pagefind.js", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 500));
        await route.continue();
      });
      await page.goto(HOME);
      await search(page).fill("wind");
      await expect.poll(() => shown(page)).toEqual(["wind", "sails"]);
      await page.keyboard.press("ArrowDown");
      await page.locator(".places").first().waitFor();
      expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("wind");
    });

    test("a link to a line of a file leads to it, marks it, and the back button leads away again", async () => {
      const { page, complaints } = await open(`${HOME}moon/files/`);
      await page.goto(`${HOME}moon/files/#/references/phases.md:3`);
      const target = page.locator(":target");
      expect(await target.textContent()).toContain("Silverhook");
      await expect.poll(() => target.evaluate((line) => line.getBoundingClientRect().top < innerHeight)).toBe(true);
      await page.goBack();
      await expect.poll(() => target.count()).toBe(0);
      expect(complaints).toEqual([]);
    });

    test("without its index the search says so, and still finds names and descriptions", async () => {
      const { page, context } = await open("/agent-skills/-/report.json");
      await context.route("**/-/search/**", (route) => route.abort());
      await page.goto(`${HOME}?q=washing`);
      await expect.poll(() => shown(page)).toEqual(["rain"]);
      await expect.poll(() => page.getByText("could not be loaded").isVisible()).toBe(true);
    });

    test("agent and client are picked once, for all commands and all pages", async () => {
      const { page } = await open(`${HOME}tides/`);
      const command = () => page.locator(".install .command:visible").textContent();
      expect(await command()).toContain("pnpm dlx skills add");
      await page.getByLabel("Install with").selectOption("npm");
      await page.getByRole("combobox", { name: "Agent" }).selectOption({ label: "Cursor" });
      expect(await command()).toBe(`npx skills add ${site.origin}/agent-skills --skill tides -a cursor -g`);
      expect(await page.locator(".versions .command:visible").textContent()).toMatch(
        /\/-\/at\/tides\/\S+ -a cursor -g$/,
      );
      await page.goto(`${HOME}moon/`);
      expect(await command()).toBe(`npx skills add ${site.origin}/agent-skills --skill moon -a cursor -g`);
      await page.getByLabel("Install with").selectOption("curl");
      await expect.poll(() => page.getByText("This way installs for Claude Code only.").isVisible()).toBe(true);
    });

    test("a button copies a command or a digest as it stands there, and tells it", async () => {
      const { page, context } = await open(`${HOME}moon/`);
      await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.origin });
      const copied = () => page.evaluate(() => navigator.clipboard.readText());
      await page.getByRole("button", { name: "Copy command" }).focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => page.locator("#announcements").textContent()).toBe("The command was copied.");
      expect(await copied()).toBe(`pnpm dlx skills add ${site.origin}/agent-skills --skill moon -a claude-code -g`);
      await page.getByRole("button", { name: "Copy digest" }).click();
      await expect.poll(copied).toMatch(/^sha256:[0-9a-f]{64}$/);
      await page.goto(`${HOME}-/checklist/`);
      await page.getByRole("button", { name: "Copy command" }).first().click();
      await expect
        .poll(copied)
        .toMatch(/^curl -fsSL \S+\/index\.json \| \$\(command -v sha256sum \|\| echo shasum -a 256\)$/);
    });

    test("the theme is switched by a button, and every later page has it before it is painted", async () => {
      const { page } = await open(HOME, { colorScheme: "light" });
      const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      const light = await ground();
      const button = page.getByRole("button", { name: "Theme: system" });
      await button.click();
      expect(await ground()).toBe(light);
      await page.getByRole("button", { name: "Theme: light" }).click();
      const dark = await ground();
      expect(dark).not.toBe(light);
      await page.addInitScript(() => {
        const seen = () => {
          if (document.body)
            document.documentElement.setAttribute("data-at-body", document.documentElement.dataset["theme"] ?? "");
          else requestAnimationFrame(seen);
        };
        new MutationObserver(seen).observe(document, { childList: true, subtree: true });
      });
      await page.goto(`${HOME}tides/`);
      expect(await ground()).toBe(dark);
      expect(await page.evaluate(() => document.documentElement.getAttribute("data-at-body"))).toBe("dark");
      await page.getByRole("button", { name: "Theme: dark" }).click();
      expect(await ground()).toBe(light);
    });

    /** One page of each kind. */
    const PAGES = [
      HOME,
      `${HOME}moon/`,
      `${HOME}hostile/`,
      `${HOME}sailing/`,
      `${HOME}moon/files/`,
      `${HOME}-/checklist/`,
      `${HOME}-/compare/`,
      "/404.html",
    ];

    test.each(VIEWS)(
      "axe finds nothing on any kind of page, and none is wider than the screen: $colorScheme, $viewport.width",
      async (view) => {
        const { page, complaints } = await open(HOME, view);
        expect(await judge(page, [...PAGES, `${HOME}?q=wind`])).toEqual([]);
        expect(complaints).toEqual([]);
      },
    );

    test("axe finds nothing on the pages of a skill that has one for each of its files", async () => {
      const code = 'def tide(hour):\n    """Height of the water."""\n    return 3.0 * hour  # metres\n'.repeat(180);
      const files = Array.from({ length: 24 }, (_, number) => [`large/scripts/part-${number}.py`, code]);
      const large = await createFixture({
        ...Object.fromEntries(files),
        "large/SKILL.md": skill("large", "description: Has much code. Use when a page would be too long."),
      });
      const other = await publish(large.path, []);
      try {
        for (const view of VIEWS) {
          const { page, context, complaints } = await visit(browser, other.origin, view);
          expect(await judge(page, [`${HOME}large/files/`, `${HOME}large/files/scripts-part-3-py/`])).toEqual([]);
          expect(await page.locator("pre.source span[id]").count()).toBe(540);
          expect(complaints).toEqual([]);
          await context.close();
        }
      } finally {
        await other.close();
        await large.rm();
      }
    });

    test("axe finds nothing either on pages as they are without scripts", async () => {
      const { page, context } = await open("/agent-skills/-/report.json", { viewport: WIDTHS.narrow });
      // axe itself needs scripts, so they are taken out of the pages instead of being switched off.
      await context.route("**/", async (route) => {
        const response = await route.fetch();
        const html = (await response.text()).replaceAll(/<script[^]*?<\/script>/g, "");
        await route.fulfill({ response, body: html });
      });
      expect(await judge(page, PAGES)).toEqual([]);
    });

    test("without scripts the whole list and every command are there, and no control that would do nothing", async () => {
      const { page } = await open(`${HOME}?q=moon`, { javaScriptEnabled: false });
      expect(await shown(page)).toHaveLength(10);
      expect(await page.locator("input:visible, select:visible, button:visible").count()).toBe(0);
      expect(await page.getByText("Search, filters and sorting need JavaScript").isVisible()).toBe(true);
      await page.goto(`${HOME}moon/`);
      await page.getByText("curl", { exact: true }).click();
      expect(await page.locator(".install .command:visible").textContent()).toContain("curl -fsSL");
      expect(await page.locator("input:visible, select:visible, button:visible").count()).toBe(0);
    });
  },
);
