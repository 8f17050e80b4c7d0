import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer, Behaviour } from "../tools/host.ts";
import { REPOSITORY, runProgram, SKILLPRESS } from "../tools/program.ts";
import { type SetDocuments, setDocuments, withSets } from "../tools/set-site.ts";
import { setProject } from "../tools/set-project.ts";
import type { Site } from "../tools/site.ts";
import { openStage, type Stage } from "../tools/stage.ts";

const SETS = ".agents/skills/skill-sets";
const good: Behaviour = (_, answer) => answer;

let stage: Stage;
let site: Site;
let old: Site;
/** `sky` has `moon` and `tides`, `sea` has `tides`, `ebb` has `tides` as it was. */
let sky: SetDocuments;
let sea: SetDocuments;
let ebb: SetDocuments;
let url: (set: string) => string;

beforeAll(async () => {
  stage = await openStage();
  const base = stage.secure;
  const current = await stage.current(base);
  old = await stage.previous(base);
  sky = setDocuments(current, base, { name: "sky", skills: ["moon", "tides"] });
  sea = setDocuments(current, base, { name: "sea", version: "2.1.0", skills: ["tides"] });
  ebb = setDocuments(old, base, { name: "ebb", skills: ["tides"] });
  site = withSets(new Map([...old, ...current]), sky, sea, ebb);
  url = (set) => `${base}/sets/${set}.skill-set.json`;
});

afterAll(() => stage.close());

const lockOf = (set: string) => `${SETS}/${set}/${set}.skill-set.lock.json`;
const manifestOf = (set: string) => `${SETS}/${set}/${set}.skill-set.json`;

/** Answers one path otherwise than a good host does. */
const at =
  (path: string, change: (answer: Answer) => ReturnType<Behaviour>): Behaviour =>
  (asked, answer) =>
    asked.path === path ? change(answer) : answer;

