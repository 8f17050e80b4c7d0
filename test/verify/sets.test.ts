import { createHash } from "node:crypto";
import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { composeVerified } from "../../src/verify/staged.ts";
import { asker } from "../tools/asker.ts";
import { plainRequest } from "../tools/request.ts";
import { skillMd } from "../tools/skill.ts";
import { REPORT, type Tampered, tampered } from "../tools/tamper.ts";

const MANIFESTS = ["sets/sky.skill-set.json", "sets/sky/1.1.0/sky.skill-set.json"];
const LOCKS = ["sets/sky.skill-set.lock.json", "sets/sky/1.1.0/sky.skill-set.lock.json"];
const OLD_MANIFEST = "sets/sky/1.0.0/sky.skill-set.json";

interface Lock {
  setHash: string;
  skills: Record<string, { skill: string; computedHash: string }>;
}

let place: FsFixture;

/** The set `sky` of two skills in two versions, one of which pins `moon` as it was. */
beforeAll(async () => {
  place = await createFixture({ skills: { "moon/SKILL.md": skillMd("moon"), "tides/SKILL.md": skillMd("tides") } });
  const sets = (version: string) => [{ name: "sky", version, members: ["moon", "tides"] }];
  const request = plainRequest(place.getPath("skills"), "https://docs.example.com");
  await composeVerified({ ...request, sets: sets("1.0.0") }, place.getPath("before"), asker);
  await place.writeFile("skills/moon/SKILL.md", skillMd("moon", { body: "Other.\n" }));
  const next = { ...request, previous: place.getPath("before"), sets: sets("1.1.0") };
  const { report } = await composeVerified(next, place.getPath("public"), asker);
  expect(report?.sets[0]?.versions).toHaveLength(2);
});

afterAll(() => place.rm());

/** Replaces documents, with every digest and sum of them, so that nothing but what they say is wrong. */
function rewrite(site: Tampered, paths: readonly string[], change: (text: string) => string): void {
  const [first = ""] = paths;
  const before = site.bytes(first);
  const now = Buffer.from(change(before.toString()));
  expect(now.equals(before)).toBe(false);
  for (const path of paths) site.write(path, now);
  const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  site.replaceAll(digest(before), digest(now), [REPORT]);
  site.replaceAll(`"sha256:${digest(now)}","size":${before.length}`, `"sha256:${digest(now)}","size":${now.length}`, [
    REPORT,
  ]);
  site.resum();
}

const rollup = ({ skills }: Lock) =>
  createHash("sha256")
    .update(
      Object.entries(skills)
        .map(([locator, { computedHash }]) => `${locator}\n${computedHash}\n`)
        .join(""),
    )
    .digest("hex");

/** What is found in the publication once this was done to it. */
async function found(change: (site: Tampered) => void): Promise<string[]> {
  const site = await tampered(place.getPath("public"));
  expect(await site.problems()).toEqual([]);
  change(site);
  return (await site.problems()).map(
    ({ code, path, message }) =>
      `${code} ${path ?? ""} ${message.replace(/^A set is not what the report says: |\.$/g, "")}`,
  );
}

const inBoth = (paths: readonly string[], clause: string) => paths.map((path) => `set-disagrees ${path} it ${clause}`);

