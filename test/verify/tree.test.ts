import { asker } from "../tools/asker.ts";
import { execFileSync } from "node:child_process";
import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { composeVerified } from "../../src/verify/staged.ts";
import { brief } from "../tools/problems.ts";
import { plainRequest } from "../tools/request.ts";
import { skillMd } from "../tools/skill.ts";
import { INDEX, type Json, REPORT, SUMS, type Tampered, tampered } from "../tools/tamper.ts";

const SKILLS = {
  "moon/SKILL.md": skillMd("moon"),
  "moon/scripts/run": "#!/bin/sh\n",
  "sky/SKILL.md": skillMd("sky"),
  "sky/skills/sun/SKILL.md": skillMd("sun"),
  "tides/SKILL.md": skillMd("tides"),
};
const scoped = (name: string) => `agent-skills/${name}/${INDEX}`;

let place: FsFixture;

beforeAll(async () => {
  place = await createFixture({ skills: SKILLS });
  const request = plainRequest(place.getPath("skills"), "https://docs.example.com");
  const { report } = await composeVerified(request, place.getPath("public"), asker);
  expect(report).toBeDefined();
});

afterAll(() => place.rm());

/** The publication of four skills and one bundle, to be changed. */
const publication = () => tampered(place.getPath("public"));

test("an untouched publication has nothing wrong", async () => {
  expect(await (await publication()).problems()).toEqual([]);
});

test("sums made again of the same files are the same, and have nothing wrong", async () => {
  const { resum, problems, text } = await publication();
  const before = text(SUMS);
  resum();
  expect(text(SUMS)).toBe(before);
  expect(await problems()).toEqual([]);
});

test("one changed byte in any file is found, and the file named", async () => {
  const { paths, bytes, write, problems } = await publication();
  for (const path of paths()) {
    const before = bytes(path);
    const changed = Buffer.from(before);
    const middle = changed.length >> 1;
    changed[middle] = (changed[middle] ?? 0) ^ 1;
    write(path, changed);
    const found = await problems();
    expect(found, path).not.toEqual([]);
    if (path !== SUMS)
      expect(
        found.filter((problem) => problem.path === path || problem.message.includes(path)),
        path,
      ).not.toEqual([]);
    write(path, before);
  }
  expect(await problems()).toEqual([]);
});

test("a missing file is found, whichever it is, and named", async () => {
  const { paths, bytes, write, remove, problems } = await publication();
  for (const path of paths()) {
    const before = bytes(path);
    remove(path);
    expect(
      (await problems()).map((problem) => problem.path),
      path,
    ).toContain(path);
    write(path, before);
  }
  expect(await problems()).toEqual([]);
});

test("a link in place of a file is not followed", async () => {
  const { file, bytes, write, remove, problems } = await publication();
  write("elsewhere", bytes("agent-skills/tides/SKILL.md"));
  remove("agent-skills/tides/SKILL.md");
  execFileSync("ln", ["-s", "../../elsewhere", file("agent-skills/tides/SKILL.md")]);
  expect(brief(await problems())).toContain("error artifact-missing agent-skills/tides/SKILL.md");
});

test.each([
  ["agent-skills/new.md"],
  ["agent-skills/tides/new.md"],
  [".well-known/agent-skills/new.json"],
  ["agent-skills/-/.hidden"],
])("a file that was added in our folders is found: %s", async (path) => {
  const { write, problems } = await publication();
  write(path, "x");
  expect(brief(await problems())).toEqual([`error sums-disagree ${path}`]);
});

test("files outside our folders are nobody's business", async () => {
  const { write, problems } = await publication();
  write("index.html", "x");
  write(".well-known/security.txt", "x");
  expect(await problems()).toEqual([]);
});

const MANIFEST = "agent-skills/moon/manifest.json";
const AT_TIDES = "agent-skills/-/at/tides/d30960d41a47afa921ecf50408e35f93";
const twice = (report: Json) => {
  const snapshots = skillIn(report, "tides")["snapshots"];
  return Array.isArray(snapshots) ? [...snapshots, ...snapshots] : [];
};

const ZERO = `sha256:${"0".repeat(64)}`;
const evil = (text: string) => text.replace("Do it", "Do at");
/** Replaces the archive of `moon` by one that a command makes from its files. */
const repack =
  (command: string) =>
  ({ bytes, replaceArtifact }: Tampered) => {
    const script = `d=$(mktemp -d); cd "$d"; tar -xzf -; ${command}; cat x.tar.gz; rm -rf "$d"`;
    replaceArtifact(
      "agent-skills/moon.tar.gz",
      execFileSync("sh", ["-ec", script], { input: bytes("agent-skills/moon.tar.gz") }),
    );
  };
