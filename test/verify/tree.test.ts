import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { unlistedFiles, verifyTree } from "../../src/verify/tree.ts";
import { brief } from "../tools/problems.ts";
import { composed } from "../tools/publication.ts";
import { skillMd } from "../tools/skill.ts";
import { digestsOf } from "../tools/tree.ts";

const SKILLS = {
  "moon/SKILL.md": skillMd("moon"),
  "moon/scripts/run": "#!/bin/sh\n",
  "sky/SKILL.md": skillMd("sky"),
  "sky/skills/sun/SKILL.md": skillMd("sun"),
  "tides/SKILL.md": skillMd("tides"),
};
const INDEX = ".well-known/agent-skills/index.json";
const REPORT = "agent-skills/-/report.json";
const SUMS = "agent-skills/-/SHA256SUMS";
const scoped = (name: string) => `agent-skills/${name}/${INDEX}`;

/** A publication of four skills and one bundle, and tools to change it behind its back. */
async function publication() {
  const { root, report } = await composed(SKILLS);
  if (!report) throw new Error("the skills were not published");
  const file = (path: string) => join(root, path);
  const text = (path: string) => readFileSync(file(path), "utf8");
  const write = (path: string, bytes: string | Uint8Array) => {
    mkdirSync(dirname(file(path)), { recursive: true });
    writeFileSync(file(path), bytes);
  };
  /** Puts `to` in place of `from` wherever it stands in indexes and report, as one who covers his tracks would. */
  const replaceAll = (from: string, to: string, paths = Object.keys(digestsOf(root)).filter((path) => path.endsWith(".json"))) => {
    for (const path of paths) write(path, text(path).replaceAll(from, to));
  };
  return {
    root,
    file,
    text,
    write,
    replaceAll,
    remove: (path: string) => rmSync(file(path)),
    edit: (path: string, change: (value: Json) => void) => {
      const value: Json = JSON.parse(text(path));
      change(value);
      write(path, `${JSON.stringify(value, null, 2)}\n`);
    },
    /** Replaces an artifact, and its digest and size wherever they are told. */
    replaceArtifact: (path: string, bytes: Uint8Array) => {
      const hex = (each: Uint8Array) => createHash("sha256").update(each).digest("hex");
      const old = readFileSync(file(path));
      write(path, bytes);
      replaceAll(hex(old), hex(bytes));
      replaceAll(`"size": ${old.length}\n`, `"size": ${bytes.length}\n`, [REPORT]);
    },
    /** Makes SHA256SUMS right again, with the real sha256sum. */
    resum: () => {
      const script = `find . -type f ! -path './${SUMS}' | cut -c3- | LC_ALL=C sort | tr '\\n' '\\0' | xargs -0 sha256sum > ${SUMS}.new && mv ${SUMS}.new ${SUMS}`;
      execFileSync("sh", ["-ec", `${script.replace(`! -path './${SUMS}'`, `! -path './${SUMS}' ! -path './${SUMS}.new'`)}`], { cwd: root });
    },
    found: async () => [...(await verifyTree(root)), ...unlistedFiles(root)],
  };
}
type Publication = Awaited<ReturnType<typeof publication>>;
interface Json {
  [key: string]: unknown;
  skills: Record<string, unknown>[];
  bundles: { archive: Record<string, unknown>; skills: string[] }[];
}

test("an untouched publication has nothing wrong", async () => {
  expect(await (await publication()).found()).toEqual([]);
});

test("an untouched publication with new sums of the same files has nothing wrong", async () => {
  const { resum, found, text } = await publication();
  const before = text(SUMS);
  resum();
  expect(text(SUMS)).toBe(before);
  expect(await found()).toEqual([]);
});

test("one changed byte in any file is found, and the file named", async () => {
  const { root, file, found, write } = await publication();
  for (const path of Object.keys(digestsOf(root))) {
    const bytes = readFileSync(file(path));
    const changed = Buffer.from(bytes);
    const middle = changed.length >> 1;
    changed[middle] = (changed[middle] ?? 0) ^ 1;
    write(path, changed);
    const problems = await found();
    expect(problems.length, path).toBeGreaterThan(0);
    if (path !== SUMS) expect(problems.filter((problem) => problem.path === path || problem.message.includes(path)), path).not.toEqual([]);
    write(path, bytes);
  }
  expect(await found()).toEqual([]);
});