test.each<[string, (text: string) => string, string]>([
  ["is none", () => "{}\n", "is no manifest of a set: The document has no `name`"],
  ["is no JSON", () => "<p>", "is no manifest of a set: The file is not strict JSON: a value is expected"],
  [
    "says one thing twice",
    (text) => text.replace("{", '{ "name": "sea",'),
    "is no manifest of a set: The file is not strict JSON: this key is already in its object",
  ],
  [
    "says more than the format has",
    (text) => text.replace("{", '{ "more": 1,'),
    "is no manifest of a set: `/more` is not a member that the format has",
  ],
  ["has another name", (text) => text.replace('"sky"', '"sea"'), "is that of `sea` 1.1.0"],
  ["is another version", (text) => text.replace("1.1.0", "1.2.0"), "is that of `sky` 1.2.0"],
  ["lacks a member", (text) => text.replace(/,\n {4}"[^"]*@tides"/, ""), "has other members than the report"],
])("a manifest that %s", async (_, change, clause) => {
  const problems = await found((site) => rewrite(site, MANIFESTS, change));
  expect(problems.toSorted()).toEqual(inBoth(MANIFESTS, clause).toSorted());
});

test.each<[string, (text: string) => string, string]>([
  [
    "is none",
    () => "{}\n",
    "is no lock of a set: `version` of the lock is not the number 1, so this is no lock that can be read",
  ],
  [
    "says one thing twice",
    (text) => text.replace("{", '{ "version": 1,'),
    "is no lock of a set: The file is not strict JSON: this key is already in its object",
  ],
  [
    "says more than the format has",
    (text) => text.replace("{", '{ "more": 1,'),
    "is no lock of a set: `/more` is not a member that the format has",
  ],
  ["has another name", (text) => text.replace('"sky"', '"sea"'), "is that of `sea` 1.1.0"],
  ["is of another version", (text) => text.replace("1.1.0", "1.2.0"), "is that of `sky` 1.2.0"],
  [
    "has another set hash",
    (text) => text.replace(/"setHash": ".{4}/, '"setHash": "0000'),
    "is no lock of a set: `/setHash` is not the hash of the members below it",
  ],
  [
    "has another content",
    (text) => text.replace(/"computedHash": ".{4}/, '"computedHash": "0000'),
    "is no lock of a set: `/setHash` is not the hash of the members below it",
  ],
  [
    "names another folder for a member",
    (text) => text.replace('"skill": "moon"', '"skill": "mood"'),
    "has other members than the report",
  ],
])("a lock that %s", async (_, change, clause) => {
  const problems = await found((site) => rewrite(site, LOCKS, change));
  expect(problems.toSorted()).toEqual(inBoth(LOCKS, clause).toSorted());
});

test("a lock that agrees with itself about other content than the report", async () => {
  const problems = await found((site) => {
    const lock: Lock = JSON.parse(site.text(LOCKS[0] ?? ""));
    const before = lock.setHash;
    for (const member of Object.values(lock.skills)) member.computedHash = "0".repeat(64);
    const after = rollup(lock);
    site.replaceAll(before, after, [REPORT]);
    rewrite(site, LOCKS, () => `${JSON.stringify({ ...lock, setHash: after }, null, 2)}\n`);
  });
  expect(problems.filter((each) => each.includes("has other members than the report"))).toHaveLength(2);
});

test("a set that pins a member of ours elsewhere than at its snapshot", async () => {
  const problems = await found((site) => {
    const lock: Lock = JSON.parse(site.text(LOCKS[0] ?? ""));
    const [own = ""] = Object.keys(lock.skills);
    const moved = own.replace("docs.example.com", "doc.example.com");
    const text = site.text(LOCKS[0] ?? "").replace(own, moved);
    const after = rollup(JSON.parse(text));
    site.replaceAll(lock.setHash, after, [REPORT]);
    site.edit(REPORT, (report) => {
      const whole = JSON.stringify(report).replaceAll(`"locator":"${own}"`, `"locator":"${moved}"`);
      Object.assign(report, JSON.parse(whole));
    });
    site.write(REPORT, JSON.stringify(JSON.parse(site.text(REPORT))));
    rewrite(site, MANIFESTS, (manifest) => manifest.replace(own, moved));
    rewrite(site, LOCKS, () => text.replace(lock.setHash, after));
  });
  expect(problems.filter((each) => each.includes("pins `https://doc.example.com/"))).toHaveLength(2);
});

test("a document that is missing", async () => {
  const problems = await found((site) => site.remove(OLD_MANIFEST));
  expect(problems).toContain(`set-disagrees ${OLD_MANIFEST} the document is missing`);
});

test("a report whose sets lie elsewhere, are not their newest version, or pin what is not published", async () => {
  const report = (from: RegExp, to: string) => (site: Tampered) => {
    const before = site.text(REPORT);
    const now = before.replace(from, to);
    expect(now).not.toBe(before);
    site.write(REPORT, now);
    site.resum();
  };
  expect(await found(report(/"path":"sets\/sky\.skill-set\.json"/, '"path":"sets/sea.skill-set.json"'))).toContain(
    `set-disagrees ${REPORT} \`sets/sea.skill-set.json\` is no place of the set \`sky\``,
  );
  expect(await found(report(/"page":"[^"]*sets\/sky\/"/, '"page":"https://docs.example.com/"'))).toContain(
    `set-disagrees ${REPORT} \`https://docs.example.com/\` is no place of the set \`sky\``,
  );
  const none = "0".repeat(32);
  expect((await found(report(/"snapshot":"[0-9a-f]{32}"/, `"snapshot":"${none}"`))).join("\n")).toContain(
    `the set \`sky\` 1.1.0 pins \`moon@${none}\` with other content than is published`,
  );
  const turned = await found((site) => {
    const value: { sets: { versions: unknown[] }[] } = JSON.parse(site.text(REPORT));
    for (const set of value.sets) set.versions.reverse();
    site.write(REPORT, JSON.stringify(value));
    site.resum();
  });
  expect(turned).toContain(`set-disagrees ${REPORT} the set \`sky\` is not its newest version`);
});

test("a report that is silent about what a locator pins is found", async () => {
  const problems = await found((site) => {
    const report = site.bytes(REPORT).toString();
    site.write(REPORT, Buffer.from(report.replaceAll(/"snapshot":"[0-9a-f]{32}"/g, '"snapshot":null')));
    site.resum();
  });
  expect(problems).toHaveLength(3);
  for (const each of problems)
    expect(each).toMatch(/lock\.json it pins `?https:.* the report says that it pins no snapshot$/);
});