describe("adding a set", () => {
  test("members and documents are there afterwards, hash for hash, and the lock vouches for them", async () => {
    const project = await setProject();
    stage.serve(site, good);
    const told = await project.told("add", url("sky"), "--yes");
    const [moon = "", tides = ""] = sky.locators;
    const installed = [
      { locator: moon, skill: "moon", computedHash: sky.hashes["moon"] },
      { locator: tides, skill: "tides", computedHash: sky.hashes["tides"] },
    ];
    expect(told).toEqual({
      exitCode: 0,
      ok: true,
      command: "add",
      data: {
        name: "sky",
        added: true,
        verified: "sidecar",
        install: { name: "sky", installed, skipped: [], failed: [] },
      },
    });
    expect(readFileSync(project.at(manifestOf("sky")), "utf8")).toBe(sky.manifest);
    expect(readFileSync(project.at(lockOf("sky")), "utf8")).toBe(sky.lock);
    expect(JSON.parse(readFileSync(project.at(`${SETS}/skill-sets.json`), "utf8"))).toEqual({
      version: 1,
      sets: { sky: { version: "1.0.0", skills: sky.locators, source: url("sky"), locked: true } },
    });
    expect(Object.keys(JSON.parse(readFileSync(project.at("skills-lock.json"), "utf8")).skills)).toEqual([
      "moon",
      "tides",
    ]);
    expect(readdirSync(project.at(".agents"))).toEqual(["skills"]);
    // Each member costs its index and its artifact, and nothing of the rest of the site.
    const asked = new Set(stage.asked().map(({ path }) => path.split("/").slice(0, 4).join("/")));
    expect([...asked].filter((path) => !path.startsWith("sets/"))).toEqual(
      expect.arrayContaining(["agent-skills/-/at/moon", "agent-skills/-/at/tides"]),
    );
  });

  test("a pin is cut off the address, and has to agree", async () => {
    const project = await setProject();
    stage.serve(site, good);
    const told = await project.told(
      "add",
      `${url("sky")}#sha256=${sky.setHash}`,
      "--hash",
      `sha256:${sky.setHash}`,
      "--yes",
    );
    expect([told.exitCode, told.data.verified]).toEqual([0, "both"]);
    expect(readFileSync(project.at(`${SETS}/skill-sets.json`), "utf8")).not.toContain("#");
  });

  test("with a pin alone the lock is made of what was installed, and is the one that was left out", async () => {
    const project = await setProject();
    stage.serve(
      withSets(new Map([...site].filter(([path]) => !path.endsWith(".lock.json"))), { ...sky, lock: "" }),
      good,
    );
    const told = await project.told("add", url("sky"), "--hash", `sha256:${sky.setHash}`, "--yes");
    expect([told.exitCode, told.data.verified]).toEqual([0, "hash"]);
    expect(readFileSync(project.at(lockOf("sky")), "utf8")).toBe(sky.lock);
    expect((await project.told("verify", "--frozen")).exitCode).toBe(0);
  });

  test("with neither nothing is verified, which is said, and no lock is written", async () => {
    const project = await setProject();
    stage.serve(
      withSets(new Map([...site].filter(([path]) => !path.endsWith(".lock.json"))), { ...sky, lock: "" }),
      good,
    );
    const { exitCode, said } = await project.set(["add", url("sky"), "--yes"]);
    expect([exitCode, said.match(/NOT VERIFIED/g)?.length]).toEqual([0, 2]);
    expect(existsSync(project.at(lockOf("sky")))).toBe(false);
    expect(await project.told("verify", "sky")).toMatchObject({
      exitCode: 0,
      data: { name: "sky", mode: "presence", present: sky.locators, missing: [] },
    });
    expect(await project.told("verify", "sky", "--frozen")).toMatchObject({
      exitCode: 2,
      error: { code: "ERR_SKILLSET_FROZEN_NO_LOCK" },
    });
  });

  test("a path works too, with the lock beside it", async () => {
    const project = await setProject({ "sky.skill-set.json": sky.manifest, "sky.skill-set.lock.json": sky.lock });
    stage.serve(site, good);
    const told = await project.told("add", "sky.skill-set.json", "--yes");
    expect([told.exitCode, told.data?.verified]).toEqual([0, "sidecar"]);
    expect(JSON.parse(readFileSync(project.at(`${SETS}/skill-sets.json`), "utf8")).sets.sky.source).toBeUndefined();
  });

  test("without a terminal and without --yes nothing is asked for but the documents", async () => {
    const project = await setProject();
    const before = project.tree();
    stage.serve(site, good);
    const { exitCode, said } = await project.set(["add", url("sky")]);
    expect(exitCode).toBe(2);
    for (const text of ["moon", "tides", sky.setHash, "agent-skills/-/at/moon/", "skills` client 1.7.4"])
      expect(said).toContain(text);
    expect(stage.asked().map(({ path }) => path)).toEqual(["sets/sky.skill-set.json", "sets/sky.skill-set.lock.json"]);
    expect(project.tree()).toEqual(before);
  });
});

/** What stands in a project of somebody who uses other skills too. */
const OTHERS = {
  "skills-lock.json":
    '{ "version": 1, "skills": { "own": { "source": "me/own", "sourceType": "github", "computedHash": "x" } } }',
  ".agents/skills/own/SKILL.md": "Mine.\n",
};
const SIDECAR = "sets/sky.skill-set.lock.json";
const MANIFEST = "sets/sky.skill-set.json";
const wrong = "0".repeat(64);
const text = (body: string | Buffer, status = 200): Answer => ({
  status,
  headers: { "content-type": "text/html" },
  body: Buffer.from(body),
});
const to = (location: string): Answer => ({ status: 302, headers: { location }, body: Buffer.alloc(0) });

const TIDES = "agent-skills/-/at/tides/";

/** What `tides` was, at the address of what it is. Its index is right in itself. */
function asItWas(path: string, answer: Answer): Answer {
  const file = path.split("/").at(-1) ?? "";
  const was = [...old.keys()].find((each) => each.startsWith(TIDES) && each.endsWith(file));
  return { ...answer, body: old.get(was ?? "") ?? answer.body };
}