const skillIn = ({ skills }: Json, name: string) => skills.find((each) => each["name"] === name) ?? {};
const entryOf = ({ text }: Tampered, name: string) => ({ ...skillIn(JSON.parse(text(INDEX)), name) });

// [what was changed, how, what must be found]. Every digest that is told, and SHA256SUMS, is made right again.
const tamperings: readonly (readonly [string, (tree: Tampered) => void, string])[] = [
  [
    "two entries of the index swapped",
    ({ edit }) => edit(INDEX, (index) => void (index.skills = index.skills.toReversed())),
    `report-disagrees ${INDEX}`,
  ],
  [
    "an entry of the index twice",
    ({ edit }) => edit(INDEX, ({ skills }) => void skills.splice(1, 0, { ...skills[0] })),
    `report-disagrees ${INDEX}`,
  ],
  [
    "an entry missing from the index",
    ({ edit }) => edit(INDEX, ({ skills }) => void skills.pop()),
    `report-disagrees ${REPORT}`,
  ],
  [
    "an index without entries",
    ({ edit }) => edit(INDEX, ({ skills }) => void skills.splice(0)),
    `report-disagrees ${INDEX}`,
  ],
  [
    "a key too many in the index",
    ({ edit }) => edit(INDEX, (index) => void (index["version"] = 1)),
    `report-disagrees ${INDEX}`,
  ],
  [
    "a key too many in an entry",
    ({ edit }) => edit(INDEX, (index) => void (skillIn(index, "tides")["version"] = "1")),
    `report-disagrees ${INDEX}`,
  ],
  [
    "another schema in the index",
    ({ replaceAll }) => replaceAll("schema.json", "schema.json/", [INDEX]),
    `report-disagrees ${INDEX}`,
  ],
  ["an index that is a page", ({ write }) => write(INDEX, "<!doctype html>"), `index-not-json ${INDEX}`],
  [
    "a url on another host",
    ({ replaceAll }) =>
      replaceAll(
        "https://docs.example.com/agent-skills/tides/SKILL.md",
        "https://evil.example/agent-skills/tides/SKILL.md",
      ),
    `report-disagrees ${INDEX}`,
  ],
  [
    "a url of another skill",
    ({ edit }) => edit(INDEX, (index) => void (skillIn(index, "tides")["url"] = skillIn(index, "sun")["url"])),
    `report-disagrees ${INDEX}`,
  ],
  [
    "a description changed in indexes and report only",
    ({ replaceAll }) => replaceAll("Does tides things.", "Does evil things."),
    "front-matter-disagrees agent-skills/tides/SKILL.md",
  ],
  [
    "a name changed in a SKILL.md only",
    ({ text, replaceArtifact }) =>
      replaceArtifact(
        "agent-skills/tides/SKILL.md",
        Buffer.from(text("agent-skills/tides/SKILL.md").replace("name: tides", "name: waves")),
      ),
    "front-matter-disagrees agent-skills/tides/SKILL.md",
  ],
  [
    "a SKILL.md without front matter",
    ({ replaceArtifact }) => replaceArtifact("agent-skills/tides/SKILL.md", Buffer.from("# Tides\n")),
    "front-matter-disagrees agent-skills/tides/SKILL.md",
  ],
  [
    "an archive with `./` entries",
    repack("tar --format=ustar -czf x.tar.gz ./SKILL.md ./scripts/run"),
    "archive-unsafe agent-skills/moon.tar.gz",
  ],
  [
    "an archive in the wrong order",
    repack("tar --format=ustar -czf x.tar.gz scripts/run SKILL.md"),
    "archive-unsafe agent-skills/moon.tar.gz",
  ],
  [
    "an archive with a file more",
    repack("touch new; tar --format=ustar -czf x.tar.gz SKILL.md new scripts/run"),
    `report-disagrees ${REPORT}`,
  ],
  ["an archive with a file less", repack("tar --format=ustar -czf x.tar.gz SKILL.md"), `report-disagrees ${REPORT}`],
  [
    "an archive with another mode",
    repack("chmod 644 scripts/run; tar --format=ustar -czf x.tar.gz SKILL.md scripts/run"),
    `report-disagrees ${REPORT}`,
  ],
  [
    "an archive with another content",
    repack("echo evil > scripts/run; tar --format=ustar -czf x.tar.gz SKILL.md scripts/run"),
    `report-disagrees ${REPORT}`,
  ],
  [
    "another SKILL.md beside an archive",
    ({ text, write }) => write("agent-skills/moon/SKILL.md", evil(text("agent-skills/moon/SKILL.md"))),
    "report-disagrees agent-skills/moon/SKILL.md",
  ],
  [
    "another archive of a bundle",
    ({ write }) => write("agent-skills/sky-bundle.tar.gz", "x"),
    `report-disagrees ${REPORT}`,
  ],
  [
    "a stranger in a scoped index",
    ({ edit }) => edit(scoped("tides"), ({ skills }) => void skills.push({ ...skills[0], name: "waves" })),
    `scoped-index-disagrees ${scoped("tides")}`,
  ],
  [
    "a second skill of ours in a skill's scoped index",
    (tree) => tree.edit(scoped("tides"), ({ skills }) => void skills.unshift(entryOf(tree, "moon"))),
    `scoped-index-disagrees ${scoped("tides")}`,
  ],
  [
    "another skill of ours in a skill's scoped index",
    (tree) => tree.edit(scoped("tides"), ({ skills }) => void skills.splice(0, 1, entryOf(tree, "moon"))),
    `scoped-index-disagrees ${scoped("tides")}`,
  ],
  [
    "a member missing from a bundle's scoped index",
    ({ edit }) => edit(scoped("sky"), ({ skills }) => void skills.pop()),
    `scoped-index-disagrees ${scoped("sky")}`,
  ],
  [
    "a scoped index with another digest",
    ({ edit }) => edit(scoped("tides"), (index) => void (skillIn(index, "tides")["digest"] = ZERO)),
    `scoped-index-disagrees ${scoped("tides")}`,
  ],
  [
    "an entry missing from the index of everything",
    ({ edit }) => edit(`agent-skills/${INDEX}`, ({ skills }) => void skills.pop()),
    `scoped-index-disagrees agent-skills/${INDEX}`,
  ],
  [
    "another order in the index of everything",
    ({ edit }) => edit(`agent-skills/${INDEX}`, (index) => void (index.skills = index.skills.toReversed())),
    `scoped-index-disagrees agent-skills/${INDEX}`,
  ],
  ["a skill's scoped index gone", ({ remove }) => remove(scoped("tides")), `index-missing ${scoped("tides")}`],
  ["a bundle's scoped index gone", ({ remove }) => remove(scoped("sky")), `index-missing ${scoped("sky")}`],
  [
    "the index of everything gone",
    ({ remove }) => remove(`agent-skills/${INDEX}`),
    `index-missing agent-skills/${INDEX}`,
  ],
  ["a report that is no JSON", ({ write }) => write(REPORT, "{"), `index-not-json ${REPORT}`],
  [
    "a key too many in the report",
    ({ edit }) => edit(REPORT, (report) => void (report["leftOut"] = [])),
    `report-disagrees ${REPORT}`,
  ],
  [
    "a skill missing from the report",
    ({ edit }) => edit(REPORT, ({ skills }) => void skills.pop()),
    `report-disagrees ${REPORT}`,
  ],
  [
    "another description in the report",
    ({ replaceAll }) => replaceAll("Does tides things.", "Does evil things.", [REPORT]),
    `report-disagrees ${REPORT}`,
  ],
  [
    "another url in the report",
    ({ replaceAll }) =>
      replaceAll("https://docs.example.com/agent-skills/moon.tar.gz", "https://evil.example/moon.tar.gz", [REPORT]),
    `report-disagrees ${REPORT}`,
  ],
  [
    "another size of an artifact in the report",
    ({ edit }) => edit(REPORT, (report) => void Object.assign(skillIn(report, "moon")["artifact"] ?? {}, { size: 1 })),
    `report-disagrees ${REPORT}`,
  ],
  [
    "another digest of a SKILL.md in the report",
    ({ edit }) =>
      edit(REPORT, (report) => void Object.assign(skillIn(report, "moon")["skillMd"] ?? {}, { digest: ZERO })),
    `report-disagrees ${REPORT}`,
  ],
  [
    "another digest of a single file in the report",
    ({ edit }) =>
      edit(
        REPORT,
        (report) =>
          void (skillIn(report, "tides")["files"] = [
            { path: "SKILL.md", size: 1, sha256: "0".repeat(64), mode: "0644", lines: 1 },
          ]),
      ),
    `report-disagrees ${REPORT}`,
  ],
  [
    "another number of lines in the report",
    ({ replaceAll }) => replaceAll('"lines":', '"lines":1', [REPORT]),
    `report-disagrees ${REPORT}`,
  ],
  [
    "another digest of the index in the report",
    ({ edit }) => edit(REPORT, (report) => void Object.assign(report["index"] ?? {}, { digest: ZERO })),
    `report-disagrees ${REPORT}`,
  ],
  [
    "another digest of a bundle in the report",
    ({ edit }) => edit(REPORT, ({ bundles }) => bundles.forEach(({ archive }) => void (archive["digest"] = ZERO))),
    `report-disagrees ${REPORT}`,
  ],
  [
    "another directory manifest beside an archive",
    ({ write, text }) => write(MANIFEST, text(MANIFEST).replace('"bytes": 1', '"bytes": 2')),
    `manifest-disagrees ${MANIFEST}`,
  ],
  [
    "another directory manifest in a snapshot",
    ({ write, text }) => write(`${AT_TIDES}/manifest.json`, text(`${AT_TIDES}/manifest.json`).replace("{", "{ ")),
    `manifest-disagrees ${AT_TIDES}/manifest.json`,
  ],
  [
    "a skill without its directory manifest in the report",
    ({ edit, remove }) => {
      edit(REPORT, (report) => void (skillIn(report, "moon")["manifest"] = null));
      remove(MANIFEST);
    },
    `manifest-disagrees ${MANIFEST}`,
  ],
  [
    "another content hash in the report",
    ({ edit }) => edit(REPORT, (report) => void (skillIn(report, "moon")["contentHash"] = "0".repeat(64))),
    `report-disagrees ${REPORT}`,
  ],
  [
    "other bytes in a snapshot",
    ({ write, text }) => write(`${AT_TIDES}/SKILL.md`, evil(text(`${AT_TIDES}/SKILL.md`))),
    `digest-mismatch ${AT_TIDES}/SKILL.md`,
  ],
  [
    "an index of a snapshot with another url",
    ({ edit }) =>
      edit(
        `${AT_TIDES}/${INDEX}`,
        ({ skills }) => void Object.assign(skills[0] ?? {}, { url: "https://evil.example" }),
      ),
    `snapshot-disagrees ${AT_TIDES}/${INDEX}`,
  ],
  [
    "an index of a snapshot with a stranger",
    ({ edit }) => edit(`${AT_TIDES}/${INDEX}`, ({ skills }) => void skills.push({ ...skills[0], name: "waves" })),
    `snapshot-disagrees ${AT_TIDES}/${INDEX}`,
  ],
  [
    "another address of a snapshot in the report",
    ({ replaceAll }) => replaceAll(`"https://docs.example.com/${AT_TIDES}"`, '"https://evil.example"', [REPORT]),
    `snapshot-disagrees ${REPORT}`,
  ],
  [
    "another version of a snapshot in the report",
    ({ replaceAll }) => replaceAll('"version":"d3', '"version":"d4', [REPORT]),
    `snapshot-disagrees ${REPORT}`,
  ],
  [
    "a snapshot twice in the report",
    ({ edit }) => edit(REPORT, (report) => void (skillIn(report, "tides")["snapshots"] = twice(report))),
    `report-disagrees ${REPORT}`,
  ],
  [
    "a path that leads out in the report",
    ({ replaceAll }) =>
      replaceAll('"path":"agent-skills/tides/manifest.json"', '"path":"agent-skills/../../x"', [REPORT]),
    `manifest-disagrees agent-skills/tides/manifest.json`,
  ],
  [
    "a file among the snapshots that the report does not know",
    ({ write }) => write(`${AT_TIDES}/notes.md`, "x"),
    `sums-disagree ${AT_TIDES}/notes.md`,
  ],
  [
    "a bundle member more in the report",
    ({ edit }) => edit(REPORT, ({ bundles }) => bundles.forEach(({ skills }) => void skills.push("tides"))),
    `report-disagrees ${REPORT}`,
  ],
];

