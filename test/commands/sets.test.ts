import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { SkillSet } from "../../src/options.ts";
import { skillpress } from "../tools/command.ts";
import { folder, skillMd } from "../tools/skill.ts";
import { digestsOf } from "../tools/tree.ts";

const ORIGIN = "https://docs.example.com";
const MOON = "skills/moon/notes.md";

interface Told {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
}
interface Reported {
  readonly skills: readonly { readonly name: string; readonly snapshots: readonly { readonly version: string }[] }[];
  readonly sets: readonly { readonly name: string; readonly versions: readonly { readonly version: string }[] }[];
}

const sky = (version: string, fields: Partial<SkillSet> = {}): SkillSet => ({
  name: "sky",
  version,
  description: "What is above.",
  members: ["moon", "tides"],
  ...fields,
});

/** A project of three skills, and what can be done to it. */
async function project() {
  const { path } = await folder({
    "skills/moon/SKILL.md": skillMd("moon"),
    [MOON]: "New moon.\n",
    "skills/tides/SKILL.md": skillMd("tides"),
    "skills/rain/SKILL.md": skillMd("rain"),
  });
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  };
  const report = (out: string): Reported =>
    JSON.parse(readFileSync(join(path, out, "agent-skills/-/report.json"), "utf8"));
  return {
    path,
    write,
    /** Builds with these sets, and other options. */
    build: async (out: string, sets: readonly SkillSet[], { flags = [], ...options }: Build = {}) => {
      write("skillpress.config.json", JSON.stringify({ sets, ...options }));
      const argv = ["build", "--no-catalog", "--origin", ORIGIN, "--out", out, "--json", ...flags];
      const { exitCode, out: said } = await skillpress(path, argv);
      const { problems }: { problems: readonly Told[] } = JSON.parse(said);
      return {
        exitCode,
        problems: problems.map(({ code, severity, message }) => `${severity} ${code} ${message}`),
      };
    },
    /** Versions of the sets in a report. */
    sets: (out: string) =>
      Object.fromEntries(report(out).sets.map(({ name, versions }) => [name, versions.map(({ version }) => version)])),
    /** Versions of a skill in a report. */
    versions: (out: string, name: string) =>
      report(out)
        .skills.find((each) => each.name === name)
        ?.snapshots.map(({ version }) => version) ?? [],
    files: (out: string, below: string) =>
      existsSync(join(path, out, below)) ? digestsOf(join(path, out, below)) : undefined,
    good: async (out: string) => {
      const check = await skillpress(path, ["check", out]);
      const verify = await skillpress(path, ["verify", out]);
      return [check.exitCode, check.err, verify.exitCode, verify.err];
    },
  };
}

/** Further flags and options of a build. */
interface Build {
  readonly flags?: readonly string[];
  readonly [option: string]: unknown;
}
const GOOD = [0, "", 0, ""];
const after = (out: string) => ({ flags: ["--previous", out] });

test("three publications in a row keep every version of a set, newest first, byte for byte", async () => {
  const { path, build, write, sets, files, versions, good } = await project();
  expect((await build("one", [sky("1.0.0")])).problems).toEqual([]);
  write(MOON, "Half moon.\n");
  expect((await build("two", [sky("1.1.0")], after("one"))).problems).toEqual([]);
  write(MOON, "Full moon.\n");
  expect((await build("three", [sky("2.0.0")], after("two"))).problems).toEqual([]);

  expect(sets("three")).toEqual({ sky: ["2.0.0", "1.1.0", "1.0.0"] });
  expect(files("three", "sets/sky/1.0.0")).toEqual(files("one", "sets/sky/1.0.0"));
  expect(files("three", "sets/sky/1.1.0")).toEqual(files("two", "sets/sky/1.1.0"));
  expect(versions("three", "moon")).toHaveLength(3);
  execFileSync("sha256sum", ["--check", "--strict", "--quiet", "agent-skills/-/SHA256SUMS"], {
    cwd: join(path, "three"),
  });
  expect(await good("three")).toEqual(GOOD);
});

test("the same set published again changes no byte", async () => {
  const { build, files } = await project();
  await build("one", [sky("1.0.0")]);
  expect(await build("two", [sky("1.0.0")], after("one"))).toEqual({ exitCode: 0, problems: [] });
  expect(files("two", ".")).toEqual(files("one", "."));
});