describe("nothing is kept", () => {
  const cases: [title: string, exitCode: number, code: string, argv: () => string[], behaviour: () => Behaviour][] = [
    ["of a wrong pin", 3, "RECEIPT_MISMATCH", () => [`${url("sky")}#sha256=${wrong}`], () => good],
    [
      "of a wrong pin without a lock",
      3,
      "RECEIPT_MISMATCH",
      () => [`${url("sky")}#sha256=${wrong}`],
      () => at(SIDECAR, () => text("no", 404)),
    ],
    [
      "of pins that differ",
      2,
      "USAGE",
      () => [`${url("sky")}#sha256=${wrong}`, "--hash", `sha256:${sky.setHash}`],
      () => good,
    ],
    ["of another fragment", 2, "USAGE", () => [`${url("sky")}#intro`], () => good],
    ["of an empty fragment", 2, "USAGE", () => [`${url("sky")}#`], () => good],
    ["of a pin in capitals", 2, "USAGE", () => [`${url("sky")}#sha256=${"A".repeat(64)}`], () => good],
    ["of plain http", 1, "FETCH_FAILED", () => [`${stage.origin}/${MANIFEST}`], () => good],
    ["of a certificate that nobody signed", 1, "FETCH_FAILED", () => [`${stage.selfSigned}/${MANIFEST}`], () => good],
    ["of a manifest that is not there", 1, "FETCH_FAILED", () => [url("none")], () => good],
    [
      "of a page in place of the lock",
      1,
      "INVALID",
      () => [url("sky")],
      () => at(SIDECAR, () => text("<!doctype html>")),
    ],
    [
      "of a host that fails for the lock",
      1,
      "FETCH_FAILED",
      () => [url("sky")],
      () => at(SIDECAR, () => text("no", 500)),
    ],
    ["of a forbidden lock", 1, "FETCH_FAILED", () => [url("sky")], () => at(SIDECAR, () => text("no", 403))],
    [
      "of a lock that redirects to another name",
      1,
      "FETCH_FAILED",
      () => [url("sky")],
      () => (asked, answer) =>
        asked.path === SIDECAR && asked.host.startsWith("localhost")
          ? to(`${stage.secure.replace("localhost", "127.0.0.1")}/${SIDECAR}`)
          : answer,
    ],
    [
      "of a redirect to http",
      1,
      "FETCH_FAILED",
      () => [url("sky")],
      () => (asked, answer) =>
        asked.path === MANIFEST ? to(`${stage.secure.replace("https:", "http:")}/${MANIFEST}`) : answer,
    ],
    [
      "of a redirect to another port",
      1,
      "FETCH_FAILED",
      () => [url("sky")],
      () => at(MANIFEST, () => to(`${stage.selfSigned}/${MANIFEST}`)),
    ],
    [
      "of a lock over 1 MiB",
      1,
      "FETCH_FAILED",
      () => [url("sky")],
      () =>
        at(SIDECAR, (answer) => ({ ...answer, body: Buffer.concat([answer.body, Buffer.alloc(1024 * 1024, " ")]) })),
    ],
    [
      "of a lock over 1 MiB that does not say so",
      1,
      "FETCH_FAILED",
      () => [url("sky")],
      () =>
        at(SIDECAR, ({ body }) => (response) => {
          response.writeHead(200);
          response.write(body);
          response.end(Buffer.alloc(1024 * 1024, " "));
        }),
    ],
    [
      "of the lock of another version",
      1,
      "INVALID_LOCK",
      () => [url("sky")],
      () => at(SIDECAR, () => text(sky.lock.replace('"setVersion": "1.0.0"', '"setVersion": "1.0.1"'))),
    ],
    [
      "of a lock that names another folder",
      1,
      "INVALID_LOCK",
      () => [url("sky")],
      () => at(SIDECAR, () => text(sky.lock.replace('"skill": "moon"', '"skill": "own"'))),
    ],
    [
      "of a lock without a member",
      1,
      "INVALID_LOCK",
      () => [url("sky")],
      () => at(SIDECAR, () => text(renamed(sea.lock))),
    ],
    [
      "of a member whose bytes are not those of the lock",
      3,
      "RECEIPT_MISMATCH",
      () => [url("sky")],
      () => (asked, answer) => (asked.path.startsWith(TIDES) ? asItWas(asked.path, answer) : answer),
    ],
    [
      "of a member that is not there",
      1,
      "INSTALL_FAILED",
      () => [url("sky")],
      () => (asked, answer) => (asked.path.startsWith(TIDES) ? text("no", 404) : answer),
    ],
  ];

  test.each(cases)("%s", async (title, exitCode, code, argv, behaviour) => {
    const project = await setProject(OTHERS);
    const before = project.tree();
    stage.serve(site, behaviour());
    const told = await project.told("add", ...argv(), "--yes");
    expect([told.exitCode, told.ok, told.error.code]).toEqual([
      exitCode,
      false,
      expect.stringContaining(`ERR_SKILLSET_${code}`),
    ]);
    if (title.includes("redirect")) expect(told.error.message).toContain("itself is followed");
    expect(project.tree()).toEqual(before);
  });

  /** The lock of `sea`, as if it were that of `sky`: it fits in everything but its members. */
  const renamed = (lock: string) => lock.replace('"name": "sea"', '"name": "sky"').replace("2.1.0", "1.0.0");

  test("in a folder that had no such folders, not even those", async () => {
    const project = await setProject();
    const before = project.tree();
    stage.serve(site, (asked, answer) => (asked.path.startsWith(TIDES) ? text("no", 404) : answer));
    expect((await project.told("add", url("sky"), "--yes")).exitCode).toBe(1);
    expect(project.tree()).toEqual(before);
  });
});

