import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { skillpress } from "../tools/command.ts";
import { brief } from "../tools/problems.ts";
import { REPOSITORY, runProgram } from "../tools/program.ts";
import { composed } from "../tools/publication.ts";
import { folder, skillMd } from "../tools/skill.ts";
import { digestsOf } from "../tools/tree.ts";
import { isSkipped, need, SHA256SUM } from "../tools/witness.ts";

const SKILLS = {
  "tides/SKILL.md": skillMd("tides"),
  "sea/waves/SKILL.md": skillMd("waves"),
  "sea/waves/references/été.md": "x",
  "sky/skills/moon/SKILL.md": skillMd("moon"),
  "sky/skills/moon/scripts/run": "#!/bin/sh\n",
  "sky/skills/sun/SKILL.md": skillMd("sun"),
  "land/SKILL.md": skillMd("land"),
  "land/map.txt": "x",
  "land/skills/hill/SKILL.md": skillMd("hill"),
  "README.md": "private notes",
  ".DS_Store": "x",
};

test("a source of all shapes becomes the published paths of the design, and no others", async () => {
  const { report, root, problems } = await composed(SKILLS);
  expect(brief(problems)).toEqual([]);
  expect(report).toBeDefined();
  expect(Object.keys(digestsOf(root))).toEqual(
    [
      ".well-known/agent-skills/index.json",
      "agent-skills/-/SHA256SUMS",
      "agent-skills/-/checklist.md",
      "agent-skills/-/report.json",
      "agent-skills/.well-known/agent-skills/index.json",
      ...["hill", "land", "moon", "sky", "sun", "tides", "waves"].map(
        (name) => `agent-skills/${name}/.well-known/agent-skills/index.json`,
      ),
      ...["hill", "land", "moon", "sun", "tides", "waves"].map((name) => `agent-skills/${name}/SKILL.md`),
      ...["hill", "land", "moon", "sun", "tides", "waves"].map((name) => `agent-skills/${name}/manifest.json`),
      ...["land", "moon", "waves", "land-bundle", "sky-bundle"].map((name) => `agent-skills/${name}.tar.gz`),
      ...(report?.skills ?? []).flatMap(({ name, type, artifact: { digest } }) =>
        [
          "manifest.json",
          type === "archive" ? `${name}.tar.gz` : "SKILL.md",
          ".well-known/agent-skills/index.json",
        ].map((file) => `agent-skills/-/at/${name}/${digest.slice(7, 39)}/${file}`),
      ),
      "agent-skills/llms.txt",
    ].toSorted(),
  );
});

test("the index has exactly its two keys, and every entry exactly its five, sorted by name", async () => {
  const { root } = await composed(SKILLS);
  const text = readFileSync(join(root, ".well-known/agent-skills/index.json"), "utf8");
  const index: { $schema: string; skills: Record<string, string>[] } = JSON.parse(text);
  expect(Object.keys(index)).toEqual(["$schema", "skills"]);
  expect(index.$schema).toBe("https://schemas.agentskills.io/discovery/0.2.0/schema.json");
  expect(index.skills.map(({ name }) => name)).toEqual(["hill", "land", "moon", "sun", "tides", "waves"]);
  for (const entry of index.skills)
    expect(Object.keys(entry)).toEqual(["name", "type", "description", "url", "digest"]);
  const sums = digestsOf(root);
  expect(index.skills.map(({ name, type, url, digest }) => [name, type, url, digest])).toEqual(
    [
      ["hill", "skill-md", "agent-skills/hill/SKILL.md"],
      ["land", "archive", "agent-skills/land.tar.gz"],
      ["moon", "archive", "agent-skills/moon.tar.gz"],
      ["sun", "skill-md", "agent-skills/sun/SKILL.md"],
      ["tides", "skill-md", "agent-skills/tides/SKILL.md"],
      ["waves", "archive", "agent-skills/waves.tar.gz"],
    ].map(([name, type, path = ""]) => [name, type, `https://docs.example.com/${path}`, `sha256:${sums[path]}`]),
  );
});

test("scoped indexes hold the skill, the container with its members, the bundle, and everything", async () => {
  const { root } = await composed(SKILLS);
  const names = (path: string) => {
    const index: { skills: { name: string }[] } = JSON.parse(
      readFileSync(join(root, "agent-skills", path, ".well-known/agent-skills/index.json"), "utf8"),
    );
    return index.skills.map(({ name }) => name);
  };
  expect(names("tides")).toEqual(["tides"]);
  expect(names("land")).toEqual(["hill", "land"]);
  expect(names("sky")).toEqual(["moon", "sun"]);
  expect(names("moon")).toEqual(["moon"]);
  expect(readFileSync(join(root, "agent-skills/.well-known/agent-skills/index.json"))).toEqual(
    readFileSync(join(root, ".well-known/agent-skills/index.json")),
  );
});

