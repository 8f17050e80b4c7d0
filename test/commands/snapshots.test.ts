import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { skillpress } from "../tools/command.ts";
import { serveFolder } from "../tools/server.ts";
import { folder, skillMd } from "../tools/skill.ts";
import { digestsOf } from "../tools/tree.ts";

const ORIGIN = "https://docs.example.com";
const INDEX = ".well-known/agent-skills/index.json";
const REPORT = "agent-skills/-/report.json";

interface Told {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
}

/** A project of two skills, and what can be done to it. */
async function project() {
  const { path } = await folder({
    skills: {
      "moon/SKILL.md": skillMd("moon"),
      "moon/notes.md": "New moon.\n",
      "tides/SKILL.md": skillMd("tides"),
    },
  });
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  };
  return {
    path,
    write,
    configure: (options: object) => write("skillpress.config.json", JSON.stringify(options)),
    build: async (out: string, ...flags: readonly string[]) => {
      const argv = ["build", "--no-catalog", "--origin", ORIGIN, "--out", out, "--json", ...flags];
      const { exitCode, out: said, err } = await skillpress(path, argv);
      const { problems }: { problems: readonly Told[] } = JSON.parse(said);
      return {
        exitCode,
        err,
        problems: problems.map(({ code, severity, message }) => `${severity} ${code} ${message}`),
      };
    },
    /** Versions of a skill as the folders of a publication have them. */
    at: (out: string, name: string) =>
      Object.keys(digestsOf(join(path, out, "agent-skills/-/at"))).flatMap((file) =>
        file.startsWith(`${name}/`) && file.endsWith("manifest.json") ? (file.split("/")[1] ?? []) : [],
      ),
    /** Versions of a skill as the report has them. */
    versions: (out: string, name: string): string[] => {
      const report: { skills: { name: string; snapshots: { version: string }[] }[] } = JSON.parse(
        readFileSync(join(path, out, REPORT), "utf8"),
      );
      return (report.skills.find((each) => each.name === name)?.snapshots ?? []).map(({ version }) => version);
    },
    /** Files of a snapshot with their digests. */
    snapshot: (out: string, id: string) => digestsOf(join(path, out, "agent-skills/-/at", id)),
    good: async (out: string) => {
      const check = await skillpress(path, ["check", out]);
      expect(check.err).toBe("");
      const verify = await skillpress(path, ["verify", out]);
      expect(verify.err).toBe("");
      return [check.exitCode, verify.exitCode];
    },
  };
}

test("three publications in a row keep every version of a skill, newest first, byte for byte", async () => {
  const { build, write, versions, at, snapshot, good } = await project();
  expect((await build("one")).problems).toEqual([]);
  const [first = ""] = versions("one", "moon");
  write("skills/moon/notes.md", "Half moon.\n");
  expect((await build("two", "--previous", "one", "--strict")).problems).toEqual([]);
  const [second = ""] = versions("two", "moon");
  write("skills/moon/notes.md", "Full moon.\n");
  expect((await build("three", "--previous", "two")).problems).toEqual([]);
  const [third = ""] = versions("three", "moon");

  expect(new Set([first, second, third]).size).toBe(3);
  expect(versions("three", "moon")).toEqual([third, second, first]);
  expect(at("three", "moon").toSorted()).toEqual([first, second, third].toSorted());
  expect(versions("three", "tides")).toEqual(versions("one", "tides"));
  expect(snapshot("three", `moon/${first}`)).toEqual(snapshot("one", `moon/${first}`));
  expect(snapshot("three", `moon/${second}`)).toEqual(snapshot("two", `moon/${second}`));
  expect(await good("three")).toEqual([0, 0]);
});

test("a skill that goes back to an earlier version has it once, first", async () => {
  const { build, write, versions, good } = await project();
  await build("one");
  write("skills/tides/SKILL.md", skillMd("tides", { body: "Other.\n" }));
  await build("two", "--previous", "one");
  write("skills/tides/SKILL.md", skillMd("tides"));
  expect((await build("three", "--previous", "two")).problems).toEqual([]);
  expect(versions("three", "tides")).toEqual(versions("two", "tides").toReversed());
  expect(await good("three")).toEqual([0, 0]);
});

