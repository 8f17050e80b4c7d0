import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Verification } from "../../src/verify/served/verification.ts";
import { type Behaviour, TEST_CA } from "../tools/host.ts";
import { openJudge } from "../tools/invariants.ts";
import { type Finished, runSkillpress, SKILLPRESS, succeed } from "../tools/program.ts";
import { changed, flipped, foreign, put, type Site, siteAt, without } from "../tools/site.ts";
import { skillMd } from "../tools/skill.ts";
import { MOON, openStage, type Stage, TIDES } from "../tools/stage.ts";
import { INDEX } from "../tools/tamper.ts";

const { broken } = openJudge();

let stage: Stage;
let site: Site;
let build: string;

beforeAll(async () => {
  stage = await openStage();
  site = await stage.current();
  build = await stage.folder(site);
});

afterAll(() => stage.close());

const good: Behaviour = (_, answer) => answer;

/** Runs `skillpress verify` as a program of its own. */
function verify(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> {
  return runSkillpress(["verify", ...argv], { cwd: build, env: { HOME: build, ...env } });
}

/** What stands on standard output with `--json`, which is one verification and nothing else. */
function printed({ out }: Finished): Verification {
  const verification: Verification = JSON.parse(out);
  expect(broken(verification)).toEqual([]);
  return verification;
}

describe("the exit code says what came of it", () => {
  test.each<[title: string, exitCode: number, site: (site: Site) => Site, behaviour: Behaviour, flags: string[]]>([
    ["a good host", 0, (each) => each, good, []],
    ["a good host, compared with the build", 0, (each) => each, good, ["--report", ".", "--require-build"]],
    ["another byte", 7, (each) => changed(each, MOON, flipped), good, ["--report", "."]],
    ["a missing artifact", 7, (each) => without(each, TIDES), good, []],
    ["no index", 7, () => new Map(), good, []],
    ["a wall", 8, (each) => each, (_, answer) => ({ ...answer, status: 401 }), []],
    [
      "a wall, which is allowed",
      0,
      (each) => each,
      (_, answer) => ({ ...answer, status: 401 }),
      ["--allow", "incomplete"],
    ],
    ["an empty index", 9, () => foreign("https://docs.example.com", []), good, []],
    ["an empty index, which is allowed", 0, () => foreign("https://x.example", []), good, ["--allow", "unverifiable"]],
    ["no build, but one is required", 9, (each) => each, good, ["--require-build"]],
    [
      "another byte, with everything allowed",
      7,
      (each) => changed(each, MOON, flipped),
      good,
      ["--allow", "incomplete", "--allow", "unverifiable"],
    ],
  ])("%s: %i", async (_, exitCode, change, behaviour, flags) => {
    stage.serve(change(site), behaviour);
    const ended = await verify([stage.origin, ...flags, "--json"]);
    expect(ended.exitCode).toBe(exitCode);
    expect(printed(ended).exit_code).toBe(exitCode);
  });

  test("a host over HTTPS, whose certificate this machine trusts or not", async () => {
    stage.serve(await stage.current(stage.secure), good);
    const trusted = await verify([stage.secure, "--json"], { NODE_EXTRA_CA_CERTS: TEST_CA });
    expect(printed(trusted).outcome).toBe("verified");
    expect(trusted.exitCode).toBe(0);
    const strange = await verify([stage.secure, "--json"]);
    expect(printed(strange).reasons.map(({ code }) => code)).toEqual(["unreachable"]);
    expect(strange.exitCode).toBe(8);
  });

  test("a port that nobody listens at: 8, and still one object", async () => {
    const ended = await verify(["http://localhost:1", "--json"]);
    expect(printed(ended)).toMatchObject({ outcome: "incomplete", skills: [], files_hashed: 0 });
    expect(ended.exitCode).toBe(8);
  });

  test("a folder: 0, and 7 when a byte is another", async () => {
    expect((await verify([".", "--json"])).exitCode).toBe(0);
    const other = await stage.folder(changed(site, TIDES, flipped));
    const ended = await verify([other]);
    expect(ended.exitCode).toBe(7);
    expect(ended.said).toContain("digest-mismatch");
    expect(ended.said).toContain("tides");
  });
});

test("the last line for people has the outcome, the counts, the basis, and the limit", async () => {
  stage.serve(site, good);
  const { out } = await verify([stage.origin, "--report", "."]);
  const last = out.trimEnd().split("\n").at(-1) ?? "";
  expect(last).toMatch(/verified.*4 of 4.*hashed.*bytes.*build/);
  expect(last).toMatch(/unsigned.*agreement, not authorship/);
});

describe("a request that makes no sense ends with 2 and without a verdict", () => {
  test.each<[title: string, argv: string[], says: string]>([
    ["nothing to verify", [], "folder"],
    ["a folder that is not there", ["./nowhere"], "nowhere"],
    ["a file", [`./${INDEX}`], "index.json"],
    ["another scheme", ["ftp://docs.example.com"], "ftp://docs.example.com"],
    ["credentials", ["https://me:secret@docs.example.com"], "credentials"],
    ["two places", [".", "."], "too many"],
    ["an unknown flag", [".", "--trust-me"], "trust-me"],
    ["failed is allowed", [".", "--allow", "failed"], "failed"],
    ["anything is allowed", [".", "--allow", "everything"], "everything"],
    ["a report that is not there", [".", "--report", "nowhere.json"], "nowhere.json"],
    ["a report that is none", [".", "--report", INDEX], "index.json"],
    ["a previous report that is not there", [".", "--previous", "nowhere.json"], "nowhere.json"],
    ["an origin that is none to stand for another", [".", "--as", "docs.example.com"], "docs.example.com"],
  ])("%s", async (_, argv, says) => {
    const { exitCode, out, said } = await verify([...argv, "--json"]);
    expect(said).toContain(says);
    expect(exitCode).toBe(2);
    expect(JSON.parse(out)).not.toHaveProperty("outcome");
  });
});

/** The list of all files that a build with pages wrote. */
const FILES = "agent-skills/-/files.txt";

/** The same list with another digest of the first of our files whose name ends like this. */
const otherDigest = (ending: string) => (bytes: Buffer) =>
  bytes
    .toString()
    .replace(new RegExp(`^.(?=.{65}agent-skills/.*${ending}$)`, "m"), (digit) => (digit === "0" ? "1" : "0"));

/** The same list without the root index. */
const lineLess = (bytes: Buffer) => bytes.toString().replace(/^.*  \.well-known\/agent-skills\/index\.json\n/m, "");

describe("a build with pages", () => {
  let place: FsFixture;
  let folder: string;

  beforeAll(async () => {
    place = await createFixture({ "skills/tides/SKILL.md": skillMd("tides"), "home/.keep": "" });
    const argv = ["build", "--source", "skills", "--origin", "https://docs.example.com", "--out", "dist"];
    await succeed(process.execPath, [SKILLPRESS, ...argv], { cwd: place.path, env: { HOME: place.getPath("home") } });
    folder = place.getPath("dist");
  });

  afterAll(() => place.rm());

  test("is verified to its last page", async () => {
    const ended = await verify([folder, "--report", folder, "--require-build", "--json"]);
    expect(printed(ended)).toMatchObject({ outcome: "verified", basis: "build" });
  });

  test("has to keep its list of files: without one, pages are compared with those of the build", async () => {
    const page = changed(siteAt(folder), "agent-skills/tides/index.html", flipped);
    const other = await stage.folder(without(page, FILES));
    const alone = printed(await verify([other, "--json"]));
    expect([alone.outcome, ...alone.reasons.map(({ code }) => code)]).toEqual(["verified", "unlisted-pages"]);
    const compared = printed(await verify([other, "--report", folder, "--json"]));
    expect(compared.outcome).toBe("failed");
    expect(compared.other_files.map(({ path }) => path)).toEqual([FILES, "agent-skills/tides/index.html"]);
  });

  test.each<[title: string, change: (site: Site) => Site, code: string]>([
    ["another page", (each) => changed(each, "agent-skills/tides/index.html", flipped), "digest-mismatch"],
    ["a page less", (each) => without(each, "agent-skills/tides/files/index.html"), "missing"],
    ["a page more", (each) => put(each, "agent-skills/tides/more/index.html", "<!doctype html>"), "unlisted-file"],
    ["another digest of a page in the list", (each) => changed(each, FILES, otherDigest(".html")), "digest-mismatch"],
    ["another digest of an artifact in the list", (each) => changed(each, FILES, otherDigest(".md")), "sums-damaged"],
    ["another digest of the sums in the list", (each) => changed(each, FILES, otherDigest("SUMS")), "digest-mismatch"],
    ["an index less in the list", (each) => changed(each, FILES, lineLess), "sums-damaged"],
  ])("fails with %s", async (_, change, code) => {
    const other = await stage.folder(change(siteAt(folder)));
    const ended = await verify([other, "--json"]);
    const { outcome, reasons, other_files: files } = printed(ended);
    expect(outcome).toBe("failed");
    expect([...reasons, ...files.flatMap((file) => file.reasons)].map((found) => found.code).join(" ")).toContain(code);
  });
});