test("five redirects on the same host are followed, a sixth is not", async () => {
  const hops =
    (most: number): Behaviour =>
    (asked, answer) => {
      const [, number = "0"] = /^hop(\d)$/.exec(asked.path) ?? [];
      if (asked.path === MANIFEST) return to(`/hop${most}`);
      if (!asked.path.startsWith("hop")) return answer;
      return Number(number) === 1 ? text(sky.manifest) : to(`/hop${Number(number) - 1}`);
    };
  const project = await setProject();
  stage.serve(site, hops(6));
  expect((await project.told("add", url("sky"), "--yes")).error.code).toBe("ERR_SKILLSET_FETCH_FAILED");
  stage.serve(site, hops(5));
  expect((await project.told("add", url("sky"), "--yes")).exitCode).toBe(0);
});

test("a host that does not come to an end is not waited for", async () => {
  const project = await setProject();
  stage.serve(site, () => (response) => void response.writeHead(200).write("{"));
  const script = `
    const { fetchDocument } = await import(${JSON.stringify(join(REPOSITORY, "src/sets/fetch-document.ts"))});
    await fetchDocument(${JSON.stringify(url("sky"))}, 500).catch((error) => console.log(error.name, error.message));`;
  const { out } = await runProgram(process.execPath, ["--input-type=module", "-e", script], {
    cwd: project.path,
    env: { NODE_EXTRA_CA_CERTS: project.at("../ca.pem") },
  });
  expect(out).toBe("Error the time for it was over\n");
});