test.skipIf(isSkipped(SHA256SUM))("sha256sum agrees with the sums, which list every file in byte order", async () => {
  need(SHA256SUM);
  const { root } = await composed(SKILLS);
  expect(
    execFileSync("sha256sum", ["--check", "--strict", "--quiet", "agent-skills/-/SHA256SUMS"], {
      cwd: root,
      encoding: "utf8",
    }),
  ).toBe("");
  const listed = readFileSync(join(root, "agent-skills/-/SHA256SUMS"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.slice(66));
  expect(listed).toEqual(Object.keys(digestsOf(root)).filter((path) => !path.endsWith("SHA256SUMS")));
});

test("a bundle's archive holds its skills below skills/<name>/, as tar lists it", async () => {
  const { root } = await composed(SKILLS, { bundle: "everything" });
  const list = (name: string) =>
    execFileSync("tar", ["-tzf", join(root, "agent-skills", `${name}-bundle.tar.gz`), "--quoting-style=literal"], {
      encoding: "utf8",
    })
      .trimEnd()
      .split("\n");
  expect(list("sky")).toEqual(["skills/moon/SKILL.md", "skills/moon/scripts/run", "skills/sun/SKILL.md"]);
  expect(list("everything")).toEqual([
    "skills/hill/SKILL.md",
    "skills/land/SKILL.md",
    "skills/land/map.txt",
    "skills/moon/SKILL.md",
    "skills/moon/scripts/run",
    "skills/sun/SKILL.md",
    "skills/tides/SKILL.md",
    "skills/waves/SKILL.md",
    "skills/waves/references/été.md",
  ]);
});

test("an archive is SKILL.md first, and SKILL.md beside it is the same", async () => {
  const { root, source } = await composed(SKILLS);
  expect(execFileSync("tar", ["-tzf", join(root, "agent-skills/moon.tar.gz")], { encoding: "utf8" })).toBe(
    "SKILL.md\nscripts/run\n",
  );
  expect(readFileSync(join(root, "agent-skills/moon/SKILL.md"))).toEqual(
    readFileSync(join(source, "sky/skills/moon/SKILL.md")),
  );
});

test("the public report tells nothing of the machine and of what is not published", async () => {
  const { root, source } = await composed(SKILLS);
  const text = ["agent-skills/-/report.json", "agent-skills/-/checklist.md"]
    .map((path) => readFileSync(join(root, path), "utf8"))
    .join("");
  for (const word of [source, root, "README.md", ".DS_Store", "sky/skills"]) expect(text).not.toContain(word);
});

test("the same source gives the same bytes under another umask, time zone, locale, file order and modification time", async () => {
  const names = Object.keys(SKILLS);
  const build = async (
    order: readonly string[],
    environment: Readonly<Record<string, string>>,
    { umask, time }: { umask: string; time: number },
  ) => {
    const place = await folder({});
    for (const name of order) {
      const file = join(place.path, "skills", name);
      execFileSync("sh", ["-ec", 'umask "$1"; mkdir -p "$(dirname "$2")"; cat > "$2"', "sh", umask, file], {
        input: Object.entries(SKILLS).find(([path]) => path === name)?.[1] ?? "",
      });
      utimesSync(file, time, time);
    }
    const command = 'umask "$1"; shift; exec "$@"';
    const argv = [
      process.execPath,
      join(REPOSITORY, "src", "cli.ts"),
      "build",
      "--no-catalog",
      "--origin",
      "https://docs.example.com",
      "--bundle",
      "all",
    ];
    const { exitCode, said } = await runProgram("sh", ["-c", command, "sh", umask, ...argv], {
      cwd: place.path,
      env: { HOME: place.path, ...environment },
    });
    expect(said).toContain("Published");
    expect(exitCode).toBe(0);
    return digestsOf(place.getPath("dist"));
  };
  const [one, two] = await Promise.all([
    build(names, { TZ: "UTC", LC_ALL: "C.UTF-8" }, { umask: "022", time: 1_000_000_000 }),
    build(
      names.toReversed(),
      { TZ: "Pacific/Kiritimati", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" },
      { umask: "077", time: 1_000_000_002 },
    ),
  ]);
  expect(Object.keys(one).length).toBeGreaterThan(20);
  expect(two).toEqual(one);
});

test("changing one skill leaves every byte of the others", async () => {
  const before = digestsOf((await composed(SKILLS)).root);
  const after = digestsOf((await composed({ ...SKILLS, "sea/waves/references/été.md": "y" })).root);
  const changed = Object.keys(before).filter((path) => before[path] !== after[path] && !path.includes("/-/at/waves/"));
  expect(changed).toEqual([
    ".well-known/agent-skills/index.json",
    "agent-skills/-/SHA256SUMS",
    "agent-skills/-/checklist.md",
    "agent-skills/-/report.json",
    "agent-skills/.well-known/agent-skills/index.json",
    "agent-skills/waves.tar.gz",
    "agent-skills/waves/.well-known/agent-skills/index.json",
    "agent-skills/waves/manifest.json",
  ]);
});

test.each([
  ["a secret", { "tides/.env": "KEY=1" }, "secret-file"],
  ["a private key", { "tides/id_rsa": "x" }, "secret-file"],
  ["a broken link", { "tides/SKILL.md": skillMd("tides", { body: "[a](gone.md)\n" }) }, "broken-link"],
  [
    "broken front matter",
    { "tides/SKILL.md": "---\nname: tides\ndescription: Plan trips: now\nallowed-tools: Read\n---\n" },
    "invalid-yaml",
  ],
])("%s in one skill keeps all of them from being published", async (_, tree, code) => {
  const { report, problems } = await composed({
    "moon/SKILL.md": skillMd("moon"),
    "tides/SKILL.md": skillMd("tides"),
    ...tree,
  });
  expect(report).toBeUndefined();
  expect(problems).toMatchObject([{ code, severity: "error" }]);
});

test.each([
  ["a secret", { "tides/.env": "KEY=1" }, "tides/.env"],
  ["a duplicate", { "waves/SKILL.md": skillMd("tides") }, "waves/SKILL.md"],
])("after %s nothing is written, and the file is named", async (_, tree, named) => {
  const project = await folder({ skills: { "tides/SKILL.md": skillMd("tides"), ...tree } });
  const { exitCode, err } = await skillpress(project.path, [
    "build",
    "--no-catalog",
    "--origin",
    "https://docs.example.com",
    "--out",
    "public",
  ]);
  expect(exitCode).toBe(1);
  expect(err).toContain(named);
  expect(readdirSync(project.path)).toEqual(["skills"]);
});

test.each([
  ["an empty source", { "skills/.DS_Store": "x" }, 1, "nothing-to-publish"],
  ["a missing source", { "other/a.md": "x" }, 2, "source-missing"],
  ["a source of categories only", { "skills/sea/README.md": "x" }, 1, "nothing-to-publish"],
])("%s ends the build with its own exit code", async (_, tree, exit, code) => {
  const project = await folder(tree);
  const { exitCode, err } = await skillpress(project.path, ["build", "--no-catalog", "--out", "public"]);
  expect(exitCode).toBe(exit);
  expect(err).toContain(code);
  expect(readdirSync(project.path)).toEqual(Object.keys(tree).map((path) => path.split("/")[0]));
});

test("an error that the survey finds leaves nothing on the disk", async () => {
  const { root } = await composed({ "moon/SKILL.md": skillMd("moon"), "tides/SKILL.md": "# x\n" });
  expect(existsSync(root)).toBe(false);
});

test("a skill whose name differs from its folder's is published under its name, and not at all with `strict`", async () => {
  const tree = { "tide-clock/SKILL.md": skillMd("tides"), "tide-clock/x.md": "x" };
  const { report, problems, root } = await composed(tree);
  expect(brief(problems)).toEqual(["warning name-differs tide-clock/SKILL.md"]);
  expect(report?.skills.map(({ name, warnings }) => [name, warnings.map(({ code }) => code)])).toEqual([
    ["tides", ["name-differs"]],
  ]);
  expect(existsSync(join(root, "agent-skills/tides.tar.gz"))).toBe(true);
  expect(existsSync(join(root, "agent-skills/tide-clock.tar.gz"))).toBe(false);

  const strict = await composed(tree, { strict: true });
  expect(strict.report).toBeUndefined();
  expect(brief(strict.problems)).toEqual(["warning name-differs tide-clock/SKILL.md"]);
});

test("a path that fits a skill's own archive and not its bundle's is an error", async () => {
  const long = `${"d".repeat(150)}/${"f".repeat(100)}`;
  const tree = { "tides/SKILL.md": skillMd("tides"), [`tides/${long}`]: "x" };
  expect((await composed(tree)).report).toBeDefined();
  const { report, problems } = await composed(tree, { bundle: "all" });
  expect(report).toBeUndefined();
  expect(brief(problems)).toEqual([`error path-too-long tides/${long}`]);
});
