import { createHash } from "node:crypto";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dev } from "astro";
import { expect, onTestFinished, test } from "vitest";
import skillpress from "../../src/index.ts";
import { REPOSITORY } from "../tools/program.ts";
import { folder, skillMd } from "../tools/skill.ts";

/** A site under `astro dev`, with a source of one skill. */
async function development() {
  const { path, getPath } = await folder({ "skills/moon/SKILL.md": skillMd("moon"), "skills/moon/a.md": "A\n" });
  symlinkSync(join(REPOSITORY, "node_modules"), getPath("node_modules"));
  const server = await dev({
    root: path,
    configFile: false,
    logLevel: "silent",
    cacheDir: getPath("cache"),
    // Nothing may be written any more when the folder is removed.
    vite: { optimizeDeps: { noDiscovery: true } },
    server: { host: "127.0.0.1", port: 0 },
    integrations: [skillpress({ origin: "https://docs.example.com" })],
  });
  onTestFinished(() => server.stop());
  const address = (file: string) => `http://127.0.0.1:${server.address.port}/${file}`;
  const get = (file: string) => fetch(address(file), { headers: { "accept-encoding": "gzip" } });
  return { getPath, get };
}

/** Asks again until the answer is there; a change takes as long as the machine needs, within the test's limit. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
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
    [".well-known/agent-skills/index.json", "application/json; charset=utf-8"],
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