describe("a set in a project", () => {
  test("installs once, is verified, told when it drifts, and brought back", async () => {
    const project = await setProject();
    stage.serve(site, good);
    expect((await project.told("add", url("sky"), "--yes")).exitCode).toBe(0);
    expect((await project.told("add", url("sky"), "--yes")).error.code).toBe("ERR_SKILLSET_SET_EXISTS");
    const before = project.tree();
    stage.serve(site, good);
    const again = { exitCode: 0, data: { name: "sky", installed: [], skipped: sky.locators, failed: [] } };
    expect(await project.told("install", "sky")).toMatchObject(again);
    expect([stage.asked(), project.tree()]).toEqual([[], before]);
    expect(await project.told("verify", "--frozen")).toMatchObject({
      exitCode: 0,
      data: { sets: [{ name: "sky", mode: "lock", checked: 2 }] },
    });

    appendFileSync(project.at(".agents/skills/moon/notes.md"), "And more.\n");
    rmSync(project.at(".agents/skills/tides"), { recursive: true });
    const [moon = "", tides = ""] = sky.locators;
    const drift = await project.told("verify", "sky", "--frozen");
    expect([drift.exitCode, drift.error.code, drift.error.data]).toEqual([
      3,
      "ERR_SKILLSET_DRIFT",
      {
        name: "sky",
        mode: "lock",
        checked: 2,
        drifted: [
          {
            locator: moon,
            skill: "moon",
            expected: sky.hashes["moon"],
            actual: expect.stringMatching(/^[0-9a-f]{64}$/),
          },
        ],
        missing: [{ locator: tides, skill: "tides" }],
        added: [],
        removed: [],
      },
    ]);
    expect((await project.told("install")).exitCode).toBe(0);
    expect(project.tree()).toEqual(before);

    rmSync(project.at(lockOf("sky")));
    expect((await project.told("verify", "--frozen")).exitCode).toBe(2);
    expect((await project.told("verify")).exitCode).toBe(0);
    // All that is left of a set is its line in the list: it is missed, not forgotten.
    rmSync(project.at(`${SETS}/sky`), { recursive: true });
    expect((await project.told("verify")).error.code).toBe("ERR_SKILLSET_SET_NOT_FOUND");
  });

  test("what comes otherwise than locked is not put in the place of what was there", async () => {
    const project = await setProject();
    stage.serve(site, good);
    await project.told("add", url("sky"), "--yes");
    appendFileSync(project.at(".agents/skills/tides/SKILL.md"), "Changed.\n");
    rmSync(project.at(".agents/skills/moon"), { recursive: true });
    const changed = project.tree();
    stage.serve(site, (asked, answer) => (asked.path.startsWith(TIDES) ? asItWas(asked.path, answer) : answer));
    const told = await project.told("install", "sky");
    expect([told.exitCode, told.error.code]).toEqual([3, "ERR_SKILLSET_RECEIPT_MISMATCH"]);
    expect(told.error.data.mismatches).toEqual([
      { locator: sky.locators[1], skill: "tides", expected: sky.hashes["tides"], computed: ebb.hashes["tides"] },
    ]);
    expect(project.tree()[".agents/skills/tides/SKILL.md"]).toBe(changed[".agents/skills/tides/SKILL.md"]);
    expect(existsSync(project.at(".agents/skills/moon/SKILL.md"))).toBe(true);
  });

  test("in CI a set without a lock is refused as soon as one has a lock, or had", async () => {
    const project = await setProject();
    stage.serve(site, good);
    await project.told("add", url("sky"), "--yes");
    await project.told("add", url("sea"), "--yes");
    rmSync(project.at(lockOf("sea")));
    const run = async (env: Record<string, string>) => (await project.set(["verify"], { env })).exitCode;
    expect([await run({}), await run({ CI: "true" })]).toEqual([0, 2]);
    rmSync(project.at(lockOf("sky")));
    expect([await run({}), await run({ CI: "true" })]).toEqual([0, 2]);
  });

  test("a shared member is counted, and no folder is removed", async () => {
    const project = await setProject();
    stage.serve(site, good);
    await project.told("add", url("sky"), "--yes");
    expect(await project.told("add", url("sea"), "--yes")).toMatchObject({
      exitCode: 0,
      data: { install: { installed: [], skipped: sea.locators } },
    });
    expect((await project.told("remove", "sky")).exitCode).toBe(2);
    expect(existsSync(project.at(manifestOf("sky")))).toBe(true);
    const removed = await project.told("remove", "sky", "--yes");
    expect(removed.data).toEqual({
      name: "sky",
      removed: true,
      skillsRemoved: [],
      skillsKept: [
        { skill: "tides", reason: "claimed by `sea`" },
        { skill: "moon", reason: expect.stringContaining("left to you") },
      ],
    });
    expect(existsSync(project.at(`${SETS}/sky`))).toBe(false);
    expect(readdirSync(project.at(".agents/skills")).toSorted()).toEqual(["moon", "skill-sets", "tides"]);
    expect((await project.told("verify", "--frozen")).data.sets).toEqual([{ name: "sea", mode: "lock", checked: 1 }]);
    const { said } = await project.set(["remove", "sea", "--yes"]);
    expect(said).toContain("npx skills@1.7.4 remove tides -y");
    expect(existsSync(project.at(SETS))).toBe(false);
    expect((await project.told("verify", "--frozen")).data).toEqual({ sets: [] });
  });

  test("one skill with two contents is a conflict before anything is fetched", async () => {
    const project = await setProject();
    stage.serve(site, good);
    await project.told("add", url("sky"), "--yes");
    const before = project.tree();
    stage.serve(site, good);
    const told = await project.told("add", url("ebb"), "--yes");
    expect([told.exitCode, told.error.code, told.error.data.conflicts[0].skill]).toEqual([
      4,
      "ERR_SKILLSET_CONFLICT",
      "tides",
    ]);
    expect(stage.asked().every(({ path }) => path.startsWith("sets/"))).toBe(true);
    expect(project.tree()).toEqual(before);
    // The same documents put there by hand.
    mkdirSync(project.at(`${SETS}/ebb`));
    writeFileSync(project.at(manifestOf("ebb")), ebb.manifest);
    writeFileSync(project.at(lockOf("ebb")), ebb.lock);
    expect((await project.told("install", "ebb")).exitCode).toBe(4);
  });

  test.each([
    ["of other content", "folder"],
    ["that is a link", "link"],
  ])("a folder %s where a member would be is not touched", async (_, kind) => {
    const project = await setProject({ "mine/SKILL.md": "Mine.\n" });
    mkdirSync(project.at(".agents/skills"), { recursive: true });
    if (kind === "link") symlinkSync("../../mine", project.at(".agents/skills/moon"));
    else {
      mkdirSync(project.at(".agents/skills/moon"));
      writeFileSync(project.at(".agents/skills/moon/SKILL.md"), "Mine.\n");
    }
    const before = project.tree();
    stage.serve(site, good);
    expect((await project.told("add", url("sky"), "--yes")).exitCode).toBe(4);
    stage.serve(
      site,
      at(SIDECAR, () => text("no", 404)),
    );
    expect((await project.told("add", url("sky"), "--yes")).exitCode).toBe(4);
    expect(project.tree()).toEqual(before);
  });

  test("two at once: one is told that the other is at work, and the project is whole", async () => {
    const project = await setProject();
    stage.serve(site, good);
    const [one, two] = await Promise.all([
      project.told("add", url("sky"), "--yes"),
      project.told("add", url("sea"), "--yes"),
    ]);
    const codes = [one.exitCode, two.exitCode];
    expect(codes).toContain(0);
    expect([0, 2]).toEqual(expect.arrayContaining(codes));
    expect((await project.told("verify", "--frozen")).exitCode).toBe(0);
  });
});

