import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dev } from "astro";
import { expect, onTestFinished, test, vi } from "vitest";
import skillpress from "../../src/index.ts";
import { REPOSITORY, runProgram, runSkillpress } from "../tools/program.ts";
import { folder, skillMd } from "../tools/skill.ts";
import { digestsOf } from "../tools/tree.ts";

const DOCUMENTS = [
  "sky.skill-set.json",
  "sky.skill-set.lock.json",
  "sky/1.0.0/sky.skill-set.json",
  "sky/1.0.0/sky.skill-set.lock.json",
];
const SETS = [{ name: "sky", version: "1.0.0", members: ["moon"] }];
const ASTRO_CONFIG = `import { defineConfig } from "astro/config";
import skillpress from ${JSON.stringify(join(REPOSITORY, "src/index.ts"))};
export default defineConfig({
  cacheDir: "./cache",
  site: "https://docs.example.com",
  integrations: [skillpress({ sets: ${JSON.stringify(SETS)} })],
});
`;

/** Paths and digests of the documents of sets in a site. */
const documents = (out: string) =>
  Object.fromEntries(
    Object.entries(existsSync(join(out, "sets")) ? digestsOf(join(out, "sets")) : {}).filter(([path]) =>
      path.endsWith(".json"),
    ),
  );

const listed = (out: string) =>
  readFileSync(join(out, "agent-skills/-/SHA256SUMS"), "utf8")
    .split("\n")
    .flatMap((line) => /^[0-9a-f]{64} {2}sets\/(.*)$/.exec(line)?.[1] ?? []);

test("a folder of its own, with pages, has the documents of sets, and loses them with the sets", async () => {
  const { path, getPath } = await folder({ "skills/moon/SKILL.md": skillMd("moon") });
  const build = async (sets: readonly object[]) => {
    writeFileSync(getPath("skillpress.config.json"), JSON.stringify({ origin: "https://docs.example.com", sets }));
    const { exitCode, said } = await runSkillpress(["build", "--out", "public"], { cwd: path, env: { HOME: path } });
    expect(exitCode, said).toBe(0);
    const verify = await runSkillpress(["verify", "public"], { cwd: path, env: { HOME: path } });
    expect(verify.exitCode, verify.said).toBe(0);
  };
  await build(SETS);
  expect(Object.keys(documents(getPath("public")))).toEqual(DOCUMENTS);
  expect(listed(getPath("public"))).toEqual(DOCUMENTS);
  await build([]);
  expect(existsSync(getPath("public/sets"))).toBe(false);
});

test("a site of one's own has the same documents, by Astro and by the command", async () => {
  const { path, getPath } = await folder({
    "astro.config.mjs": ASTRO_CONFIG,
    "src/pages/index.astro": "<h1>Harbour</h1>\n",
    "skills/moon/SKILL.md": skillMd("moon"),
  });
  symlinkSync(join(REPOSITORY, "node_modules"), getPath("node_modules"));
  mkdirSync(getPath("home"));
  const env = { HOME: getPath("home") };
  const astro = await runProgram(
    process.execPath,
    [join(REPOSITORY, "node_modules/astro/bin/astro.mjs"), "build", "--outDir", "by-astro"],
    { cwd: path, env },
  );
  expect(astro.exitCode, astro.said).toBe(0);
  const command = await runSkillpress(["build", "--out", "by-command"], { cwd: path, env });
  expect(command.exitCode, command.said).toBe(0);
  expect(Object.keys(documents(getPath("by-astro")))).toEqual(DOCUMENTS);
  expect(documents(getPath("by-command"))).toEqual(documents(getPath("by-astro")));
  for (const out of ["by-astro", "by-command"]) {
    const { exitCode, said } = await runSkillpress(["verify", out], { cwd: path, env });
    expect(exitCode, said).toBe(0);
  }
});

const LAYOUT = `---
const { title } = Astro.props;
---
<!doctype html><html lang="en"><head><title>{title}</title><slot name="head" /></head><body><p>Harbour</p><slot /></body></html>
`;

test("the page of a set stands in a site's layout and sitemap, and is known to a check of the output", async () => {
  const { path, getPath } = await folder({
    "astro.config.mjs": ASTRO_CONFIG.replace(
      "import skillpress",
      'import sitemap from "@astrojs/sitemap";\nimport skillpress',
    )
      .replace("sets:", 'look: { layout: "src/layouts/Base.astro" }, sets:')
      .replace("integrations: [", "integrations: [sitemap(), "),
    "src/pages/index.astro": "<h1>Harbour</h1>\n",
    "src/layouts/Base.astro": LAYOUT,
    "skills/moon/SKILL.md": skillMd("moon"),
  });
  symlinkSync(join(REPOSITORY, "node_modules"), getPath("node_modules"));
  const astro = [join(REPOSITORY, "node_modules/astro/bin/astro.mjs"), "build"];
  const built = await runProgram(process.execPath, astro, { cwd: path, env: { HOME: path } });
  expect(built.exitCode, built.said).toBe(0);
  const page = readFileSync(getPath("dist/sets/sky/index.html"), "utf8");
  expect(page).toContain("<p>Harbour</p>");
  expect(page.match(/<html/g)).toHaveLength(1);
  expect(readFileSync(getPath("dist/sitemap-0.xml"), "utf8")).toContain(
    "<loc>https://docs.example.com/sets/sky/</loc>",
  );
  const checked = await runSkillpress(["verify", "--json", "dist"], { cwd: path, env: { HOME: path } });
  expect(checked.said).not.toContain("unlisted-file");
  expect(checked.exitCode, checked.said).toBe(0);
});

test("a page of the site's own in place of a set's is refused", async () => {
  const { path, getPath } = await folder({
    "astro.config.mjs": ASTRO_CONFIG,
    "src/pages/sets/sky.astro": "<h1>Theirs</h1>\n",
    "skills/moon/SKILL.md": skillMd("moon"),
  });
  symlinkSync(join(REPOSITORY, "node_modules"), getPath("node_modules"));
  const astro = [join(REPOSITORY, "node_modules/astro/bin/astro.mjs"), "build"];
  const built = await runProgram(process.execPath, astro, { cwd: path, env: { HOME: path } });
  expect(built.exitCode, built.said).not.toBe(0);
  expect(built.said).toContain("The site has a page of its own at `/sets/sky`");
});

test("`astro dev` serves the page and the documents of a set", async () => {
  const { path, getPath } = await folder({ "skills/moon/SKILL.md": skillMd("moon") });
  symlinkSync(join(REPOSITORY, "node_modules"), getPath("node_modules"));
  // Astro serves no pages to what it takes for a unit test.
  vi.stubEnv("VITEST", undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await dev({
    root: path,
    configFile: false,
    logLevel: "silent",
    cacheDir: getPath("cache"),
    vite: { optimizeDeps: { noDiscovery: true } },
    server: { host: "127.0.0.1", port: 0 },
    integrations: [skillpress({ origin: "https://docs.example.com", sets: SETS })],
  });
  onTestFinished(() => server.stop());
  const get = (file: string) => fetch(`http://127.0.0.1:${server.address.port}/${file}`);
  const page = await get("sets/sky/");
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("sky");
  for (const file of DOCUMENTS) {
    const answer = await get(`sets/${file}`);
    expect(answer.status, file).toBe(200);
    expect(await answer.json()).toMatchObject({ name: "sky" });
  }
  expect((await get("sets/other/")).status).toBe(404);
});
