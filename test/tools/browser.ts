import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { isSkipped } from "./witness.ts";

/** Widths of a small telephone and of a large screen, in CSS pixels. */
export const WIDTHS = { narrow: { width: 360, height: 740 }, wide: { width: 1440, height: 900 } } as const;

/** How every kind of page has to be fit to be read. */
export const VIEWS = (["light", "dark"] as const).flatMap((colorScheme) =>
  Object.values(WIDTHS).map((viewport) => ({ colorScheme, viewport })),
);

/** Where Debian, and the machines of GitHub, have a browser of the kind. */
const PLACES = ["/usr/bin/chromium", "/usr/bin/google-chrome"];

/** True when there is no browser, or when it was given up; what cannot be proved then is said on standard error. */
export function isBrowserMissing(): boolean {
  const missing = isSkipped({ program: "chromium" }) || !PLACES.some((path) => existsSync(path));
  if (missing)
    process.stderr.write(
      "\nNOT PROVED: no test of the pages in a browser runs, because there is no Chromium. Debian: apt-get install -y chromium\n\n",
    );
  return missing;
}

/** Starts the Chromium of the system. */
export function openBrowser(): Promise<Browser> {
  const executablePath = PLACES.find((path) => existsSync(path)) ?? "";
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** A visit of a site by a fresh browser profile. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What no page may do: messages on the console, errors, and requests to elsewhere. */
  readonly complaints: readonly string[];
}

/** Opens a fresh profile that notes everything a page should not do. */
export async function visit(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: WIDTHS.wide, baseURL: origin, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    // Browsers ask for it by themselves where a page names no icon.
    if (!message.location().url.endsWith("/favicon.ico")) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    // Whoever goes on to another page ends what is still loading.
    if (reason !== "net::ERR_ABORTED") complaints.push(`${reason}: ${request.url()}`);
  });
  page.on("request", (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (asked !== origin && protocol !== "data:" && protocol !== "blob:")
      complaints.push(`elsewhere: ${request.url()}`);
  });
  return { context, page, complaints };
}
