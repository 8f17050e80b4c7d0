import { once } from "node:events";
import { symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { REPOSITORY, runProgram } from "../tools/program.ts";
import { folder, skillMd } from "../tools/skill.ts";

const CONFIG = `import { defineConfig } from "astro/config";
import skillpress from ${JSON.stringify(join(REPOSITORY, "src/index.ts"))};
export default defineConfig({ cacheDir: "./cache", integrations: [skillpress({ origin: "https://docs.example.com" })] });
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Starts `astro dev` on a site with one skill, and asks it for pages until the test ends. */
async function develop() {
  const { path, getPath } = await folder({
    "astro.config.mjs": CONFIG,
    "skills/moon/SKILL.md": skillMd("moon"),
    "skills/moon/a.md": "A <b>\n",
  });
  symlinkSync(join(REPOSITORY, "node_modules"), getPath("node_modules"));
  const stop = new AbortController();
  const port = await freePort();
  const argv = [
    join(REPOSITORY, "node_modules/astro/bin/astro.mjs"),
    "dev",
    "--host",
    "127.0.0.1",
    "--port",
    `${port}`,
  ];
  const ended = runProgram(process.execPath, argv, { cwd: path, env: { HOME: path }, kill: stop.signal });
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  const get = (address: string) =>
    fetch(new URL(address, `http://127.0.0.1:${port}/agent-skills/`)).then(
      (response) => response.text(),
      () => "",
    );
  const until = async (address: string, text: string) => {
    while (!(await get(address)).includes(text)) await new Promise((resolve) => setTimeout(resolve, 100));
  };
  return { getPath, get, until };
}

test("in development the file pages show the files as they are now", async () => {
  const { getPath, get, until } = await develop();
  await until("moon/files/", `<span id="/a.md:1"><a href="#/a.md:1">1</a>A &lt;b&gt;\n</span>`);
  writeFileSync(getPath("skills/moon/a.md"), "Better\n");
  await until("moon/files/", "Better");
  expect(await get("moon/files/")).not.toContain("A &lt;b&gt;");
});

test("in development a changed SKILL.md is on its page, in the list and among its files as it is now", async () => {
  const { getPath, get, until } = await develop();
  await until("moon/", "Do it.");
  const changed = skillMd("moon", { description: "Tells the new phases. Use when asked.", body: "# Other steps\n" });
  writeFileSync(getPath("skills/moon/SKILL.md"), changed);
  await until("moon/", "Other steps</h3>");
  expect(await get("moon/")).not.toContain("Do it.");
  for (const [address, text] of [
    ["moon/", "Tells the new phases."],
    ["", "Tells the new phases."],
    ["moon/files/", "# Other steps"],
  ] as const)
    expect(await get(address), address).toContain(text);
});

test("in development the pages load the scripts of their buttons, their picker and their search", async () => {
  const { get, until } = await develop();
  await until("", "<h1");
  const html = await get("");
  const addresses = [...html.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, address = ""]) => address);
  const scripts = await Promise.all(addresses.map((address) => get(address.replaceAll("&amp;", "&"))));
  for (const start of ["startPickers", "startFinder"])
    expect(scripts.filter((code) => code.includes(start))).toHaveLength(1);
});

test("in development the page that compares manifests loads its script, and the format that lies outside of the catalog", async () => {
  const { get, until } = await develop();
  await until("-/compare/", "<h1");
  const loaded: string[] = [];
  const load = async (code: string) => {
    const imported = [...code.matchAll(/(?:from |<script type="module" src=)"(\/[^"]+)"/g)].map(
      ([, path = ""]) => path,
    );
    for (const path of imported.filter((each) => /compare|directory-manifest/.test(each) && !loaded.includes(each))) {
      loaded.push(path);
      await load(await get(path.replaceAll("&amp;", "&")));
    }
  };
  await load(await get("-/compare/"));
  const format = loaded.find((path) => path.includes("directory-manifest"));
  expect(await get(format ?? "")).toContain("function readStated");
});
