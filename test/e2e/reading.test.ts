import { createFixture, type FsFixture } from "fs-fixture";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isBrowserMissing, openBrowser, visit, WIDTHS } from "../tools/browser.ts";
import { publish, type Published } from "../tools/published.ts";
import { skillMd } from "../tools/skill.ts";

const HOME = "/agent-skills/";

const HEBREW = "מספר מתי המים גבוהים ומתי הם נמוכים. השתמש בזה כאשר המשתמש מתכנן משהו ליד החוף.";
const JAPANESE = `${"潮の満ち引きの時刻を調べて利用者に伝える技能です。".repeat(8)}海辺の予定を立てるときに使います。`;
const CODE = '# A comment\ndef tide(hour):\n    return 3.0 * hour, "metres"\n';
const NAME = "a-name-as-long-as-a-name-may-be-which-is-sixty-four-characters-0";

const SKILLS = {
  "hebrew/SKILL.md": skillMd("hebrew", { description: HEBREW, body: `# שעות\n\n${HEBREW}\n\nPlain English.\n` }),
  "hebrew/קובץ.txt": `${HEBREW}\n`,
  "japanese/SKILL.md": skillMd("japanese", { description: JAPANESE, body: `# 潮\n\n${JAPANESE}\n\n- ${JAPANESE}\n` }),
  "japanese/潮の満ち引きの時刻を調べて利用者に伝える.md": `${JAPANESE}\n`,
  [`${NAME}/SKILL.md`]: skillMd(NAME, {
    body: `# ${"Long".repeat(60)}\n\n\`${"x".repeat(300)}\` ${"y".repeat(300)}\n\n| a | ${"z".repeat(200)} |\n| - | - |\n| b | c |\n`,
  }),
  "code/SKILL.md": skillMd("code", { body: `# Code\n\n\`\`\`python\n${CODE}\`\`\`\n\n[Away](https://example.com/)\n` }),
  "code/tide.py": CODE,
  // Enough for filters, and in a bundle.
  ...Object.fromEntries(
    ["one", "two", "three", "four"].map((name) => [`sea/skills/${name}/SKILL.md`, skillMd(name)] as const),
  ),
};
const PAGES = [
  HOME,
  ...["hebrew", "japanese", NAME, "code"].flatMap((name) => [`${HOME}${name}/`, `${HOME}${name}/files/`]),
  `${HOME}sea/`,
  `${HOME}-/checklist/`,
  "/404.html",
];

describe.skipIf(isBrowserMissing())("the catalog as different people read it", { timeout: 180_000 }, () => {
  let source: FsFixture;
  let site: Published;
  let browser: Browser;

  beforeAll(async () => {
    source = await createFixture(SKILLS);
    site = await publish(source.path, []);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    await source.rm();
  });

  test("on paper the pages are black on white, whatever the screen is, with nothing to press", async () => {
    const { page, context } = await visit(browser, site.origin, { colorScheme: "dark" });
    await page.goto(HOME);
    await page.evaluate(() => localStorage.setItem("skillpress:theme", "dark"));
    for (const path of PAGES) {
      await page.goto(path);
      // A control: on the screen there is much of both.
      expect(await faint(page), path).not.toEqual([]);
      expect(await pressed(page), path).toBeGreaterThan(1);
      await page.emulateMedia({ media: "print" });
      expect(await faint(page), path).toEqual([]);
      expect(await pressed(page), path).toBe(0);
      expect(await page.locator("h1").isVisible(), path).toBe(true);
      await page.emulateMedia({ media: "screen" });
    }
    await page.goto(`${HOME}code/`);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".install .command:visible").textContent()).toContain("--skill code");
    const pdf = await page.pdf();
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    await context.close();
  });

  test("text from right to left starts at the right, beside text from left to right", async () => {
    const { page, context } = await visit(browser, site.origin, { viewport: WIDTHS.narrow });
    const directions = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((found) => found.map((each) => [each.getAttribute("dir"), getComputedStyle(each).direction]));
    await page.goto(HOME);
    const described = page.locator("#skill-list > li", { hasText: "hebrew" }).locator("p");
    expect(await described.evaluate((each) => [each.getAttribute("dir"), getComputedStyle(each).direction])).toEqual([
      "auto",
      "rtl",
    ]);
    expect(await directions("html")).toEqual([[null, "ltr"]]);
    await page.goto(`${HOME}hebrew/`);
    expect(await directions(".lead, .prose > :is(h3, p)")).toEqual([
      ["auto", "rtl"],
      ["auto", "rtl"],
      ["auto", "rtl"],
      ["auto", "ltr"],
    ]);
    expect(await directions("pre.command")).not.toContainEqual([null, "rtl"]);
    await context.close();
  });

  test("no text of any script or length makes a page wider than a small screen", async () => {
    const { page, context } = await visit(browser, site.origin, { viewport: WIDTHS.narrow });
    for (const path of PAGES) {
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(WIDTHS.narrow.width);
      expect(await cut(page), path).toEqual([]);
    }
    await context.close();
  });

  test("commands on a small screen are broken at their blanks, never inside an option", async () => {
    const { page, context } = await visit(browser, site.origin, { viewport: WIDTHS.narrow });
    for (const path of [`${HOME}-/checklist/`, `${HOME}code/`]) {
      await page.goto(path);
      const options = await optionsIn(page);
      expect(options.length, path).toBeGreaterThan(1);
      expect(
        options.filter(({ lines }) => lines > 1),
        path,
      ).toEqual([]);
    }
    await context.close();
  });

  test("nothing moves for readers who asked for less of it", async () => {
    const { page, context } = await visit(browser, site.origin, { reducedMotion: "reduce" });
    for (const path of PAGES) {
      await page.goto(path);
      expect(await moving(page), path).toEqual([]);
    }
    // A control: what would move is seen.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        "h1 { transition: color 1s } main::after { content: ''; animation: move 1s } html { scroll-behavior: smooth }",
      );
      document.adoptedStyleSheets.push(sheet);
    });
    expect(await moving(page)).toEqual(["HTML scroll", "MAIN", "H1"]);
    await context.close();
  });
});