test("the same source and the same publication before give the same bytes, as a folder and from an origin", async () => {
  const { path, build, write } = await project();
  await build("one");
  write("skills/moon/notes.md", "Half moon.\n");
  const server = await serveFolder(join(path, "one"));
  onTestFinished(() => server.close());
  await build("two", "--previous", "one");
  await build("three", "--previous", `${server.origin}/`);
  cpSync(join(path, "one"), join(path, "four"), { recursive: true });
  await build("four", "--previous", "four");
  expect(digestsOf(join(path, "three"))).toEqual(digestsOf(join(path, "two")));
  expect(digestsOf(join(path, "four"))).toEqual(digestsOf(join(path, "two")));
  expect(server.answered.filter(({ path: asked }) => !/report\.json$|\.tar\.gz$|SKILL\.md$/.test(asked))).toEqual([]);
});

test("at another origin artifacts stay as they are, and the indexes beside them are made anew", async () => {
  const { path, build, write, versions, snapshot } = await project();
  await build("one");
  const [first = ""] = versions("one", "tides");
  write("skills/tides/SKILL.md", skillMd("tides", { description: "Another. Use when needed.", body: "Other.\n" }));
  expect((await build("two", "--previous", "one", "--origin", "https://new.example.com/base")).exitCode).toBe(0);
  const [before, after] = [snapshot("one", `tides/${first}`), snapshot("two", `tides/${first}`)];
  expect(Object.keys(before).filter((file) => before[file] !== after[file])).toEqual([INDEX]);
  expect(JSON.parse(readFileSync(join(path, "two/agent-skills/-/at/tides", first, INDEX), "utf8"))).toEqual({
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: [
      {
        name: "tides",
        type: "skill-md",
        description: "Does tides things. Use when the user wants to try things.",
        url: `https://new.example.com/base/agent-skills/-/at/tides/${first}/SKILL.md`,
        digest: `sha256:${before["SKILL.md"]}`,
      },
    ],
  });
});

test("a removed and an internal skill leave nothing behind, and each of their snapshots is named, also with --strict", async () => {
  const { path, build, write, versions, at } = await project();
  await build("one");
  const [moon, tides] = [versions("one", "moon")[0], versions("one", "tides")[0]];
  write("skills/sun/SKILL.md", skillMd("sun"));
  rmSync(join(path, "skills/moon"), { recursive: true });
  write("skills/tides/SKILL.md", skillMd("tides").replace("\n---\n", "\nmetadata:\n  internal: true\n---\n"));
  const { exitCode, problems } = await build("two", "--previous", "one", "--strict", "--record", "record.json");
  expect(exitCode).toBe(0);
  expect(problems).toEqual([
    `note snapshot-dropped The snapshot \`moon@${moon}\` is published no longer: the source does not have the skill any more.`,
    `note snapshot-dropped The snapshot \`tides@${tides}\` is published no longer: the skill is internal now.`,
  ]);
  expect(at("two", "moon").concat(at("two", "tides"))).toEqual([]);
  for (const file of Object.keys(digestsOf(join(path, "two"))))
    expect(readFileSync(join(path, "two", file), "utf8"), file).not.toMatch(/moon|tides|snapshot-dropped/);
  expect(readFileSync(join(path, "record.json"), "utf8")).toContain("snapshot-dropped");
});

test("`keep` prunes the snapshots of the skills that it does not name", async () => {
  const { build, write, configure, versions, good } = await project();
  await build("one");
  const [moon] = versions("one", "moon");
  write("skills/moon/notes.md", "Half moon.\n");
  write("skills/tides/SKILL.md", skillMd("tides", { body: "Other.\n" }));
  configure({ keep: ["tides"] });
  expect((await build("two", "--previous", "one")).problems).toEqual([
    `note snapshot-dropped The snapshot \`moon@${moon}\` is published no longer: \`keep\` does not name the skill.`,
  ]);
  expect([versions("two", "moon").length, versions("two", "tides").length]).toEqual([1, 2]);
  expect(await good("two")).toEqual([0, 0]);
});

