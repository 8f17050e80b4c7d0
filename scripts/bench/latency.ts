import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dev } from "astro";
import { openBrowser, visit } from "../../test/tools/browser.ts";
import { skillMd } from "../../test/tools/skill.ts";
import skillpress from "../../src/index.ts";
import { writeCorpus } from "./corpus.ts";
import { median } from "./measure.ts";

/*
 * How long `astro dev` takes from a saved SKILL.md to a browser that shows it, and the processor time of the server in between,
 * in milliseconds: `node scripts/bench/latency.ts`.
 * Numbers given as arguments are the numbers of skills.
 */

const CHANGES = 10;
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10, 100, 1_000];

const browser = await openBrowser();
const place = mkdtempSync(join(tmpdir(), "skillpress-latency-"));
try {
  // A folder of its own, because Astro's cache lies in it.
  mkdirSync(join(place, "node_modules"));
  symlinkSync(join(import.meta.dirname, "../../node_modules/astro"), join(place, "node_modules/astro"));
  for (const size of sizes) {
    const taken = await changes(size);
    const [passed, worked] = (["passed", "worked"] as const).map((key) => median(taken.map((each) => each[key])));
    console.log(`${size} skills: ${passed?.toFixed(0)} ms, of the processor ${worked?.toFixed(0)} ms`);
  }
} finally {
  await browser.close();
  rmSync(place, { recursive: true, force: true, maxRetries: 5 });
}

/** Changes the text of a skill among so many, again and again, and takes the times until its page shows it. */
async function changes(size: number): Promise<{ readonly passed: number; readonly worked: number }[]> {
  const source = join(place, `${size}`);
  await writeCorpus(source, size - 1);
  const file = join(source, "changing", "SKILL.md");
  const save = (text: string) => writeFileSync(file, skillMd("changing", { body: `${text}\n` }));
  mkdirSync(join(file, ".."));
  save("Before.");
  const server = await dev({
    root: place,
    configFile: false,
    logLevel: "error",
    server: { host: "127.0.0.1", port: 0 },
    integrations: [skillpress({ source, origin: "https://docs.example.com" })],
  });
  const { page, context } = await visit(browser, `http://127.0.0.1:${server.address.port}`);
  try {
    await page.goto("/agent-skills/changing/", { timeout: 60_000 });
    const taken: { readonly passed: number; readonly worked: number }[] = [];
    for (let change = 0; change <= CHANGES; change += 1) {
      await page.waitForTimeout(500);
      const [start, before] = [performance.now(), process.cpuUsage()];
      save(`Change ${change}.`);
      await page.getByText(`Change ${change}.`).waitFor({ timeout: 120_000 });
      const { user, system } = process.cpuUsage(before);
      taken.push({ passed: performance.now() - start, worked: (user + system) / 1000 });
    }
    return taken.slice(1); // the first loads what the pages are made with
  } finally {
    await context.close();
    await server.stop();
  }
}
