import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SkillSet } from "../../src/options.ts";
import { parseOrigin } from "../../src/publication/origin.ts";
import { lockSet } from "../../src/publication/sets.ts";
import type { LockedMember } from "../../src/skill-set/set-lock.ts";
import { REPOSITORY } from "../tools/program.ts";
import { composed } from "../tools/publication.ts";
import { folder, skillMd } from "../tools/skill.ts";
import { digestsOf } from "../tools/tree.ts";
import { hashesOf } from "../tools/vectors.ts";

const SKILLS = {
  "moon/SKILL.md": skillMd("moon"),
  "moon/notes.md": "New moon.\n",
  "moon/scripts/run.sh": "#!/bin/sh\necho moon\n",
  "tides/SKILL.md": skillMd("tides"),
};
const SKY: SkillSet = {
  name: "sky",
  version: "1.0.0",
  description: "What is above.",
  author: { name: "A", url: "https://a.example" },
  homepage: "https://a.example/sky",
  members: ["tides", "moon"],
};

interface Lock {
  readonly setHash: string;
  readonly skills: Readonly<Record<string, { readonly skill: string; readonly computedHash: string }>>;
}

test.each(["vector-pair", "vector-order"])("the documents of `%s` are those of the vectors, byte for byte", (name) => {
  const vector = (ending: string) =>
    readFileSync(join(REPOSITORY, "test/fixtures/vectors", `${name}.skill-set${ending}.json`));
  const stated: { version: string; description?: string; skills: string[] } = JSON.parse(vector("").toString());
  const locked: { skills: Record<string, LockedMember> } = JSON.parse(vector(".lock").toString());
  const { $schema: _, ...fields } = { $schema: "", ...stated };
  const set = { ...fields, name, members: stated.skills.toReversed() };
  const contents = { own: new Map(), foreign: new Map(Object.entries(locked.skills)) };
  const { manifest, lock } = lockSet(set, contents, parseOrigin("https://docs.example.com"));
  expect(manifest.toString()).toBe(vector("").toString());
  expect(lock.toString()).toBe(vector(".lock").toString());
});

test("a set has a manifest and a lock at two addresses each, which name snapshots", async () => {
  const { report, root } = await composed(SKILLS, { sets: [SKY] });
  const [set] = report?.sets ?? [];
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  expect(Object.keys(digestsOf(join(root, "sets")))).toEqual([
    "sky.skill-set.json",
    "sky.skill-set.lock.json",
    "sky/1.0.0/sky.skill-set.json",
    "sky/1.0.0/sky.skill-set.lock.json",
  ]);
  expect(read("sets/sky/1.0.0/sky.skill-set.json")).toBe(read("sets/sky.skill-set.json"));
  expect(read("sets/sky/1.0.0/sky.skill-set.lock.json")).toBe(read("sets/sky.skill-set.lock.json"));

  const [moon = "", tides = ""] = ["moon", "tides"].map((name) => {
    const [snapshot] = report?.skills.find((each) => each.name === name)?.snapshots ?? [];
    return `${snapshot?.address.replace(/\/$/, "")}@${name}`;
  });
  expect(moon).toMatch(/^https:\/\/docs\.example\.com\/agent-skills\/-\/at\/moon\/[0-9a-f]{32}@moon$/);
  expect(read("sets/sky.skill-set.json")).toBe(
    `{
  "$schema": "https://skill-set.md/schema/draft/skill-set.schema.json",
  "name": "sky",
  "version": "1.0.0",
  "description": "What is above.",
  "author": {
    "name": "A",
    "url": "https://a.example"
  },
  "homepage": "https://a.example/sky",
  "skills": [
    "${moon}",
    "${tides}"
  ]
}
`,
  );
  expect(set?.versions.map(({ version }) => version)).toEqual(["1.0.0"]);
});

test("Python finds the hashes of a lock in what is published", async () => {
  const { root } = await composed(SKILLS, { sets: [SKY] });
  const lock: Lock = JSON.parse(readFileSync(join(root, "sets/sky.skill-set.lock.json"), "utf8"));
  const installed = await folder({ moon: {}, tides: {} });
  for (const [locator, { skill }] of Object.entries(lock.skills)) {
    const [path = ""] = locator.replace("https://docs.example.com/", "").split("@");
    const target = installed.getPath(skill);
    if (skill === "moon") execFileSync("tar", ["-xzf", join(root, path, "moon.tar.gz"), "-C", target]);
    else execFileSync("cp", [join(root, path, "SKILL.md"), target]);
  }
  const hashes = await hashesOf(installed.getPath("moon"), installed.getPath("tides"));
  expect(Object.values(lock.skills).map(({ skill, computedHash }) => [skill, computedHash])).toEqual([
    ["moon", hashes[0]?.computedHash],
    ["tides", hashes[1]?.computedHash],
  ]);

  const script =
    "import hashlib,json,sys; l=json.load(sys.stdin)['skills'];" +
    "print(hashlib.sha256(''.join(k+'\\n'+l[k]['computedHash']+'\\n' for k in sorted(l,key=str.encode)).encode()).hexdigest())";
  const setHash = execFileSync("python3", ["-c", script], { input: JSON.stringify(lock), encoding: "utf8" });
  expect(setHash.trim()).toBe(lock.setHash);
});

test("the order of sets, members and fields in the configuration changes no byte", async () => {
  const sea: SkillSet = { name: "sea", version: "2.0.0", members: ["tides"] };
  const { name, version, members, ...rest } = SKY;
  const turned: SkillSet = {
    ...Object.fromEntries(Object.entries(rest).toReversed()),
    members: members.toReversed(),
    version,
    name,
  };
  const one = await composed(SKILLS, { sets: [SKY, sea] });
  const two = await composed(SKILLS, { sets: [sea, turned] });
  expect(one.report?.sets.map((set) => set.name)).toEqual(["sea", "sky"]);
  expect(digestsOf(two.root)).toEqual(digestsOf(one.root));
});

test("`sha256sum` finds every document of a set", async () => {
  const { root } = await composed(SKILLS, { sets: [SKY] });
  const said = execFileSync("sha256sum", ["--strict", "-c", "agent-skills/-/SHA256SUMS"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(said.split("\n").filter((line) => line.startsWith("sets/"))).toEqual([
    "sets/sky.skill-set.json: OK",
    "sets/sky.skill-set.lock.json: OK",
    "sets/sky/1.0.0/sky.skill-set.json: OK",
    "sets/sky/1.0.0/sky.skill-set.lock.json: OK",
  ]);
});

test("the pin in the commands is the set hash, and the one of the lock file is none of it", async () => {
  const { report, root } = await composed(SKILLS, { sets: [SKY] });
  const [set] = report?.sets ?? [];
  const lock = readFileSync(join(root, "sets/sky.skill-set.lock.json"));
  const { setHash }: Lock = JSON.parse(lock.toString());
  expect(set?.versions[0]?.setHash).toBe(setHash);
  expect(createHash("sha256").update(lock).digest("hex")).not.toBe(setHash);
  expect(JSON.stringify(set?.install)).toContain(setHash);
});

test("without sets there is no folder of them", async () => {
  const { root, report } = await composed(SKILLS);
  expect(report?.sets).toEqual([]);
  expect(Object.keys(digestsOf(root)).filter((path) => path.startsWith("sets/"))).toEqual([]);
});