test("a withdrawn snapshot is gone, and named; the version that is published now cannot be withdrawn", async () => {
  const { path, build, write, configure, versions } = await project();
  await build("one");
  const [first = ""] = versions("one", "moon");
  const id = `moon@${first}`;
  configure({ withdraw: [id] });
  const before = digestsOf(join(path, "one"));
  expect(await build("one", "--previous", "one")).toMatchObject({
    exitCode: 1,
    problems: [
      `error withdrawn-still-published \`${id}\` is withdrawn, but it is the version that the source holds now.`,
    ],
  });
  expect(digestsOf(join(path, "one"))).toEqual(before);

  write("skills/moon/notes.md", "Half moon.\n");
  const dropped = await build("two", "--previous", "one");
  expect(dropped.problems).toEqual([
    `note snapshot-dropped The snapshot \`${id}\` is published no longer: it is withdrawn.`,
  ]);
  expect(versions("two", "moon")).not.toContain(first);
  const after = await build("three", "--previous", "two");
  expect(after.problems).toEqual([
    `note withdrawn-unknown \`${id}\` is to be withdrawn, but neither this publication nor the one before has it.`,
  ]);
  expect(after.err).toMatch(/^note withdrawn-unknown/m);
  expect(after.err).toMatch(/^1 note above\.$/m);
});

test("another digest at the version of a snapshot is an error", async () => {
  const { path, build, versions } = await project();
  await build("one");
  const [first = ""] = versions("one", "tides");
  const report = join(path, "one", REPORT);
  const digest = new RegExp(`(sha256:${first})[0-9a-f]{32}`, "g");
  writeFileSync(report, readFileSync(report, "utf8").replace(digest, `$1${"0".repeat(32)}`));
  const { exitCode, problems } = await build("two", "--previous", "one");
  expect(exitCode).toBe(1);
  expect(problems).toEqual([expect.stringMatching(/^error snapshot-reused .*tides@/)]);
});

test("an output that loses snapshots is told how many, and how to keep them", async () => {
  const { build, write } = await project();
  await build("one");
  write("skills/moon/notes.md", "Half moon.\n");
  const { exitCode, problems } = await build("one", "--strict");
  expect(exitCode).toBe(0);
  expect(problems).toEqual([
    "note snapshots-lost `one` held 1 snapshot that the new publication does not have, or has with other content.",
  ]);
  expect((await build("one")).problems).toEqual([]);
});

test("`check` of the source asks no publication before", async () => {
  const { path, configure } = await project();
  configure({ previous: "nowhere" });
  expect((await skillpress(path, ["check"])).exitCode).toBe(0);
});

test("indexes that name snapshots are good, and an ordinary tar finds the same in both places", async () => {
  const { path, build, configure, versions, good } = await project();
  configure({ artifactUrls: "snapshot" });
  expect((await build("one")).problems).toEqual([]);
  const [moon = ""] = versions("one", "moon");
  const url = `${ORIGIN}/agent-skills/-/at/moon/${moon}/moon.tar.gz`;
  for (const scope of ["", "agent-skills/", "agent-skills/moon/", `agent-skills/-/at/moon/${moon}/`])
    expect(readFileSync(join(path, "one", scope, INDEX), "utf8"), scope).toContain(`"url": "${url}"`);
  const report = readFileSync(join(path, "one", REPORT), "utf8");
  expect(report).toContain(`curl -fsSL ${url} `);
  expect(report).not.toContain("agent-skills/moon.tar.gz");
  const list = (file: string) =>
    execFileSync("tar", ["-tzf", join(path, "one/agent-skills", file)], { encoding: "utf8" });
  expect(list("moon.tar.gz")).toBe("SKILL.md\nnotes.md\n");
  expect(list(`-/at/moon/${moon}/moon.tar.gz`)).toBe("SKILL.md\nnotes.md\n");
  expect(await good("one")).toEqual([0, 0]);
  // One that names some artifacts here and some there is none that a build makes.
  const index = join(path, "one", INDEX);
  writeFileSync(index, readFileSync(index, "utf8").replace(url, `${ORIGIN}/agent-skills/moon.tar.gz`));
  expect((await skillpress(path, ["check", "one"])).exitCode).toBe(1);
});