test("a missing file is found, whichever it is, and named", async () => {
  const { root, file, found, write, remove } = await publication();
  for (const path of Object.keys(digestsOf(root))) {
    const bytes = readFileSync(file(path));
    remove(path);
    expect((await found()).map((problem) => problem.path), path).toContain(path);
    write(path, bytes);
  }
  expect(await found()).toEqual([]);
});

test("a link in place of a file is not followed", async () => {
  const { file, found, write, remove } = await publication();
  write("elsewhere", readFileSync(file("agent-skills/tides/SKILL.md")));
  remove("agent-skills/tides/SKILL.md");
  execFileSync("ln", ["-s", "../../elsewhere", file("agent-skills/tides/SKILL.md")]);
  expect(brief(await found())).toContain("error artifact-missing agent-skills/tides/SKILL.md");
});

test.each([["agent-skills/new.md"], ["agent-skills/tides/new.md"], [".well-known/agent-skills/new.json"], ["agent-skills/-/.hidden"]])("a file that was added in our folders is found: %s", async (path) => {
  const { found, write } = await publication();
  write(path, "x");
  expect(brief(await found())).toEqual([`error sums-disagree ${path}`]);
});

test("files outside our folders are nobody's business", async () => {
  const { found, write } = await publication();
  write("index.html", "x");
  write(".well-known/security.txt", "x");
  expect(await found()).toEqual([]);
});

/** Replaces the archive of `moon` by one that a command makes from its files. */
const repack = (command: string) => ({ file, replaceArtifact }: Publication) => {
  const script = `d=$(mktemp -d); cd "$d"; tar -xzf "$1"; ${command}; cat x.tar.gz; rm -rf "$d"`;
  replaceArtifact("agent-skills/moon.tar.gz", execFileSync("sh", ["-ec", script, "sh", file("agent-skills/moon.tar.gz")]));
};

