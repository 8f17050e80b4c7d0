import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { openBrowser, visit, WIDTHS } from "../test/tools/browser.ts";
import { publish } from "../test/tools/published.ts";
import { SOURCES } from "../test/tools/source.ts";
import { prose } from "./bench/prose.ts";

/*
 * Pictures of every kind of page with 3, 30 and 3,000 skills, light and dark, narrow and wide, into `.screenshots/`. Names of sizes
 * given as arguments make these only: `npx -y pnpm@10 screenshots 3000`.
 */

const OUT = resolve(import.meta.dirname, "..", ".screenshots");
/** Pages by name, as a path in the site, and what to do there; what a publication does not have is left out. */
const PAGES: readonly (readonly [name: string, path: string, act?: (page: Page) => Promise<void>])[] = [
  ["home", "agent-skills/"],
  ["home-search", "agent-skills/?q=review"],
  ["home-nothing", "agent-skills/?q=zzzzxq"],
  ["skill", "agent-skills/publish-agent-skills/"],
  ["skill-checked", "agent-skills/publish-agent-skills/", checkBytes],
  ["skill-failed", "agent-skills/publish-agent-skills/", failCheck],
  ["skill-files", "agent-skills/publish-agent-skills/files/"],
  ["bundle", "agent-skills/skill-review/"],
  ["checklist", "agent-skills/-/checklist/"],
  ["compare", "agent-skills/-/compare/"],
  ["compare-changed", "agent-skills/-/compare/", showExample],
  ["404", "nowhere"],
];
/** A picture of a very long page is cut here, in CSS pixels. */
const TALLEST = 3000;

/** Makes the source of so many skills in a folder. */
const sources: Readonly<Record<string, (folder: string) => void>> = {
  "3": (folder) => copyOwn(folder),
  "30": (folder) => {
    copyOwn(folder);
    cpSync(SOURCES[1].source, folder, { recursive: true });
  },
  "3000": (folder) => {
    copyOwn(folder);
    for (let number = 1; number <= 2997; number += 1) writeMadeUp(folder, number);
  },
};

function copyOwn(folder: string): void {
  const [{ source }] = SOURCES;
  for (const name of readdirSync(source))
    if (name !== "write-agent-skills") cpSync(join(source, name), join(folder, name), { recursive: true });
}

function writeMadeUp(folder: string, number: number): void {
  const text = prose(number);
  const name = `${text.verb()}-${text.noun()}-${number}`;
  const category = ["", "engineering", "engineering/quality", "writing", "operations"][text.integer(5)] ?? "";
  const licence = ["MIT", "MIT", "Apache-2.0", "CC-BY-4.0", undefined][text.integer(5)];
  const path = join(folder, category, name, "SKILL.md");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    [
      "---",
      `name: ${name}`,
      `description: "Helps to ${text.verb()} the ${text.noun()}. ${text.sentence()} Use when the ${text.noun()} must ${text.verb()}."`,
      ...(licence === undefined ? [] : [`license: ${licence}`]),
      "metadata:",
      `  tags: "${text.noun()}, ${text.noun()}"`,
      "---",
      "",
      `# ${name}`,
      "",
      text.paragraph(),
      "",
    ].join("\n"),
  );
  if (text.integer(2) === 0) {
    mkdirSync(join(dirname(path), "references"));
    writeFileSync(join(dirname(path), "references", "more.md"), `${text.paragraph()}\n`);
  }
}

async function checkBytes(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Check these bytes" }).click();
  await page.locator(".check[data-outcome]").scrollIntoViewIfNeeded();
}

/** Checks an archive whose first file was changed, and that is not compressed. */
async function failCheck(page: Page): Promise<void> {
  await page.route("**/*.tar.gz", async (route) => {
    const response = await route.fetch();
    const body = gunzipSync(await response.body());
    body.write("!", 600);
    await route.fulfill({ response, body });
  });
  await checkBytes(page);
  await page.unrouteAll();
}

async function showExample(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Changed example" }).click();
  await page.locator(".compare-verdict[data-outcome]").waitFor();
}

const wanted = process.argv.slice(2);
const browser = await openBrowser();
const place = mkdtempSync(join(tmpdir(), "skillpress-screenshots-"));
try {
  for (const [size, make] of Object.entries(sources)) {
    if (wanted.length > 0 && !wanted.includes(size)) continue;
    const source = join(place, size);
    mkdirSync(source);
    make(source);
    const site = await publish(source, []);
    for (const colorScheme of ["light", "dark"] as const) {
      for (const [width, viewport] of Object.entries(WIDTHS)) {
        const { page, context } = await visit(browser, site.origin, { colorScheme, viewport, reducedMotion: "reduce" });
        for (const [name, path, act] of PAGES) {
          const [folder = ""] = path.split("?");
          if (name !== "404" && !existsSync(join(site.folder, folder))) continue;
          await page.goto(`/${path}`, { waitUntil: "networkidle" });
          await act?.(page);
          const height = Math.min(TALLEST, await page.evaluate(() => document.documentElement.scrollHeight));
          // Rows out of view are not laid out, so all that the picture shows has to be in view.
          await page.setViewportSize({ width: viewport.width, height });
          await page.waitForLoadState("networkidle");
          const file = join(OUT, size, `${name}-${width}-${colorScheme}.png`);
          await page.screenshot({ path: file });
          await page.setViewportSize(viewport);
          console.log(file);
        }
        await context.close();
      }
    }
    await site.close();
  }
} finally {
  await browser.close();
  rmSync(place, { recursive: true });
}