test.each(tamperings)("%s: found, though all sums are right", async (_, tamper, expected) => {
  const tree = await publication();
  tamper(tree);
  tree.resum();
  expect(brief(await tree.problems())).toContain(`error ${expected}`);
});

test.each([
  ["a path out of the tree", `${"0".repeat(64)}  ../secret\n`],
  ["a path inside that leads out", `${"0".repeat(64)}  agent-skills/../../secret\n`],
  ["an absolute path", `${"0".repeat(64)}  /etc/hostname\n`],
  ["a path that is not ours", `${"0".repeat(64)}  index.html\n`],
  ["nothing", ""],
  ["text", "x\n"],
])("sums with %s are not followed", async (_, sums) => {
  const { write, problems } = await publication();
  write(SUMS, sums);
  const found = await problems();
  expect(brief(found)).toContain(`error sums-disagree ${SUMS}`);
  expect(
    found.filter(({ path }) => path?.includes("secret") || path === "/etc/hostname" || path === "index.html"),
  ).toEqual([]);
});

test("sums in which a line is missing are found", async () => {
  const { text, write, problems } = await publication();
  write(SUMS, text(SUMS).split("\n").slice(1).join("\n"));
  expect(new Set(brief(await problems()))).toEqual(new Set([`error sums-disagree ${INDEX}`]));
});