// Everything that tells a digest, and SHA256SUMS, is made right again after each change: what is left to find is the
// change itself.
const tamperings: [string, (tree: Publication) => void, string][] = [
  ["two entries of the index swapped", ({ edit }) => edit(INDEX, ({ skills }) => void skills.reverse()), `report-disagrees ${INDEX}`],
  ["an entry of the index twice", ({ edit }) => edit(INDEX, ({ skills }) => void skills.splice(1, 0, { ...skills[0] })), `report-disagrees ${INDEX}`],
  ["an entry missing from the index", ({ edit }) => edit(INDEX, ({ skills }) => void skills.pop()), `report-disagrees ${REPORT}`],
  ["an empty index", ({ edit }) => edit(INDEX, ({ skills }) => void skills.splice(0)), `report-disagrees ${INDEX}`],
  ["a key too many in the index", ({ edit }) => edit(INDEX, (index) => void (index["version"] = 1)), `report-disagrees ${INDEX}`],
  ["a key too many in an entry", ({ edit }) => edit(INDEX, ({ skills }) => skills.forEach((entry) => void (entry["version"] = "1"))), `report-disagrees ${INDEX}`],
  ["another schema in the index", ({ replaceAll }) => replaceAll("schema.json", "schema.json/", [INDEX]), `report-disagrees ${INDEX}`],
  ["the index no JSON", ({ write }) => write(INDEX, "<!doctype html>"), `index-not-json ${INDEX}`],
  ["a url on another host", ({ replaceAll }) => replaceAll("https://docs.example.com/agent-skills/tides/SKILL.md", "https://evil.example/agent-skills/tides/SKILL.md"), `report-disagrees ${INDEX}`],
  ["a url of another skill", ({ edit }) => edit(INDEX, ({ skills }) => void (skills.at(-1) ?? {}).url?.toString() || swapUrls(skills)), `report-disagrees ${INDEX}`],
  ["a description changed in the index and report only", ({ replaceAll }) => replaceAll("Does tides things.", "Does evil things."), "front-matter-disagrees agent-skills/tides/SKILL.md"],
  ["a name changed in a SKILL.md only", ({ text, replaceArtifact }) => replaceArtifact("agent-skills/tides/SKILL.md", Buffer.from(text("agent-skills/tides/SKILL.md").replace("name: tides", "name: waves"))), "front-matter-disagrees agent-skills/tides/SKILL.md"],
  ["a SKILL.md without front matter", ({ replaceArtifact }) => replaceArtifact("agent-skills/tides/SKILL.md", Buffer.from("# Tides\n")), "front-matter-disagrees agent-skills/tides/SKILL.md"],
  ["an archive with `./` entries", repack("tar --format=ustar -czf x.tar.gz ./SKILL.md ./scripts/run"), "archive-unsafe agent-skills/moon.tar.gz"],
  ["an archive in the wrong order", repack("tar --format=ustar -czf x.tar.gz scripts/run SKILL.md"), "archive-unsafe agent-skills/moon.tar.gz"],
  ["an archive with a file more", repack("touch new; tar --format=ustar -czf x.tar.gz SKILL.md new scripts/run"), `report-disagrees ${REPORT}`],
  ["an archive with a file less", repack("tar --format=ustar -czf x.tar.gz SKILL.md"), `report-disagrees ${REPORT}`],
  ["an archive with another mode", repack("chmod 644 scripts/run; tar --format=ustar -czf x.tar.gz SKILL.md scripts/run"), `report-disagrees ${REPORT}`],
  ["an archive with another content", repack("echo evil > scripts/run; tar --format=ustar -czf x.tar.gz SKILL.md scripts/run"), `report-disagrees ${REPORT}`],
  ["the SKILL.md beside an archive changed", ({ text, write }) => write("agent-skills/moon/SKILL.md", text("agent-skills/moon/SKILL.md").replace("Do it", "Do at")), "report-disagrees agent-skills/moon/SKILL.md"],
  ["a bundle's archive changed", ({ write }) => write("agent-skills/sky-bundle.tar.gz", "x"), `report-disagrees ${REPORT}`],
  ["a stranger in a scoped index", ({ edit }) => edit(scoped("tides"), ({ skills }) => void skills.push({ ...skills[0], name: "waves" })), `scoped-index-disagrees ${scoped("tides")}`],
  ["another skill of ours in a skill's scoped index", ({ edit, text }) => edit(scoped("tides"), ({ skills }) => void skills.unshift(entryIn(text(INDEX), "moon"))), `scoped-index-disagrees ${scoped("tides")}`],
  ["another skill of ours as the scoped index", ({ edit, text }) => edit(scoped("tides"), (index) => void (index.skills = [entryIn(text(INDEX), "moon")])), `scoped-index-disagrees ${scoped("tides")}`],
  ["a member missing from a bundle's scoped index", ({ edit }) => edit(scoped("sky"), ({ skills }) => void skills.pop()), `scoped-index-disagrees ${scoped("sky")}`],
  ["an entry missing from the index of everything", ({ edit }) => edit(`agent-skills/${INDEX}`, ({ skills }) => void skills.pop()), `scoped-index-disagrees agent-skills/${INDEX}`],
  ["the index of everything in another order", ({ edit }) => edit(`agent-skills/${INDEX}`, ({ skills }) => void skills.reverse()), `scoped-index-disagrees agent-skills/${INDEX}`],
  ["a scoped index with another digest", ({ edit }) => edit(scoped("tides"), ({ skills }) => skills.forEach((entry) => void (entry["digest"] = `sha256:${"0".repeat(64)}`))), `scoped-index-disagrees ${scoped("tides")}`],
  ["a scoped index gone", ({ remove }) => remove(scoped("tides")), `index-missing ${scoped("tides")}`],
  ["the index of everything gone", ({ remove }) => remove(`agent-skills/${INDEX}`), `index-missing agent-skills/${INDEX}`],
  ["a skill missing from the report", ({ edit }) => edit(REPORT, ({ skills }) => void skills.pop()), `report-disagrees ${REPORT}`],
  ["the report no JSON", ({ write }) => write(REPORT, "{"), `index-not-json ${REPORT}`],
  ["a key too many in the report", ({ edit }) => edit(REPORT, (report) => void (report["leftOut"] = [])), `report-disagrees ${REPORT}`],
  ["another description in the report", ({ replaceAll }) => replaceAll("Does tides things.", "Does evil things.", [REPORT]), `report-disagrees ${REPORT}`],
  ["another url in the report", ({ replaceAll }) => replaceAll("https://docs.example.com/agent-skills/moon.tar.gz", "https://evil.example/moon.tar.gz", [REPORT]), `report-disagrees ${REPORT}`],
  ["another size in the report", ({ edit }) => edit(REPORT, ({ skills }) => skills.forEach((skill) => void Object.assign(skill["artifact"] ?? {}, { size: 1 }))), `report-disagrees ${REPORT}`],
  ["another digest of a SKILL.md in the report", ({ edit }) => edit(REPORT, ({ skills }) => skills.forEach((skill) => void Object.assign(skill["skillMd"] ?? {}, { digest: `sha256:${"0".repeat(64)}` }))), `report-disagrees ${REPORT}`],
  ["another digest of a single file in the report", ({ edit }) => edit(REPORT, ({ skills }) => void (skillIn(skills, "tides")["files"] = [{ path: "SKILL.md", size: 1, sha256: "0".repeat(64), mode: "0644" }])), `report-disagrees ${REPORT}`],
  ["another digest of the index in the report", ({ edit }) => edit(REPORT, (report) => void Object.assign(report["index"] ?? {}, { digest: `sha256:${"0".repeat(64)}` })), `report-disagrees ${REPORT}`],
  ["another digest of a bundle in the report", ({ edit }) => edit(REPORT, ({ bundles }) => bundles.forEach(({ archive }) => void (archive["digest"] = `sha256:${"0".repeat(64)}`))), `report-disagrees ${REPORT}`],
  ["a bundle member more in the report", ({ edit }) => edit(REPORT, ({ bundles }) => bundles.forEach(({ skills }) => void skills.push("tides"))), `report-disagrees ${REPORT}`],
];