test.each<[string, Partial<SkillSet>, string | undefined, string]>([
  ["a member is added", { members: ["moon", "tides", "rain"] }, undefined, "`rain` added"],
  ["a member is removed", { members: ["moon"] }, undefined, "`tides` removed"],
  ["a member is changed", {}, "Half moon.\n", "`moon` changed"],
  ["a field is changed", { description: "Other." }, undefined, "`description` is another"],
  [
    "fields are added",
    { author: { name: "A" }, homepage: "https://a.example" },
    undefined,
    "`author` is another; `homepage` is another",
  ],
  [
    "all of it",
    { members: ["moon", "rain"], description: "" },
    "Half moon.\n",
    "`rain` added; `tides` removed; `moon` changed; `description` is another",
  ],
])("a version of a set is refused when %s", async (_, fields, notes, changes) => {
  const { build, write, files } = await project();
  await build("one", [sky("1.0.0")]);
  const before = files("one", ".");
  if (notes !== undefined) write(MOON, notes);
  for (const out of ["one", "two"])
    expect(await build(out, [sky("1.0.0", fields)], after("one"))).toEqual({
      exitCode: 1,
      problems: [`error set-version-reused The set \`sky\` was published as 1.0.0 with other content: ${changes}.`],
    });
  expect(files("one", ".")).toEqual(before);
  expect(files("two", ".")).toBeUndefined();
});

test("a version that was published before the last one is not taken for another either", async () => {
  const { build, write } = await project();
  await build("one", [sky("1.0.0")]);
  write(MOON, "Half moon.\n");
  await build("two", [sky("1.1.0")], after("one"));
  expect((await build("three", [sky("1.0.0")], after("two"))).problems).toEqual([
    "error set-version-reused The set `sky` was published as 1.0.0 with other content: `moon` changed.",
  ]);
});

test("a set that goes back to an earlier version has it once, first", async () => {
  const { build, write, sets, good } = await project();
  await build("one", [sky("1.0.0")]);
  write(MOON, "Half moon.\n");
  await build("two", [sky("1.1.0")], after("one"));
  write(MOON, "New moon.\n");
  expect((await build("three", [sky("1.0.0")], after("two"))).problems).toEqual([]);
  expect(sets("three")).toEqual({ sky: ["1.0.0", "1.1.0"] });
  expect(await good("three")).toEqual(GOOD);
});

test("a set that is configured no more is dropped, and said to be, also under --strict", async () => {
  const { build, files, good } = await project();
  await build("one", [sky("1.0.0")]);
  expect(await build("two", [], { flags: ["--previous", "one", "--strict"] })).toEqual({
    exitCode: 0,
    problems: [
      "note set-version-dropped The set `sky` 1.0.0 is published no longer: the set is not in `sets` any more.",
    ],
  });
  expect(files("two", "sets")).toBeUndefined();
  expect(await good("two")).toEqual(GOOD);
});

test("at another origin sets start anew, and may have their version again", async () => {
  const { build, sets } = await project();
  await build("one", [sky("1.0.0")]);
  const elsewhere = ["--previous", "one", "--origin", "https://new.example.com"];
  const again = await build("two", [sky("1.0.0", { description: "Other." })], { flags: elsewhere });
  expect(again).toEqual({
    exitCode: 0,
    problems: [
      "note set-version-dropped The set `sky` 1.0.0 is published no longer: it was published for https://docs.example.com.",
    ],
  });
  expect(sets("two")).toEqual({ sky: ["1.0.0"] });
});

test("a version goes with the snapshots that it pins: one withdrawn, and a skill removed", async () => {
  const { path, build, write, sets, versions, good } = await project();
  await build("one", [sky("1.0.0")]);
  const [first = ""] = versions("one", "moon");
  write(MOON, "Half moon.\n");
  const withdrawn = await build("two", [sky("1.1.0")], { ...after("one"), withdraw: [`moon@${first}`] });
  expect(withdrawn.problems).toContain(
    `note set-version-dropped The set \`sky\` 1.0.0 is published no longer: it pins \`moon@${first}\`, which is not published any more.`,
  );
  expect(sets("two")).toEqual({ sky: ["1.1.0"] });
  expect(await good("two")).toEqual(GOOD);

  const [tides = ""] = versions("one", "tides");
  rmSync(join(path, "skills/tides"), { recursive: true });
  const removed = await build("three", [sky("2.0.0", { members: ["moon"] })], after("one"));
  expect(removed.problems).toContain(
    `note set-version-dropped The set \`sky\` 1.0.0 is published no longer: it pins \`tides@${tides}\`, which is not published any more.`,
  );
  expect(sets("three")).toEqual({ sky: ["2.0.0"] });
  expect(await good("three")).toEqual(GOOD);
});