describe("hostile sets", () => {
  const manifest = (skills: readonly string[], name = "sky") => JSON.stringify({ name, version: "1.0.0", skills });
  test.each([
    ["an option of the client", ["--all"]],
    ["a place on this disk", ["/etc@passwd"]],
    ["a relative place", ["./mine@own"]],
    ["a program that git runs", ["ext::sh -c touch% pwned@x"]],
    ["the folder of the sets", ["https://localhost:1/x@skill-sets"]],
    ["characters that nobody sees", ["https://localhost:1/\u001B[2J@x"]],
    ["a zero byte", ["https://localhost:1/\u0000@x"]],
  ])("a member that names %s is refused before anything is fetched", async (_, skills) => {
    const project = await setProject();
    const before = project.tree();
    stage.serve(site, (asked, answer) =>
      asked.path === MANIFEST ? text(manifest(skills)) : asked.path === SIDECAR ? text("", 404) : answer,
    );
    const { exitCode, said } = await project.set(["add", url("sky"), "--yes"]);
    expect(exitCode).toBe(1);
    expect(said).not.toContain("\u001B");
    expect(stage.asked()).toHaveLength(2);
    expect(project.tree()).toEqual(before);
  });

  test.each(["../../evil", "a/b", "..", "Sky", ""])("a set cannot be called %j", async (name) => {
    const project = await setProject();
    const before = project.tree();
    stage.serve(
      site,
      at(MANIFEST, () => text(manifest(["https://localhost:1/x@x"], name))),
    );
    expect((await project.told("add", url("sky"), "--yes")).exitCode).toBe(1);
    expect((await project.told("remove", name || "..", "--yes")).exitCode).not.toBe(0);
    expect(project.tree()).toEqual(before);
  });

  test.each([".agents", ".agents/skills", SETS, ".agents/.skillpress"])(
    "a link at %s is not followed",
    async (link) => {
      const project = await setProject({ "elsewhere/.keep": "" });
      mkdirSync(project.at(link), { recursive: true });
      rmSync(project.at(link), { recursive: true });
      symlinkSync(project.at("elsewhere"), project.at(link));
      const before = project.tree();
      stage.serve(site, good);
      const { exitCode } = await project.told("add", url("sky"), "--yes");
      expect(exitCode).toBe(2);
      expect(project.tree()).toEqual(before);
    },
  );
});