function entryIn(index: string, name: string): Record<string, unknown> {
  const { skills }: Json = JSON.parse(index);
  return skillIn(skills, name);
}

function skillIn(skills: readonly Record<string, unknown>[], name: string): Record<string, unknown> {
  return skills.find((each) => each["name"] === name) ?? {};
}

function swapUrls(skills: Record<string, unknown>[]): void {
  const [first, second] = skills;
  if (first && second) [first["url"], second["url"]] = [second["url"], first["url"]];
}

test.each(tamperings)("%s: found, though all sums are right again", async (_, tamper, expected) => {
  const tree = await publication();
  tamper(tree);
  tree.resum();
  expect(brief(await tree.found())).toContain(`error ${expected}`);
});

test.each([
  ["a path out of the tree", `${"0".repeat(64)}  ../secret\n`],
  ["a path inside that leads out", `${"0".repeat(64)}  agent-skills/../../secret\n`],
  ["an absolute path", `${"0".repeat(64)}  /etc/hostname\n`],
  ["a path that is not ours", `${"0".repeat(64)}  index.html\n`],
  ["nothing", ""],
  ["text", "x\n"],
])("sums with %s are not followed", async (_, sums) => {
  const { found, write } = await publication();
  write(SUMS, sums);
  const problems = await found();
  expect(brief(problems)).toContain(`error sums-disagree ${SUMS}`);
  expect(problems.filter(({ path }) => path?.includes("secret") || path === "/etc/hostname" || path === "index.html")).toEqual([]);
});

test("sums in which a line is missing are found", async () => {
  const { found, text, write } = await publication();
  write(SUMS, text(SUMS).split("\n").slice(1).join("\n"));
  expect(brief(await found())).toEqual([`error sums-disagree ${INDEX}`]);
});
