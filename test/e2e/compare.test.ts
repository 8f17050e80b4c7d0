import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { createFixture, type FsFixture } from "fs-fixture";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isBrowserMissing, openBrowser, VIEWS, visit, type Visit } from "../tools/browser.ts";
import { publish, type Published } from "../tools/published.ts";
import { skillMd } from "../tools/skill.ts";

const COMPARE = "/agent-skills/-/compare/";
type SideName = "reviewed" | "current";

describe.skipIf(isBrowserMissing())("the comparison of two manifests, in a browser", { timeout: 120_000 }, () => {
  let source: FsFixture;
  let site: Published;
  let browser: Browser;
  /** Texts of manifests: of moon, of moon with another script, and of another skill. */
  let moon: string;
  let edited: string;
  const visits: Visit[] = [];

  beforeAll(async () => {
    const moonFiles = (script: string) => ({ "SKILL.md": skillMd("moon"), "scripts/phase.sh": script });
    source = await createFixture({ now: { moon: moonFiles("date\n") }, later: { moon: moonFiles("date | sh\n") } });
    site = await publish(source.getPath("now"), []);
    const later = await publish(source.getPath("later"), []);
    const manifest = ({ folder }: Published) => readFileSync(join(folder, "agent-skills/moon/manifest.json"), "utf8");
    [moon, edited] = [manifest(site), manifest(later)];
    await later.close();
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

  const open = async (options?: BrowserContextOptions) => {
    const opened = await visit(browser, site.origin, options);
    visits.push(opened);
    opened.context.setDefaultTimeout(10_000);
    await opened.page.goto(COMPARE);
    return opened;
  };
  const side = (page: Page, name: SideName) => page.locator(`.side[data-side="${name}"]`);
  const chooser = (page: Page, name: SideName) =>
    page.getByRole("button", { name: `Choose a file for the ${name} manifest` });
  const downloader = (page: Page, name: SideName) =>
    page.getByRole("button", { name: `Download the ${name} manifest` });
  const put = (page: Page, name: SideName, text: string | Buffer, file = `${name}.json`) =>
    side(page, name)
      .locator("input")
      .setInputFiles({ name: file, mimeType: "application/json", buffer: Buffer.from(text) });
  const settled = (page: Page, name: SideName) =>
    side(page, name).and(page.locator('[aria-busy="false"]:not([data-state="open"])')).waitFor();
  const verdict = (page: Page) => page.locator(".compare-verdict");
  const lines = (page: Page) => page.locator(".compare-tool .changes li").allTextContents();
  const digestOf = (text: string) => String(JSON.parse(text).sha256);

  test("an edited script is found although SKILL.md is the same, with both digests and the argument for MCP", async () => {
    const { page, complaints } = await open();
    await put(page, "reviewed", moon);
    await settled(page, "reviewed");
    expect(await verdict(page).textContent()).toBe("");
    await put(page, "current", edited);
    await expect.poll(() => verdict(page).innerText()).toContain("Not the same files");
    expect(await verdict(page).innerText()).toContain("1 file changed.");
    expect(await verdict(page).innerText()).toContain("SKILL.md itself is unchanged");
    expect(await lines(page)).toEqual(["CHANGED scripts/phase.sh"]);
    for (const [name, text] of [
      ["reviewed", moon],
      ["current", edited],
    ] as const)
      expect(await side(page, name).locator(".side-digest").textContent()).toBe(digestOf(text));
    const argument = JSON.parse((await page.locator(".compare-argument").textContent()) ?? "");
    expect(argument).toEqual({ expected_bundle_sha256: digestOf(moon) });
    expect(complaints).toEqual([]);
  });

  test("equal manifests are the same files, however the document is written", async () => {
    const { page } = await open();
    await put(page, "current", JSON.stringify(JSON.parse(moon)));
    await put(page, "reviewed", `\uFEFF${moon}`);
    await expect.poll(() => verdict(page).innerText()).toContain("The same files");
    expect(await lines(page)).toEqual([]);
    expect(await page.locator(".compare-tool .changes").isVisible()).toBe(false);
  });

  test("the keyboard alone chooses files, compares, copies, downloads and starts again", async () => {
    const { page, context } = await open();
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.origin });
    for (const [name, text] of [
      ["reviewed", moon],
      ["current", edited],
    ] as const) {
      const opening = page.waitForEvent("filechooser");
      await chooser(page, name).focus();
      await page.keyboard.press("Enter");
      await (await opening).setFiles({ name: "m.json", mimeType: "application/json", buffer: Buffer.from(text) });
      await settled(page, name);
      expect(await chooser(page, name).evaluate((button) => button === document.activeElement)).toBe(true);
    }
    await expect.poll(() => verdict(page).innerText()).toContain("Not the same files");

    await page.getByRole("button", { name: "Copy argument" }).focus();
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`{"expected_bundle_sha256": "${digestOf(moon)}"}`);

    const saving = page.waitForEvent("download");
    await downloader(page, "current").focus();
    await page.keyboard.press("Space");
    const download = await saving;
    expect(download.suggestedFilename()).toBe("current-manifest.json");
    expect(readFileSync(await download.path(), "utf8")).toBe(edited);

    await page.getByRole("button", { name: "Start again" }).focus();
    await page.keyboard.press("Enter");
    expect(await verdict(page).textContent()).toBe("");
    for (const name of ["reviewed", "current"] as const) {
      expect(await side(page, name).innerText()).toContain("No file chosen yet.");
      expect(await downloader(page, name).isDisabled()).toBe(true);
    }
    // Every control is reached by Tab, in the order in which it is read.
    await page.getByRole("button", { name: "Changed example" }).focus();
    const reached: string[] = [];
    for (let step = 0; step < 4; step += 1) {
      await page.keyboard.press("Tab");
      reached.push(
        await page.evaluate(() => document.activeElement?.textContent?.replaceAll(/\s+/g, " ").trim() ?? ""),
      );
    }
    expect(reached).toEqual([
      "Matching example",
      "Start again",
      "Choose a file for the reviewed manifest",
      "Choose a file for the current manifest",
    ]);
  });

  test("a file is dropped on a side, and one that is dropped beside the sides does not take the page away", async () => {
    const { page, complaints } = await open();
    const drop = async (selector: string, text: string) => {
      const data = await page.evaluateHandle((content) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], "dropped.json"));
        return transfer;
      }, text);
      for (const type of ["dragover", "drop"])
        await page.locator(selector).dispatchEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
    };
    await drop('.side[data-side="reviewed"]', moon);
    await drop('.side[data-side="current"]', moon);
    await expect.poll(() => verdict(page).innerText()).toContain("The same files");
    expect(await page.locator(".side[data-over]").count()).toBe(0);
    await page.evaluate(() => {
      const event = new DragEvent("drop", { bubbles: true, cancelable: true });
      document.querySelector("h1")?.dispatchEvent(event);
      document.body.dataset["prevented"] = String(event.defaultPrevented);
    });
    expect(await page.evaluate(() => document.body.dataset["prevented"])).toBe("true");
    expect(complaints).toEqual([]);
  });

  test("the same file can be picked again after it was edited", async () => {
    const { page } = await open();
    const path = source.getPath("picked.json");
    writeFileSync(path, moon);
    await put(page, "current", edited);
    const pick = async () => {
      const opening = page.waitForEvent("filechooser");
      await chooser(page, "reviewed").click();
      await (await opening).setFiles(path);
    };
    await pick();
    await expect.poll(() => verdict(page).innerText()).toContain("Not the same files");
    // What a browser still holds as chosen is no change when it is chosen again.
    expect(await side(page, "reviewed").locator("input").inputValue()).toBe("");
    writeFileSync(path, edited);
    await pick();
    await expect.poll(() => verdict(page).innerText()).toContain("The same files");
  });

  test.each([
    ["text that is not JSON", "{", "It is not JSON."],
    ["bytes that are not UTF-8", Buffer.from([0x22, 0xff, 0x22]), "It is not UTF-8 text."],
    ["another document", '{"schema": "other"}', "It is no directory manifest"],
    ["more than 1 MiB", Buffer.alloc(1024 * 1024 + 1, " "), "more than 1 MiB"],
    ["an empty file", "", "It is not JSON."],
  ])("%s clears the result, disables that side's download, and says why", async (_, content, reason) => {
    const { page, complaints } = await open();
    await put(page, "reviewed", moon);
    await put(page, "current", edited);
    await expect.poll(() => verdict(page).innerText()).toContain("Not the same files");
    await put(page, "current", content);
    await expect.poll(() => side(page, "current").innerText()).toContain(reason);
    expect(await verdict(page).textContent()).toBe("");
    expect(await page.locator(".compare-more").isVisible()).toBe(false);
    expect(await downloader(page, "current").isDisabled()).toBe(true);
    expect(await downloader(page, "reviewed").isEnabled()).toBe(true);
    await put(page, "current", moon);
    await expect.poll(() => verdict(page).innerText()).toContain("The same files");
    expect(complaints).toEqual([]);
  });

  test("a forged digest is refused", async () => {
    const { page } = await open();
    await put(page, "reviewed", moon.replace(digestOf(moon), digestOf(edited)));
    await expect.poll(() => side(page, "reviewed").innerText()).toContain("is not that of the files it lists");
  });

  test("invisible characters of a path are written out, and its marks stay text", async () => {
    const { page } = await open();
    // Its digest is computed here, by the text that the format describes, with what the browser itself offers.
    const hostile = await page.evaluate(async (text) => {
      const manifest = JSON.parse(text);
      const path = "zz/<img src=x onerror=alert(1)>\u202Egnp.md";
      manifest.files.push({ path, bytes: 0, sha256: "e".repeat(64) });
      const rows = manifest.files.map((file: { path: string; bytes: number; sha256: string }) => [
        file.path,
        file.bytes,
        file.sha256,
      ]);
      const bytes = new TextEncoder().encode(JSON.stringify([manifest.schema, rows]));
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      manifest.sha256 = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
      return JSON.stringify(manifest);
    }, moon);
    await put(page, "reviewed", moon, "<b>\u202E.json");
    await put(page, "current", hostile);
    await expect.poll(() => lines(page)).toEqual(["ADDED zz/<img src=x onerror=alert(1)>⟦U+202E⟧gnp.md"]);
    expect(await side(page, "reviewed").locator(".side-file").textContent()).toBe("<b>⟦U+202E⟧.json");
    expect(await page.locator("main img").count()).toBe(0);
  });

  describe("slow reads", () => {
    /** From now on a file named `slow…` is read only when `release` is called. */
    const slow = async (page: Page) => {
      await page.evaluate(() => {
        File.prototype.stream = function stream(this: File) {
          if (!this.name.startsWith("slow")) return Blob.prototype.stream.call(this);
          const original = Blob.prototype.stream.call(this);
          const waiting = new Promise<void>((resolve) =>
            document.addEventListener("release", () => resolve(), { once: true }),
          );
          const reader = original.getReader();
          return new ReadableStream({
            pull: async (controller) => {
              await waiting;
              const { done, value } = await reader.read();
              if (done) controller.close();
              else controller.enqueue(value);
            },
            cancel: () => {
              document.body.dataset["cancelled"] = "true";
            },
          });
        };
      });
      return () => page.evaluate(() => document.dispatchEvent(new Event("release")));
    };

    test("one that ends after a newer choice is dropped", async () => {
      const { page } = await open();
      const release = await slow(page);
      await put(page, "current", moon);
      await put(page, "reviewed", edited, "slow.json");
      expect(await side(page, "reviewed").getAttribute("aria-busy")).toBe("true");
      await put(page, "reviewed", moon);
      await expect.poll(() => verdict(page).innerText()).toContain("The same files");
      await release();
      await page.waitForTimeout(200);
      expect(await verdict(page).innerText()).toContain("The same files");
      expect(await side(page, "reviewed").locator(".side-digest").textContent()).toBe(digestOf(moon));
    });

    test("the other side settles meanwhile, and can be downloaded", async () => {
      const { page } = await open();
      const release = await slow(page);
      await put(page, "reviewed", moon, "slow.json");
      await put(page, "current", edited);
      await settled(page, "current");
      expect(await side(page, "current").getAttribute("aria-busy")).toBe("false");
      expect(await downloader(page, "current").isEnabled()).toBe(true);
      expect(await downloader(page, "reviewed").isDisabled()).toBe(true);
      expect(await verdict(page).textContent()).toBe("");
      await release();
      await expect.poll(() => verdict(page).innerText()).toContain("Not the same files");
    });

    test("starting again ends them, and what they would have brought never shows", async () => {
      const { page } = await open();
      const release = await slow(page);
      await put(page, "reviewed", moon, "slow.json");
      await put(page, "current", edited);
      await settled(page, "current");
      await page.getByRole("button", { name: "Start again" }).click();
      await expect.poll(() => page.evaluate(() => document.body.dataset["cancelled"])).toBe("true");
      await release();
      await page.waitForTimeout(200);
      expect(await side(page, "reviewed").innerText()).toContain("No file chosen yet.");
      expect(await side(page, "reviewed").getAttribute("aria-busy")).toBe("false");
      expect(await verdict(page).textContent()).toBe("");
    });

    test("one that is still under way when an example is shown is dropped too", async () => {
      const { page } = await open();
      const release = await slow(page);
      await put(page, "reviewed", moon, "slow.json");
      await page.getByRole("button", { name: "Matching example" }).click();
      await expect.poll(() => verdict(page).innerText()).toContain("The same files");
      await release();
      await page.waitForTimeout(200);
      expect(await verdict(page).innerText()).toContain("The same files");
    });
  });

  test("the examples are right manifests: one pair differs where SKILL.md does not, the other is the same", async () => {
    const { page, complaints } = await open();
    await page.getByRole("button", { name: "Changed example" }).click();
    await expect.poll(() => verdict(page).innerText()).toContain("SKILL.md itself is unchanged");
    expect(await lines(page)).toEqual([
      "CHANGED scripts/arrivals.sh",
      "ADDED scripts/report.sh",
      "REMOVED references/berths.md",
    ]);
    await page.getByRole("button", { name: "Matching example" }).click();
    await expect.poll(() => verdict(page).innerText()).toContain("The same files");
    expect(complaints).toEqual([]);
  });

  test("a screen reader hears the verdict once, and which file is on which side", async () => {
    const { page } = await open();
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(globalThis, { said });
      const region = document.querySelector<HTMLElement>(".compare-verdict");
      if (region)
        new MutationObserver(() => {
          if (region.innerText !== "") said.push(region.innerText.split("\n")[0] ?? "");
        }).observe(region, { childList: true, subtree: true, characterData: true });
    });
    await put(page, "reviewed", moon);
    await put(page, "current", moon);
    await expect.poll(() => verdict(page).innerText()).toContain("The same files");
    await page.waitForTimeout(200);
    expect(await page.evaluate(() => Reflect.get(globalThis, "said"))).toEqual(["The same files"]);
    expect(await page.locator("main").ariaSnapshot()).toMatch(
      /region "Reviewed":[^]*button "Choose a file for the reviewed manifest"[^]*status:[^]*reviewed\.json[^]*2 files[^]*region "Current":[^]*status:[^]*The same files/,
    );
    expect(await chooser(page, "reviewed").evaluate((button) => button.getAttribute("aria-describedby"))).toBe(
      "state-reviewed",
    );
  });

  test("nothing is asked for or kept, and the address stays what it is, whatever is compared", async () => {
    const { page, context, complaints } = await open();
    await page.waitForLoadState("networkidle");
    const asked: string[] = [];
    await context.route("**", (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    await put(page, "reviewed", moon);
    await put(page, "current", edited);
    await expect.poll(() => verdict(page).innerText()).toContain("Not the same files");
    const saving = page.waitForEvent("download");
    await downloader(page, "reviewed").click();
    await saving;
    await page.getByRole("button", { name: "Changed example" }).click();
    await page.getByRole("button", { name: "Start again" }).click();
    expect(asked.filter((url) => !url.startsWith("blob:"))).toEqual([]);
    expect(page.url()).toBe(site.origin + COMPARE);
    const kept = () => [localStorage.length, sessionStorage.length, document.cookie, history.state];
    expect(await page.evaluate(kept)).toEqual([0, 0, "", null]);
    expect(complaints).toEqual([]);
  });

  test("where browsers have no Web Crypto it says so, and what to run instead", async () => {
    const opened = await visit(browser, "http://skills.test");
    visits.push(opened);
    const { page, context } = opened;
    await context.route("http://skills.test/**", async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: site.origin + pathname }) });
    });
    await page.goto(COMPARE);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await page.getByText("This browser cannot compare here").waitFor();
    expect(await page.getByText("only on pages that come by https").isVisible()).toBe(true);
    expect(await page.getByText("It has no Web Crypto").isVisible()).toBe(false);
    expect(await page.locator(".side").first().isVisible()).toBe(false);
    expect(await page.locator(".command:visible").first().textContent()).toContain("npx skillpress manifest");
  });

  test("without scripts there is a command instead of controls", async () => {
    const { page } = await open({ javaScriptEnabled: false });
    expect(await page.getByText("Comparing here needs JavaScript").isVisible()).toBe(true);
    expect(await page.locator("input:visible, button:visible").count()).toBe(0);
    expect(await page.locator(".command:visible").first().textContent()).toContain("--against");
  });

  test.each(VIEWS)("axe finds nothing in what it shows, and it fits: $colorScheme, $viewport.width", async (view) => {
    const { page, complaints } = await open(view);
    const judge = async () => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      return { violations: violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), excess };
    };
    const clean = { violations: [], excess: 0 };
    expect(await judge()).toEqual(clean);
    for (const name of ["Changed example", "Matching example"]) {
      await page.getByRole("button", { name }).click();
      await expect.poll(() => verdict(page).innerText()).toContain("ame files");
      expect(await judge()).toEqual(clean);
    }
    await put(page, "current", "{");
    await expect.poll(() => side(page, "current").innerText()).toContain("It is not JSON.");
    expect(await judge()).toEqual(clean);
    expect(complaints).toEqual([]);
  });
});