/** Texts that are seen and are not dark on white. */
function faint(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const levels = (color: string) => color.match(/[\d.]+/g)?.map(Number) ?? [];
    const groundOf = (element: Element | null): number[] => {
      if (!element) return [255, 255, 255];
      const ground = levels(getComputedStyle(element).backgroundColor);
      return ground[3] === 0 ? groundOf(element.parentElement) : ground;
    };
    return [...document.body.querySelectorAll("*")].flatMap((element) => {
      const said = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
      if (!said || !element.checkVisibility({ contentVisibilityAuto: false })) return [];
      const [red = 0, green = 0, blue = 0] = levels(getComputedStyle(element).color);
      const dark = Math.max(red, green, blue) <= 0x44;
      return dark && groundOf(element).every((level) => level === 255 || level === 1) ? [] : [element.outerHTML];
    });
  });
}

/** How many things to press, and links that only lead around the site, are seen. */
function pressed(page: Page): Promise<number> {
  return page.locator(":is(button, select, input, .jump a, .colophon a, .skip, .file-links a):visible").count();
}

/** Texts that are cut off at the edge of an element that nobody can scroll; a list's descriptions are meant to be. */
function cut(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll("*")].flatMap((element) => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      const hides = overflowX === "hidden" || overflowX === "clip";
      const meant = textOverflow === "ellipsis" || element.matches(".visually-hidden, .skip, .clamped");
      return hides && !meant && element.scrollWidth > element.clientWidth ? [element.outerHTML.slice(0, 200)] : [];
    }),
  );
}

/** The options of all commands that are seen, and on how many lines each stands. */
function optionsIn(page: Page): Promise<{ option: string; lines: number }[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(":is(pre.command, .checklist pre)")].flatMap((block) => {
      const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      const found: { option: string; lines: number }[] = [];
      while (walker.nextNode()) {
        const { currentNode: node } = walker;
        for (const { 0: option, index } of (node.nodeValue ?? "").matchAll(/(?<=^|\s)--?[a-z][\w-]*/gi)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + option.length);
          const tops = [...range.getClientRects()].map(({ top }) => top);
          if (tops.length > 0) found.push({ option, lines: new Set(tops).size });
        }
      }
      return found;
    }),
  );
}

/** What would move on a page, now or when its state changes. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("*")].flatMap((element) => {
      const moves = [undefined, "::before", "::after"].some((part) => {
        const { animationName, transitionDuration } = getComputedStyle(element, part);
        return animationName !== "none" || transitionDuration.split(", ").some((time) => time !== "0s");
      });
      const scrolls = getComputedStyle(element).scrollBehavior !== "auto";
      return [...(scrolls ? [`${element.tagName} scroll`] : []), ...(moves ? [element.tagName] : [])];
    }),
  );
}
