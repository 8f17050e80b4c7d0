import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REPOSITORY, runProgram, runSkillpress, succeed } from "../tools/program.ts";
import { skillMd } from "../tools/skill.ts";
import { materialise, VECTORS } from "../tools/vectors.ts";
import { isSkipped, REGISTRY } from "../tools/witness.ts";

const MINUTES = 60_000;
/** More skills than one thread is started for. */
const MANY = 120;
const ORIGIN = "https://docs.example.com";
const SITE = {
  "astro.config.mjs": `
    import { defineConfig } from "astro/config";
    import skillpress from "skillpress";
    export default defineConfig({ site: ${JSON.stringify(ORIGIN)}, integrations: [skillpress()] });
  `,
  "src/pages/index.astro": "<h1>My own page</h1>\n",
};

describe.skipIf(isSkipped(REGISTRY))("the packed package, installed by npm in an empty folder", () => {
  let machine: FsFixture;
  let project: string;
  let tarball: string;
  /** What a person has at their prompt, so without what vitest and the package script that runs it add; this Node comes first. */
  const env = {
    ...Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(?:npm_|INIT_CWD$|NODE_ENV$|VITEST|VITE_)/i.test(name)),
    ),
    PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
    ASTRO_TELEMETRY_DISABLED: "1",
  };

  beforeAll(async () => {
    machine = await createFixture({ "packed/.keep": "", "project/.keep": "" });
    project = machine.getPath("project");
    await succeed("npx", ["-y", "pnpm@10", "pack", "--pack-destination", machine.getPath("packed")], {
      cwd: REPOSITORY,
      env,
    });
    tarball = machine.getPath(
      "packed",
      readdirSync(machine.getPath("packed")).find((name) => name.endsWith(".tgz")) ?? "",
    );
    await succeed("npm", ["install", tarball, "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: project, env });
    cpSync(join(REPOSITORY, "skills"), join(project, "skills"), { recursive: true });
    for (let number = 0; number < MANY; number += 1) {
      mkdirSync(join(project, "many", `skill-${number}`), { recursive: true });
      writeFileSync(join(project, "many", `skill-${number}`, "SKILL.md"), skillMd(`skill-${number}`));
      writeFileSync(join(project, "many", `skill-${number}`, "notes.md"), `Note ${number}\n`);
    }
  }, 10 * MINUTES);
  afterAll(() => machine.rm());

  /** A minimal Astro site below the project, whose packages it uses. */
  const newSite = (name: string): string => {
    const site = join(project, name);
    for (const [path, text] of Object.entries(SITE)) {
      mkdirSync(dirname(join(site, path)), { recursive: true });
      writeFileSync(join(site, path), text);
    }
    cpSync(join(REPOSITORY, "skills"), join(site, "skills"), { recursive: true });
    return site;
  };

  test("holds what it needs to run and to be read, and none of our sources or tests", async () => {
    const packed = (await succeed("tar", ["-tzf", tarball], { cwd: project }))
      .trimEnd()
      .split("\n")
      .map((path) => path.replace(/^package\//, ""));
    expect(packed).toEqual(
      expect.arrayContaining([
        "lib/cli.js",
        "lib/index.js",
        "lib/index.d.ts",
        "schemas/config.schema.json",
        "package.json",
        "README.md",
        "LICENSE",
      ]),
    );
    expect(
      packed.filter((path) => !/^(?:lib\/|schemas\/|(?:package\.json|README\.md|LICENSE|CHANGELOG\.md)$)/.test(path)),
    ).toEqual([]);
  });

  test.each([
    { title: "npx skillpress build --no-catalog, in threads", source: "many", flags: ["--no-catalog"] },
    { title: "npx skillpress build", source: "skills", flags: [] },
  ])(
    "$title: publishes what this repository's own program publishes, byte for byte",
    async ({ source, flags }) => {
      const [theirs, ours] = [`theirs-${source}`, machine.getPath(`ours-${source}`)];
      const options = ["--source", source, "--origin", ORIGIN];
      await succeed("npx", ["skillpress", "build", ...options, "--out", theirs, ...flags], {
        cwd: project,
        env,
      });
      const built = await runSkillpress(["build", ...options, "--out", ours, ...flags], {
        cwd: project,
        env,
      });
      expect(built).toMatchObject({ exitCode: 0 });
      expect(await succeed("diff", ["--recursive", join(project, theirs), ours], { cwd: project })).toBe("");
      await confirmSums(ours);
    },
    5 * MINUTES,
  );

  test("`skillpress manifest` needs no other program: with an empty PATH it makes, compares and refuses", async () => {
    for (const [name, vector] of Object.entries(VECTORS.cases)) materialise(vector, join(project, "vectors", name));
    const cli = join(project, "node_modules", "skillpress", "lib", "cli.js");
    const manifest = (...argv: string[]) =>
      runProgram(process.execPath, [cli, "manifest", ...argv, "--json"], {
        cwd: join(project, "vectors"),
        env: { PATH: "", NODE_PATH: "" },
      });
    for (const [name, { bundle }] of Object.entries(VECTORS.cases)) {
      const { exitCode, out, said } = await manifest(name);
      const sum = createHash("sha256").update(out).digest("hex");
      if ("error" in bundle) expect({ exitCode, said }).toMatchObject({ exitCode: 2, said: out });
      else expect({ exitCode, sum, said }).toEqual({ exitCode: 0, sum: bundle.document_sha256, said: out });
      writeFileSync(join(project, "vectors", `${name}.json`), out);
    }
    for (const { expected, actual, exit, result } of VECTORS.comparisons) {
      const { exitCode, out } = await manifest(actual, "--against", `${expected}.json`);
      expect({ exitCode, ...JSON.parse(out) }).toMatchObject({ exitCode: exit, ...result });
    }
  });

  test(
    "the integration publishes as part of a site's own `astro build`, pages and artifacts",
    async () => {
      const site = newSite("astro-builds");
      await succeed("npx", ["astro", "build"], { cwd: site, env });
      expect(readFileSync(join(site, "dist", "index.html"), "utf8")).toContain("My own page");
      expect(readFileSync(join(site, "dist", "agent-skills", "write-agent-skills", "index.html"), "utf8")).toContain(
        `${ORIGIN}/agent-skills`,
      );
      await confirmSums(join(site, "dist"));
    },
    5 * MINUTES,
  );

  test(
    "`npx skillpress build` on such a site gives the same tree as `astro build`",
    async () => {
      const site = newSite("both-build");
      await succeed("npx", ["astro", "build", "--outDir", "by-astro"], { cwd: site, env });
      await succeed("npx", ["skillpress", "build"], { cwd: site, env });
      expect(await succeed("diff", ["--recursive", "by-astro", "dist"], { cwd: site })).toBe("");
    },
    5 * MINUTES,
  );
});

async function confirmSums(site: string): Promise<void> {
  await succeed("sha256sum", ["--check", "--strict", "--quiet", "agent-skills/-/SHA256SUMS"], { cwd: site });
}
