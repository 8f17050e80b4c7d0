import { createHash } from "node:crypto";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dev } from "astro";
import { expect, onTestFinished, test, vi } from "vitest";
import skillpress, { type Options } from "../../src/index.ts";
import { REPOSITORY } from "../tools/program.ts";
import { folder, skillMd } from "../tools/skill.ts";

/** A site under `astro dev`, with a source of one skill. */
async function development(text = skillMd("moon"), look: Options["look"] = {}) {
  const { path, getPath } = await folder({
    "skills/moon/SKILL.md": text,
    "skills/moon/a.md": "A\n",
    "brand.png": "x",
  });
  symlinkSync(join(REPOSITORY, "node_modules"), getPath("node_modules"));
  // Astro serves no pages to what it takes for a unit test.
  vi.stubEnv("VITEST", undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await dev({
    root: path,
    configFile: false,
    logLevel: "silent",
    cacheDir: getPath("cache"),
    // Nothing may be written any more when the folder is removed.
    vite: { optimizeDeps: { noDiscovery: true } },
    server: { host: "127.0.0.1", port: 0 },
    integrations: [skillpress({ origin: "https://docs.example.com", look })],
  });
  onTestFinished(() => server.stop());
  const address = (file: string) => `http://127.0.0.1:${server.address.port}/${file}`;
  const get = (file: string) => fetch(address(file), { headers: { "accept-encoding": "gzip" } });
  const save = (changed: string) => writeFileSync(getPath("skills/moon/SKILL.md"), changed);
  return { getPath, get, save, client: () => connect(server.address.port) };
}

/** A browser's development client: what the server has told it so far, at first all that it tells whoever connects. */
async function connect(port: number): Promise<readonly Told[]> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`, "vite-hmr");
  const told: Told[] = [];
  onTestFinished(() => socket.close());
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("message", ({ data }) => {
      const message: Told = JSON.parse(String(data));
      told.push(message);
      if (message.type === "connected") resolve();
    });
    socket.addEventListener("error", reject);
  });
  return told;
}

/** A message of the server to its clients. */
interface Told {
  readonly type: string;
  readonly err?: { readonly message: string; readonly hint: string; readonly loc: unknown; readonly stack: string };
}

const BROKEN = '---\nname: moon\ndescription: "Tells <b>phases</b>."\ntags: a: b\n---\n';
const errorsOf = (told: readonly Told[]) => told.flatMap(({ type, err }) => (type === "error" && err ? [err] : []));

/** Asks again until the answer is there; a change takes as long as the machine needs, within the test's limit. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Saves until it has been seen: a watcher takes writes that follow each other closely for one. */
async function saveUntil(save: () => void, holds: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; !(await holds()); turn += 1) {
    if (turn % 20 === 0) save();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("in development the artifacts are served as a good host does: right types, no encoding, the published bytes", async () => {
  const { get } = await development();
  const { skills } = JSON.parse(await (await get(".well-known/agent-skills/index.json")).text());
  const archive = await get("agent-skills/moon.tar.gz");
  expect(archive.headers.get("content-encoding")).toBeNull();
  expect(archive.headers.get("content-type")).toBe("application/gzip");
  const hex = createHash("sha256")
    .update(new Uint8Array(await archive.arrayBuffer()))
    .digest("hex");
  expect(skills[0].digest).toBe(`sha256:${hex}`);
  for (const [file, type] of [
    [".well-known/agent-skills/index.json", "application/json"],
    ["agent-skills/moon/SKILL.md", "text/markdown; charset=utf-8"],
    ["agent-skills/-/SHA256SUMS", "text/plain; charset=utf-8"],
  ] as const) {
    expect((await get(file)).headers.get("content-type"), file).toBe(type);
  }
  expect((await get("agent-skills/gone.tar.gz")).status).toBe(404);
});

test("a changed skill is served anew, and a broken one leaves the last good publication, however often it is saved", async () => {
  const { getPath, get } = await development();
  const served = async () => (await get("agent-skills/moon/SKILL.md")).text();
  const save = (text: string) => writeFileSync(getPath("skills/moon/SKILL.md"), text);
  const good = skillMd("moon", { body: "# New steps\n" });
  save(good);
  await until(async () => (await served()) === good);

  // Between two broken states a good one of another file shows that the broken one has been looked at.
  for (const attempt of ["one", "two", "three"]) {
    save(`---\nname: moon\ndescription: broken: ${attempt}\n---\n`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await served()).toBe(good);
  }
  const better = skillMd("moon", { body: "# Better steps\n" });
  save(better);
  await until(async () => (await served()) === better);
  expect(readFileSync(getPath("skills/moon/SKILL.md"), "utf8")).toBe(better);
});

test("a problem is told to every client with path, line and fix, also to one that comes later, until it is gone", async () => {
  const { getPath, save, client } = await development();
  const early = await client();
  await saveUntil(
    () => save(BROKEN),
    async () => errorsOf(early).length > 0,
  );
  const late = await client();
  for (const told of [early, late]) {
    const [error] = errorsOf(told);
    expect(error?.loc).toEqual({ file: getPath("skills/moon/SKILL.md"), line: 4, column: 8 });
    expect(error?.message).toContain("not valid YAML");
    expect(error?.hint).toContain("Quote it: <code>tags: &quot;a: b&quot;</code>");
    expect(error?.stack).toContain("invalid-yaml");
  }
  await saveUntil(
    () => save(skillMd("moon")),
    async () => errorsOf(await client()).length === 0,
  );
});

test("a site that starts with a broken skill shows the problem in place of the pages, and the pages once it is fixed", async () => {
  const { get, save } = await development(BROKEN);
  const page = await get("agent-skills/");
  expect([page.status, page.headers.get("content-type")]).toEqual([500, "text/html; charset=utf-8"]);
  const text = await page.text();
  expect(text).toContain("moon/SKILL.md:4:8");
  expect(text).not.toContain("<b>");
  await saveUntil(
    () => save(skillMd("moon")),
    async () => (await get("agent-skills/")).status === 200,
  );
  expect(await (await get("agent-skills/")).text()).toContain("Does moon things.");
});

test("the styles and pictures of the pages are served, wherever the package lies", async () => {
  const { get } = await development(skillMd("moon"), { logo: "brand.png", accent: "#06c" });
  const html = await (await get("agent-skills/moon/")).text();
  const files = [...html.matchAll(/(?:<link rel="(?:stylesheet|icon)" href|<img[^>]* src)="\/([^"]+)"/g)].map(
    ([, file = ""]) => file,
  );
  expect(files.filter((file) => /catalog\.css|accent\.css|favicon\.svg|brand\.png/.test(file))).toHaveLength(4);
  for (const file of files) expect((await get(file)).status, file).toBe(200);
});
