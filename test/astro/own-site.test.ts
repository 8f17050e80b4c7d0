import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifyTree } from "../../src/verify/tree.ts";
import { REPOSITORY, runProgram, runSkillpress } from "../tools/program.ts";
import { folder, skillMd } from "../tools/skill.ts";
import { digestsOf } from "../tools/tree.ts";

const ASTRO_CONFIG = `import { defineConfig } from "astro/config";
import skillpress from ${JSON.stringify(join(REPOSITORY, "src/index.ts"))};
export default defineConfig({ cacheDir: "./cache", site: "https://docs.example.com", integrations: [skillpress()] });
`;

/** A project with an Astro site of its own, which reads a file of the folder it is built in. */
async function project() {
  const made = await folder({
    "astro.config.mjs": ASTRO_CONFIG,
    "title.txt": "Harbour",
    "src/pages/index.astro": `---\nimport { readFileSync } from "node:fs";\n---\n<h1>{readFileSync("title.txt", "utf8")}</h1>\n`,
    "skills/moon/SKILL.md": skillMd("moon"),
  });
  symlinkSync(join(REPOSITORY, "node_modules"), made.getPath("node_modules"));
  return made;
}

test("a site of one's own is built onto another disk, and nothing is left behind", async ({ skip }) => {
  const { path, getPath } = await project();
  const disk = await folder({});
  try {
    execFileSync("mount", ["-t", "tmpfs", "tmpfs", disk.path], { stdio: "pipe" });
  } catch {
    skip("mounting a file system needs root");
  }
  try {
    const { exitCode, said } = await runSkillpress(["build", "--out", disk.getPath("public")], { cwd: path });
    expect({ exitCode, said }).toMatchObject({ exitCode: 0 });
    expect(existsSync(disk.getPath("public/index.html"))).toBe(true);
    expect(await verifyTree(disk.getPath("public"))).toEqual([]);
    expect(readdirSync(disk.path)).toEqual(["public"]);
    expect(readdirSync(getPath(".astro")).filter((name) => name.startsWith("skillpress-"))).toEqual([]);
  } finally {
    execFileSync("umount", [disk.path]);
  }
});

test("a site is built twice at once, by the command and by Astro, and each output is whole", async () => {
  const { path, getPath } = await project();
  const other = await folder({});
  const astro = (out: string) =>
    runProgram(process.execPath, [join(REPOSITORY, "node_modules/astro/bin/astro.mjs"), "build", "--outDir", out], {
      cwd: path,
      env: { HOME: path },
    });
  const outs = ["a", "b"].flatMap((name) => [other.getPath(`command-${name}`), getPath(`astro-${name}`)]);
  const ended = await Promise.all(
    outs.map((out) => (out.includes("command") ? runSkillpress(["build", "--out", out], { cwd: path }) : astro(out))),
  );
  for (const [index, out] of outs.entries()) {
    expect({ out, ...ended[index] }).toMatchObject({ exitCode: 0 });
    expect(await verifyTree(out), out).toEqual([]);
    expect(existsSync(join(out, "agent-skills/moon/index.html")), out).toBe(true);
  }
  for (const place of ["cache", ".astro"])
    expect(readdirSync(getPath(place)).filter((name) => name.startsWith("skillpress"))).toEqual([]);
});

test("earlier snapshots are carried from the output that is replaced, by Astro and by the command", async () => {
  const made = await project();
  const { path, getPath } = made;
  const astro = () =>
    runProgram(process.execPath, [join(REPOSITORY, "node_modules/astro/bin/astro.mjs"), "build"], {
      cwd: path,
      env: { HOME: path },
    });
  const kept = () => readdirSync(getPath("dist/agent-skills/-/at/moon")).length;
  const change = (body: string) => made.writeFile("skills/moon/SKILL.md", skillMd("moon", { body }));
  expect(await astro()).toMatchObject({ exitCode: 0 });
  await made.writeFile("astro.config.mjs", ASTRO_CONFIG.replace("skillpress()", 'skillpress({ previous: "dist" })'));
  await change("Half moon.\n");
  expect(await astro()).toMatchObject({ exitCode: 0 });
  expect(kept()).toBe(2);
  await change("Full moon.\n");
  expect(await runSkillpress(["build"], { cwd: path })).toMatchObject({ exitCode: 0 });
  expect(kept()).toBe(3);
  expect(await verifyTree(getPath("dist"))).toEqual([]);

  const before = digestsOf(getPath("dist"));
  await made.writeFile("astro.config.mjs", ASTRO_CONFIG.replace("skillpress()", 'skillpress({ previous: "gone" })'));
  const refused = [await astro(), await runSkillpress(["build"], { cwd: path })];
  expect(refused.map(({ exitCode }) => exitCode)).toEqual([1, 2]);
  for (const { said } of refused) expect(said).toContain("Nothing can be carried forward");
  expect(digestsOf(getPath("dist"))).toEqual(before);
});
