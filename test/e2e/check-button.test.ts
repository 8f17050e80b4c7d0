import { chmodSync, readFileSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { AxeBuilder } from "@axe-core/playwright";
import { createFixture, type FsFixture } from "fs-fixture";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isBrowserMissing, openBrowser, visit, type Visit, WIDTHS } from "../tools/browser.ts";
import { publish, type Published } from "../tools/published.ts";
import { serveFolder } from "../tools/server.ts";
import { skillMd } from "../tools/skill.ts";

const HOME = "/agent-skills/";
const ARCHIVE = `${HOME}moon.tar.gz`;
const INDEX = "/.well-known/agent-skills/index.json";
const SKILLS = {
  "tides/SKILL.md": skillMd("tides"),
  "moon/SKILL.md": skillMd("moon"),
  "moon/scripts/phase.sh": "#!/bin/sh\ndate\n",
  "moon/references/far/side.md": "# Dark\n",
  "moon/references/\u202Eevil.md": "# Hidden\n",
  "moon/empty.txt": "",
  "sailing/SKILL.md": skillMd("sailing"),
  "sailing/skills/knots/SKILL.md": skillMd("knots"),
  "sailing/skills/knots/a.md": "A\n",
};
const OTHER = `sha256:${"0".repeat(64)}`;

