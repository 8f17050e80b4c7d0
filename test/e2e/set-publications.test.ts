import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Host, openHost, TEST_CA } from "../tools/host.ts";
import { type Finished, REPOSITORY, runSkillpress } from "../tools/program.ts";
import { setProject } from "../tools/set-project.ts";
import { siteAt } from "../tools/site.ts";
import { folder, skillMd } from "../tools/skill.ts";

let host: Host;

beforeAll(async () => {
  host = await openHost();
});

afterAll(() => host.close());

/** A publisher's repository, and the publication that it was last deployed as. */
async function publisher() {
  const place = await folder({
    home: {},
    skills: {
      "moon/SKILL.md": skillMd("moon"),
      "moon/scripts/phase.sh": "#!/bin/sh\ndate\n",
      "tides/SKILL.md": skillMd("tides"),
      "reef/SKILL.md": skillMd("reef"),
    },
  });
  const build = async (
    configuration: object,
    { previous, out }: { previous: string; out: string },
  ): Promise<Finished & { readonly report: Report }> => {
    writeFileSync(place.getPath("skillpress.config.json"), JSON.stringify({ origin: host.secure, ...configuration }));
    const finished = await runSkillpress(["build", "--no-catalog", "--out", out, "--previous", previous], {
      cwd: place.path,
      env: { HOME: place.getPath("home"), NODE_EXTRA_CA_CERTS: TEST_CA },
    });
    const file = place.getPath(`${out}/agent-skills/-/report.json`);
    return { ...finished, report: finished.exitCode === 0 ? JSON.parse(readFileSync(file, "utf8")) : undefined };
  };
  const deploy = (out: string) => host.serve(siteAt(place.getPath(out)), (_, answer) => answer);
  return { at: (path: string) => place.getPath(path), build, deploy };
}

/** As much of a report as this test reads. */
interface Report {
  readonly sets: readonly {
    readonly name: string;
    readonly versions: readonly { readonly version: string; readonly setHash: string }[];
  }[];
  readonly skills: readonly {
    readonly name: string;
    readonly contentHash: string;
    readonly snapshots: readonly { readonly version: string }[];
  }[];
}

const versionsOf = (report: Report) =>
  Object.fromEntries(report.sets.map(({ name, versions }) => [name, versions.map(({ version }) => version)]));
const skillIn = ({ skills }: Report, name: string) => skills.find((skill) => skill.name === name);
const coast = (version: string) => ({ name: "coast", version, members: ["tides", "moon"] });
const all = { name: "all", version: "1.0.0", members: ["reef", "moon"] };

test("three publications in a row: what was pinned still installs, until it is withdrawn, and nothing is lost without a word", async () => {
  const own = await publisher();
  const url = `${host.secure}/sets/coast.skill-set.json`;
  const pinned = `${host.secure}/sets/coast/1.0.0/coast.skill-set.json`;

  // The first one, from the plain address and with the hash that its page shows.
  const first = await own.build({ sets: [coast("1.0.0"), all] }, { previous: "none", out: "first" });
  expect(first.exitCode, first.said).toBe(0);
  expect(versionsOf(first.report)).toEqual({ all: ["1.0.0"], coast: ["1.0.0"] });
  own.deploy("first");
  const hash = first.report.sets.find(({ name }) => name === "coast")?.versions[0]?.setHash;
  const early = await setProject();
  expect(await early.told("add", `${url}#sha256=${hash}`, "--yes")).toMatchObject({
    exitCode: 0,
    data: { verified: "both" },
  });
  expect(hashesOf(early.at(".agents/skills/tides")).content).toBe(skillIn(first.report, "tides")?.contentHash);

  // A changed member needs another version of its set.
  appendFileSync(own.at("skills/tides/SKILL.md"), "\nAnd wait.\n");
  const reused = await own.build({ sets: [coast("1.0.0"), all] }, { previous: host.secure, out: "second" });
  expect([reused.exitCode, reused.said]).toEqual([1, expect.stringContaining("error set-version-reused")]);
  expect(reused.said).toContain("`tides` changed");

  // The second one has another `tides`, and neither `reef` nor the set that needs it.
  rmSync(own.at("skills/reef"), { recursive: true });
  const second = await own.build({ sets: [coast("1.1.0")] }, { previous: host.secure, out: "second" });
  expect(second.exitCode, second.said).toBe(0);
  expect(versionsOf(second.report)).toEqual({ coast: ["1.1.0", "1.0.0"] });
  expect(second.said).toContain(`reef@${skillIn(first.report, "reef")?.snapshots[0]?.version}`);
  expect(second.said).toMatch(/set-version-dropped\n\s+The set `all` 1\.0\.0 is published no longer/);
  own.deploy("second");

  // Who has the first version still has what its lock says; who adds it now gets the same; who adds the set gets the new one.
  expect((await early.told("verify", "--frozen")).exitCode).toBe(0);
  const late = await setProject();
  expect(await late.told("add", pinned, "--hash", `sha256:${hash}`, "--yes")).toMatchObject({
    exitCode: 0,
    data: { verified: "both" },
  });
  const { content } = hashesOf(late.at(".agents/skills/tides"));
  expect(content).toBe(skillIn(first.report, "tides")?.contentHash);
  expect(content).not.toBe(skillIn(second.report, "tides")?.contentHash);
  const newest = await setProject();
  expect((await newest.told("add", url, "--yes")).exitCode).toBe(0);
  expect(hashesOf(newest.at(".agents/skills/tides")).content).toBe(skillIn(second.report, "tides")?.contentHash);

  // Is what was installed what was reviewed?
  const compare = (project: string) =>
    runSkillpress(["manifest", ".agents/skills/moon", "--against", `${host.secure}/agent-skills/moon/manifest.json`], {
      cwd: project,
      env: { HOME: own.at("home"), NODE_EXTRA_CA_CERTS: TEST_CA },
    });
  expect((await compare(late.path)).exitCode).toBe(0);
  appendFileSync(late.at(".agents/skills/moon/scripts/phase.sh"), "echo more\n");
  const differs = await compare(late.path);
  expect([differs.exitCode, differs.out]).toEqual([1, expect.stringContaining('CHANGED "scripts/phase.sh"')]);
  expect(differs.out).not.toContain("SKILL.md");
  expect(await late.told("verify", "coast", "--frozen")).toMatchObject({
    exitCode: 3,
    error: { data: { drifted: [{ skill: "moon" }] } },
  });

  // The third one withdraws what the first version pinned.
  const withdrawn = `tides@${skillIn(first.report, "tides")?.snapshots[0]?.version}`;
  const third = await own.build(
    { sets: [coast("1.1.0")], withdraw: [withdrawn] },
    { previous: host.secure, out: "third" },
  );
  expect(third.exitCode, third.said).toBe(0);
  expect(versionsOf(third.report)).toEqual({ coast: ["1.1.0"] });
  expect(third.said).toMatch(
    new RegExp(`set-version-dropped\\n\\s+The set \`coast\` 1\\.0\\.0 [^\\n]*\`${withdrawn}\``),
  );
  own.deploy("third");
  const tooLate = await setProject();
  const before = tooLate.tree();
  expect((await tooLate.told("add", pinned, "--yes")).exitCode).toBe(1);
  expect(tooLate.tree()).toEqual(before);
});

/** What a Python program that has nothing of ours computes for a folder. */
function hashesOf(path: string): { readonly content: string } {
  const program = join(REPOSITORY, "test", "tools", "hashes.py");
  const out = execFileSync("python3", [program, path], { encoding: "utf8" });
  return { content: JSON.parse(out).computedHash };
}
