import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openBrowser, visit, WIDTHS } from "../test/tools/browser.ts";
import { succeed } from "../test/tools/program.ts";
import { serveFolder } from "../test/tools/server.ts";

/* The four pictures of the README, of this repository's own skills, into `docs/images/`. */

const ROOT = resolve(import.meta.dirname, "..");
const OUT = join(ROOT, "docs/images");
const PICTURES = [
  { name: "home", path: "agent-skills/", width: "wide", colorScheme: "light", height: 1000 },
  { name: "skill", path: "agent-skills/publish-agent-skills/", width: "wide", colorScheme: "dark", height: 1000 },
  {
    name: "files",
    path: "agent-skills/publish-agent-skills/files/#/scripts/check-deployed.sh",
    width: "wide",
    colorScheme: "light",
    height: 1000,
  },
  { name: "search", path: "agent-skills/?q=digest#skills", width: "narrow", colorScheme: "dark", height: 1000 },
] as const;

mkdirSync(OUT, { recursive: true });
const place = mkdtempSync(join(tmpdir(), "skillpress-pictures-"));
const site = join(place, "site");
await succeed(
  process.execPath,
  [
    join(ROOT, "src/cli.ts"),
    "build",
    "--source",
    join(ROOT, "skills"),
    "--origin",
    "https://docs.example.com",
    "--out",
    site,
  ],
  { cwd: place },
);
const server = await serveFolder(site);
const browser = await openBrowser();
try {
  for (const { name, path, width, colorScheme, height } of PICTURES) {
    const viewport = { width: WIDTHS[width].width, height };
    const { page, context } = await visit(browser, server.origin, { colorScheme, viewport, reducedMotion: "reduce" });
    await page.goto(`/${path}`, { waitUntil: "networkidle" });
    await page.screenshot({ path: join(OUT, `${name}.png`) });
    await context.close();
  }
} finally {
  await browser.close();
  await server.close();
  rmSync(place, { recursive: true });
}