describe.skipIf(isBrowserMissing())("the button that checks bytes, in a browser", { timeout: 120_000 }, () => {
  let source: FsFixture;
  let site: Published;
  let browser: Browser;
  /** Headers that a host sends besides, by path. */
  const mistakes = new Map<string, Readonly<Record<string, string>>>();
  /** Put the publication right again, the last change first. */
  const repairs: (() => void)[] = [];
  const visits: Visit[] = [];

  beforeAll(async () => {
    source = await createFixture(SKILLS);
    chmodSync(source.getPath("moon/scripts/phase.sh"), 0o755);
    // A host that lets everything be cached for an hour: what is checked has to be fetched all the same.
    const headers = (path: string) => ({ "cache-control": "max-age=3600", ...mistakes.get(path) });
    site = await publish(source.path, [], headers);
    browser = await openBrowser();
  });
  afterEach(async () => {
    mistakes.clear();
    for (const repair of repairs.splice(0)) repair();
    await Promise.all(visits.splice(0).map(({ context }) => context.close()));
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    await source.rm();
  });

  const open = async (
    path: string,
    { origin = site.origin, ...options }: BrowserContextOptions & { origin?: string } = {},
  ) => {
    const opened = await visit(browser, origin, options);
    visits.push(opened);
    opened.context.setDefaultTimeout(20_000);
    await opened.page.goto(path);
    return opened;
  };
  const file = (path: string) => join(site.folder, path);
  /** Changes a file that is served, until the test is over. */
  const change = (path: string, edit: (bytes: Buffer) => Buffer | string) => {
    const bytes = readFileSync(file(path));
    repairs.unshift(() => writeFileSync(file(path), bytes));
    writeFileSync(file(path), edit(Buffer.from(bytes)));
  };
  const button = (page: Page) => page.getByRole("button", { name: "Check these bytes" });
  const press = async (page: Page) => {
    await button(page).click();
    await page.locator(".check[data-outcome]").waitFor();
    const place = page.locator(".check");
    return {
      outcome: await place.getAttribute("data-outcome"),
      codes: await place.locator(".check-code").allTextContents(),
      said: await place.getByRole("status").innerText(),
      digests: await place.locator(".check-digests tr").allTextContents(),
    };
  };
  const published = (name: string) => {
    const report = JSON.parse(readFileSync(file("agent-skills/-/report.json"), "utf8"));
    const found: unknown = report.skills.find((skill: { name: string }) => skill.name === name)?.artifact.digest;
    return String(found);
  };

  test("right bytes agree with the page and the live index, file by file, and nothing else is asked for", async () => {
    const { page, complaints } = await open(`${HOME}moon/`);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await button(page).focus();
    await page.keyboard.press("Enter");
    await page.locator(".check[data-outcome=verified]").waitFor();
    expect(await button(page).evaluate((element) => document.activeElement === element)).toBe(true);

    // Browsers fetch the icon of a page when they find time for it.
    expect(asked.filter((path) => !path.startsWith("/_astro/favicon.")).toSorted()).toEqual(
      [INDEX, ARCHIVE].toSorted(),
    );
    const rows = await page.locator(".check-files tbody tr").all();
    const cells = await Promise.all(rows.map((row) => row.locator("bdi, .hash, td:last-child").allTextContents()));
    const shown = await page.locator("#files ~ .tree .hash").allTextContents();
    expect(cells.map(([name]) => name)).toEqual([
      "SKILL.md",
      "empty.txt",
      "references/far/side.md",
      "references/⟦U+202E⟧evil.md",
      "scripts/phase.sh",
    ]);
    expect(new Set(cells.map(([, hash]) => hash))).toEqual(new Set(shown));
    expect(cells.every(([, , state]) => state === "same")).toBe(true);
    expect(await page.locator(".check-digests td").allTextContents()).toEqual([
      expect.stringContaining(published("moon")),
      "the same",
      "the same",
    ]);
    expect(await page.locator(".check").innerText()).toContain("agreement, not authorship");
    expect(complaints).toEqual([]);
  });

  test.each(["tides", "sailing", "knots"])("the page of %s agrees too", async (name) => {
    const { page, complaints } = await open(`${HOME}${name}/`);
    expect(await press(page)).toMatchObject({ outcome: "verified", codes: [] });
    expect(complaints).toEqual([]);
  });

  test("one flipped byte is found without reloading, whatever is cached, and both digests are named", async () => {
    const { page, complaints } = await open(`${HOME}moon/`);
    expect((await press(page)).outcome).toBe("verified");
    change(ARCHIVE, (bytes) => {
      bytes[40] = (bytes[40] ?? 0) ^ 1;
      return bytes;
    });
    const { outcome, codes, said, digests } = await press(page);
    expect(outcome).toBe("failed");
    expect(codes).toContain("digest-mismatch");
    expect(said).toContain("not the one that this page and the index name");
    expect(digests[0]).toMatch(/sha256:[0-9a-f]{64}/);
    expect(digests[0]).not.toContain(published("moon"));
    expect(digests.slice(1)).toEqual([
      `This pageanother: ${published("moon")}`,
      `Live indexanother: ${published("moon")}`,
    ]);
    for (const repair of repairs.splice(0)) repair();
    expect((await press(page)).outcome).toBe("verified");
    expect(complaints).toEqual([]);
  });

  test("every byte of a SKILL.md counts", async () => {
    const { page } = await open(`${HOME}tides/`);
    change(`${HOME}tides/SKILL.md`, (bytes) => `${bytes.toString()}\n`);
    expect(await press(page)).toMatchObject({ outcome: "failed", codes: ["digest-mismatch"] });
  });

  test("an archive of other files names the file that differs", async () => {
    const { page } = await open(`${HOME}moon/`);
    // Bytes of a tar that is not compressed are easy to change: the content of the first file begins after its header.
    change(ARCHIVE, (bytes) => {
      const tar = gunzipSync(bytes);
      tar.write("+", 512 + 60);
      return tar;
    });
    const { outcome, codes, said } = await press(page);
    expect([outcome, ...codes]).toEqual(["failed", "digest-mismatch", "files-differ"]);
    expect(said).toContain("1 file of the archive is not as on this page: SKILL.md.");
    expect(await page.locator(".check-other bdi").allTextContents()).toEqual(["SKILL.md"]);
  });

  test("a missing archive is said to be missing", async () => {
    const { page } = await open(`${HOME}moon/`);
    renameSync(file(ARCHIVE), `${file(ARCHIVE)}.away`);
    repairs.unshift(() => renameSync(`${file(ARCHIVE)}.away`, file(ARCHIVE)));
    const { outcome, codes, said } = await press(page);
    expect([outcome, ...codes]).toEqual(["failed", "missing"]);
    expect(said).toContain(`The archive is missing: the host answered 404 at ${site.origin}${ARCHIVE}.`);
  });

  test("an archive that the host calls encoded arrives unpacked, and it says so and what to change", async () => {
    const { page, complaints } = await open(`${HOME}moon/`);
    mistakes.set(ARCHIVE, { "content-encoding": "gzip" });
    const { outcome, codes, said } = await press(page);
    expect([outcome, ...codes]).toEqual(["failed", "archive-mislabelled-encoding"]);
    expect(said).toContain("The host sends the archive with “Content-Encoding: gzip”");
    expect(said).toContain("The files in it are those of this page");
    expect(said).toContain("Make the host send files that end in .tar.gz as they are");
    expect(await page.locator(".check-files tbody tr").count()).toBe(5);
    expect(complaints).toEqual([]);
  });

  test("a web page instead of the archive is not hashed as if it were one", async () => {
    const { page, context, complaints } = await open(`${HOME}moon/`);
    await context.route(`**${ARCHIVE}`, (route) => route.fulfill({ path: file("404.html"), contentType: "text/html" }));
    expect(await press(page)).toMatchObject({ outcome: "failed", codes: ["not-the-artifact"] });
    expect(complaints).toEqual([]);
  });

  test("an index of another build is told from a page of another build", async () => {
    const { page, context, complaints } = await open(`${HOME}moon/`);
    change(INDEX, (bytes) => bytes.toString().replace(published("moon"), OTHER));
    const stale = await press(page);
    expect([stale.outcome, ...stale.codes]).toEqual(["failed", "digest-mismatch"]);
    expect(stale.said).toContain("is the one of this page, but the index names another digest");
    expect(stale.digests).toEqual([
      expect.stringContaining(published("moon")),
      expect.stringContaining("the same"),
      expect.stringContaining(OTHER),
    ]);
    for (const repair of repairs.splice(0)) repair();

    await context.route(`**${HOME}moon/`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace(published("moon"), OTHER) });
    });
    await page.reload();
    expect((await press(page)).said).toContain("the page is of another build");
    expect(complaints).toEqual([]);
  });

  test("an index that lacks the skill, is of another format or is missing is never passed over", async () => {
    const { page } = await open(`${HOME}moon/`);
    change(INDEX, (bytes) => bytes.toString().replace('"name": "moon"', '"name": "sun"'));
    expect(await press(page)).toMatchObject({ outcome: "failed", codes: ["catalogue-differs"] });
    change(INDEX, (bytes) => bytes.toString().replace("0.2.0", "0.9.0"));
    expect(await press(page)).toMatchObject({ outcome: "unverifiable", codes: ["unknown-schema"] });
    renameSync(file(INDEX), `${file(INDEX)}.away`);
    repairs.unshift(() => renameSync(`${file(INDEX)}.away`, file(INDEX)));
    const { outcome, said } = await press(page);
    expect(outcome).toBe("failed");
    expect(said).toContain("Upload .well-known too.");
  });

  test("without an answer, or with too much of one, the check is not finished", async () => {
    const { page, context } = await open(`${HOME}moon/`);
    await context.route(`**${ARCHIVE}`, (route) => route.abort());
    expect(await press(page)).toMatchObject({ outcome: "incomplete", codes: ["unreachable"] });
    await context.unroute(`**${ARCHIVE}`);
    change(ARCHIVE, (bytes) => bytes);
    truncateSync(file(ARCHIVE), 52 * 1024 * 1024);
    const { outcome, codes, said } = await press(page);
    expect([outcome, ...codes]).toEqual(["incomplete", "read-limit"]);
    expect(said).toContain("larger than 50 MiB");
  });

  test("a redirect to another host is not followed", async () => {
    const other = await serveFolder(site.folder, { "access-control-allow-origin": "*" });
    try {
      // Without the policy of the pages, which would not allow it either.
      const { page } = await open(`${HOME}moon/`, { bypassCSP: true });
      const answer = { status: 302, headers: { location: `${other.origin}${ARCHIVE}` } };
      await page.context().route(`${site.origin}${ARCHIVE}`, (route) => route.fulfill(answer));
      expect(await press(page)).toMatchObject({ outcome: "incomplete", codes: ["unreachable"] });
      expect(other.answered).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test("a copy at another origin is checked where it is, and it says so", async () => {
    const copy = await serveFolder(site.folder);
    try {
      const { page, complaints } = await open(`${HOME}moon/`, { origin: copy.origin });
      expect((await press(page)).outcome).toBe("verified");
      const words = await page.locator(".check").innerText();
      expect(words).toContain(
        `Checked was this copy, at ${copy.origin}. The commands on this page fetch from ${site.origin}, which was not asked.`,
      );
      expect(copy.answered.map(({ path }) => path)).toContain(ARCHIVE);
      expect(complaints).toEqual([]);
    } finally {
      await copy.close();
    }
  });

  test("where browsers have no Web Crypto it fetches nothing and says what to run instead", async () => {
    const opened = await visit(browser, "http://skills.test");
    visits.push(opened);
    const { page, context, complaints } = opened;
    const asked: string[] = [];
    await context.route("http://skills.test/**", async (route) => {
      const { pathname } = new URL(route.request().url());
      asked.push(pathname);
      await route.fulfill({ response: await route.fetch({ url: site.origin + pathname }) });
    });
    await page.goto(`${HOME}moon/`);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    const { outcome, said } = await press(page);
    expect(outcome).toBe("unverifiable");
    expect(said).toContain(
      "only on pages that come by https, or from this machine; this one came from http://skills.test.",
    );
    expect(said).toContain("Nothing was fetched or checked.");
    expect(await page.locator(".check .command").textContent()).toBe(
      `curl -fsSL http://skills.test${ARCHIVE} | $(command -v sha256sum || echo shasum -a 256)`,
    );
    expect(await page.locator(".check-more").innerText()).toContain(published("moon").replace("sha256:", ""));
    expect(asked).not.toContain(ARCHIVE);
    expect(asked).not.toContain(INDEX);
    expect(complaints).toEqual([]);
  });

  test("without scripts there is no button", async () => {
    const { page } = await open(`${HOME}moon/`, { javaScriptEnabled: false });
    expect(await page.getByText("Check these bytes").isVisible()).toBe(false);
  });

  test.each([
    { colorScheme: "light", width: "narrow" },
    { colorScheme: "light", width: "wide" },
    { colorScheme: "dark", width: "narrow" },
    { colorScheme: "dark", width: "wide" },
  ] as const)(
    "axe finds nothing in what it shows, and it fits: $colorScheme, $width",
    async ({ colorScheme, width }) => {
      const { page, context } = await open(`${HOME}moon/`, { colorScheme, viewport: WIDTHS[width] });
      const judge = async () => {
        const { violations } = await new AxeBuilder({ page }).analyze();
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        return { violations: violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), excess };
      };
      const clean = { violations: [], excess: 0 };
      expect((await press(page)).outcome).toBe("verified");
      expect(await judge()).toEqual(clean);
      change(ARCHIVE, (bytes) => {
        const tar = gunzipSync(bytes);
        tar.write("+", 512 + 60);
        return tar;
      });
      expect((await press(page)).outcome).toBe("failed");
      expect(await judge()).toEqual(clean);
      await context.route(`**${ARCHIVE}`, (route) => route.abort());
      expect((await press(page)).outcome).toBe("incomplete");
      expect(await judge()).toEqual(clean);
      await page.addInitScript(() => Object.defineProperty(Crypto.prototype, "subtle", { value: undefined }));
      await page.reload();
      const { said } = await press(page);
      expect(said).toContain("This browser has no Web Crypto");
      expect(await judge()).toEqual(clean);
    },
  );
});