describe("ended half-way", () => {
  test.each(["SIGKILL", "SIGINT"] as const)(
    "by %s while a member is fetched: nothing of the set is there, and the next run is good",
    async (signal) => {
      const project = await setProject(OTHERS);
      const before = project.tree();
      let reached: () => void = () => undefined;
      const hanging = new Promise<void>((resolve) => void (reached = resolve));
      stage.serve(site, (asked, answer) => {
        if (!asked.path.startsWith(TIDES)) return answer;
        reached();
        return () => undefined;
      });
      const child = spawn(process.execPath, [SKILLPRESS, "set", "add", url("sky"), "--yes"], {
        cwd: project.path,
        env: { PATH: process.env["PATH"], HOME: project.path, NODE_EXTRA_CA_CERTS: project.at("../ca.pem") },
        stdio: "ignore",
      });
      const ended = once(child, "exit");
      await hanging;
      child.kill(signal);
      expect(await ended).toEqual(signal === "SIGKILL" ? [null, "SIGKILL"] : [1, null]);
      const left = Object.entries(project.tree()).filter(([path]) => !path.startsWith(".agents/.skillpress"));
      expect(Object.fromEntries(left)).toEqual(before);
      if (signal === "SIGINT") expect(project.tree()).toEqual(before);
      expect((await project.told("verify")).data).toEqual({ sets: [] });
      stage.serve(site, good);
      expect((await project.told("add", url("sky"), "--yes")).exitCode).toBe(0);
      expect(readdirSync(project.at(".agents"))).toEqual(["skills"]);
    },
  );

  test("at any step of the change: old or new, and a set that is there is good", async () => {
    for (let step = 1; ; step += 1) {
      const project = await setProject(OTHERS);
      const before = project.tree();
      stage.serve(site, good);
      const preload = new URL("../tools/die-at-step.ts", import.meta.url).href;
      const env = { NODE_OPTIONS: `--import=${preload}`, DIE_AT: String(step), DIE_FROM: "journal.json" };
      const { exitCode } = await project.set(["add", url("sky"), "--yes"], { env });
      if (exitCode === 0) {
        expect(step).toBeGreaterThan(8);
        return;
      }
      expect(exitCode).toBe(null);
      const isThere = existsSync(project.at(manifestOf("sky")));
      if (isThere)
        for (const skill of ["moon", "tides"])
          expect(existsSync(project.at(`.agents/skills/${skill}/SKILL.md`))).toBe(true);
      // A run that is killed while it undoes that leaves it to the one after.
      await project.set(["install"], { env: { ...env, DIE_AT: String(1 + (step % 7)), DIE_FROM: ".skillpress" } });
      // The next run that changes something undoes it, or leaves the whole.
      await project.told("install");
      const after = project.tree();
      if (existsSync(project.at(manifestOf("sky"))))
        expect((await project.told("verify", "--frozen")).exitCode).toBe(0);
      else expect(after).toEqual(before);
    }
  });

  test.each(["remove", "install"])(
    "`%s` at any step of its change: told by `verify`, and put back or whole after the next run",
    async (command) => {
      const preload = new URL("../tools/die-at-step.ts", import.meta.url).href;
      let halfDone = 0;
      for (let step = 1; ; step += 1) {
        const project = await setProject(OTHERS);
        stage.serve(site, good);
        await project.told("add", url("sky"), "--yes");
        const whole = project.tree();
        if (command === "install") rmSync(project.at(".agents/skills/moon"), { recursive: true });
        const before = project.tree();
        const argv = command === "remove" ? ["remove", "sky", "--yes"] : ["install", "sky"];
        const env = { NODE_OPTIONS: `--import=${preload}`, DIE_AT: String(step), DIE_FROM: "journal.json" };
        const { exitCode } = await project.set(argv, { env });
        if (exitCode === 0) {
          expect(halfDone).toBeGreaterThan(2);
          return;
        }
        expect(exitCode).toBe(null);
        if (existsSync(project.at(".agents/.skillpress/journal.json"))) {
          halfDone += 1;
          const { exitCode: code, error } = await project.told("verify");
          expect([code, error.message]).toEqual([1, expect.stringContaining("half done")]);
          // What was killed is undone before the names are read, so the set is there.
          expect((await project.told("install", "sky")).exitCode).toBe(0);
          expect(project.tree()).toEqual(whole);
        } else {
          const left = Object.entries(project.tree()).filter(([path]) => !path.startsWith(".agents/.skillpress"));
          const isDone = !existsSync(project.at(manifestOf("sky")));
          if (command === "install") await project.told("install");
          if (command === "install") expect(project.tree()).toEqual(whole);
          else if (!isDone) expect(Object.fromEntries(left)).toEqual(before);
          else expect((await project.told("verify")).data).toEqual({ sets: [] });
        }
      }
    },
  );
});