test("what a version of a set pins is kept although `keep` names no skill", async () => {
  const { build, write, sets, versions, good } = await project();
  await build("one", [sky("1.0.0", { members: ["moon"] })]);
  write(MOON, "Half moon.\n");
  write("skills/tides/SKILL.md", skillMd("tides", { body: "Other.\n" }));
  const { problems } = await build("two", [sky("1.1.0", { members: ["moon"] })], { ...after("one"), keep: [] });
  expect(problems.map((each) => each.split(" ").slice(0, 2).join(" "))).toEqual(["note snapshot-dropped"]);
  expect(sets("two")).toEqual({ sky: ["1.1.0", "1.0.0"] });
  expect(versions("two", "moon")).toEqual([expect.any(String), ...versions("one", "moon")]);
  expect(versions("two", "tides")).toHaveLength(1);
  expect(await good("two")).toEqual(GOOD);
});

test("a site's own files among the sets stay, and ours go when the sets do", async () => {
  const { build, write, files, good } = await project();
  write("public/index.html", "home");
  write("public/sets/theirs.html", "theirs");
  write("public/sets/sky/about.html", "about");
  const theirs = files("public", "sets");
  expect((await build("public", [sky("1.0.0")])).problems).toEqual([]);
  expect(Object.keys(files("public", "sets") ?? {})).toHaveLength(6);
  expect((await build("public", [sky("1.0.0")])).problems).toEqual([]);
  expect((await build("public", [])).problems).toEqual([expect.stringMatching(/^note snapshots-lost /)]);
  expect(files("public", "sets")).toEqual(theirs);
  expect(await good("public")).toEqual(GOOD);
});

test("a folder of sets that is empty once they are gone does not stay behind", async () => {
  const { path, build, write } = await project();
  write("public/index.html", "home");
  await build("public", [sky("1.0.0")]);
  expect((await build("public", [])).exitCode).toBe(0);
  expect(readdirSync(join(path, "public")).toSorted()).toEqual([".well-known", "agent-skills", "index.html"]);
});

test("a site's file at the address of a set stops the build, unless it is told to replace it", async () => {
  const { build, write, files } = await project();
  write("public/index.html", "home");
  write("public/sets/sky.skill-set.json", "{}");
  const before = files("public", ".");
  const { exitCode, problems } = await build("public", [sky("1.0.0")]);
  expect([exitCode, problems.map((each) => each.split(" ")[1])]).toEqual([2, ["foreign-file"]]);
  expect(files("public", ".")).toEqual(before);
  expect((await build("public", [sky("1.0.0")], { flags: ["--force"] })).exitCode).toBe(0);
});

test("a site's own folder of sets is nobody's business without sets of ours", async () => {
  const { build, write, files, good } = await project();
  write("public/sets/sky.skill-set.json", "{}");
  write("public/sets/theirs.html", "theirs");
  const theirs = files("public", "sets");
  expect((await build("public", [])).problems).toEqual([]);
  expect(files("public", "sets")).toEqual(theirs);
  expect(await good("public")).toEqual(GOOD);
});

test("`check` of a source judges its sets without the network", async () => {
  const { path, write } = await project();
  const check = async (members: readonly string[]) => {
    write("skillpress.config.json", JSON.stringify({ origin: ORIGIN, sets: [sky("1.0.0", { members })] }));
    const { exitCode, err } = await skillpress(path, ["check"]);
    return [exitCode, err.includes("unknown-set-member")];
  };
  expect(await check(["moon", "https://nowhere.example/p@sun"])).toEqual([0, false]);
  expect(await check(["mon"])).toEqual([1, true]);
});

test("without a publication to carry from, versions of sets that are lost or changed are counted", async () => {
  const { build, write } = await project();
  await build("one", [sky("1.0.0")]);
  const lost = (count: string) =>
    `note snapshots-lost \`one\` held ${count} that the new publication does not have, or has with other content.`;
  expect((await build("one", [sky("1.0.0")])).problems).toEqual([]);
  expect((await build("one", [sky("1.0.0", { members: ["moon"] })])).problems).toEqual([lost("1 version of a set")]);
  write(MOON, "Half moon.\n");
  expect((await build("one", [])).problems).toEqual([lost("1 snapshot and 1 version of a set")]);
});

test("a name in `keep` that nothing has is told", async () => {
  const { build } = await project();
  await build("one", []);
  const { exitCode, problems } = await build("two", [], {
    keep: ["mooon", "moon"],
    flags: ["--previous", "one", "--strict"],
  });
  expect([exitCode, problems]).toEqual([
    0,
    ["note kept-unknown `keep` names the skill `mooon`, which neither this publication nor the one before has."],
  ]);
});
