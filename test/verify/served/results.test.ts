import { beforeAll, expect, test } from "vitest";
import { createFixture } from "fs-fixture";
import { resultsOf } from "../../../src/verify/served/results.ts";
import { worst } from "../../../src/verify/served/outcome.ts";
import type { ReasonCode } from "../../../src/verify/served/reason.ts";
import { reasonKinds } from "../../../src/verify/served/reason-kinds.ts";
import type { Verification, VerifiedSkill } from "../../../src/verify/served/verification.ts";
import { skillpress } from "../../tools/command.ts";
import { skillMd } from "../../tools/skill.ts";
import { digestsOf } from "../../tools/tree.ts";

const OTHER = `sha256:${"2".repeat(64)}`;
const BUILD = ["build", "--no-catalog", "--origin", "https://docs.example.com", "--out", "public"];

/** A verification of two skills that the command gave, and the digests of their artifacts by `sha256`. */
let good: Verification;
let sums: Readonly<Record<string, string>>;

beforeAll(async () => {
  const place = await createFixture({
    "skills/tides/SKILL.md": skillMd("tides"),
    "skills/moon/SKILL.md": skillMd("moon"),
    "skills/moon/a.md": "A\n",
  });
  expect((await skillpress(place.path, BUILD)).exitCode).toBe(0);
  const { exitCode, out } = await skillpress(place.path, ["verify", "public", "--report", "public", "--json"]);
  expect(exitCode).toBe(0);
  good = JSON.parse(out);
  sums = digestsOf(place.getPath("public"));
  return () => place.rm();
});

/** The results of one skill, as `check outcome`, after it was changed and given reasons of these codes. */
function recordedOf(name: string, codes: readonly ReasonCode[] = [], changed: Partial<VerifiedSkill> = {}): string[] {
  const skills = good.skills.map((skill): VerifiedSkill => {
    if (skill.name !== name) return skill;
    const reasons = codes.map((code) => ({ code, ...reasonKinds[code] }));
    return {
      ...skill,
      reasons,
      outcome: worst(reasons.map(({ severity }) => (severity === "warning" ? "verified" : severity))),
      ...changed,
    };
  });
  return resultsOf({ ...good, skills })
    .results.filter(({ skill }) => skill === name)
    .map(({ check, outcome }) => `${check} ${outcome}`);
}

test("a verified skill gives a pass of its bytes, and of its archive, with the digest, the time, the place and the basis", () => {
  const common = { outcome: "pass", when: good.started_at, where: "public", basis: "build", by: "skillpress 0.1.0" };
  const moon = { skill: "moon", digest: `sha256:${sums["agent-skills/moon.tar.gz"]}` };
  const tides = { skill: "tides", digest: `sha256:${sums["agent-skills/tides/SKILL.md"]}` };
  expect(resultsOf(good)).toEqual({
    results: [
      { ...moon, check: "digest", ...common },
      { ...moon, check: "listing", ...common },
      { ...tides, check: "digest", ...common },
    ],
    left: [],
  });
});

const UNREAD = { actual_digest: null, members: undefined } as const;

test.each<[string, string[], readonly ReasonCode[], Partial<VerifiedSkill>?]>([
  ["a warning", ["digest pass", "listing pass"], ["cross-origin"]],
  ["other bytes", ["digest fail"], ["digest-mismatch"], { actual_digest: OTHER, members: undefined }],
  ["a file that is not there", ["digest fail"], ["missing"], UNREAD],
  ["no answer", ["digest incomplete"], ["unreachable"], UNREAD],
  ["a failure among unanswered questions", ["digest fail"], ["unreachable", "content-type"], UNREAD],
  ["an artifact that is too large to fetch", ["digest incomplete"], ["read-limit"], UNREAD],
  [
    "an archive that is too large to open",
    ["digest pass", "listing incomplete"],
    ["read-limit"],
    { members: undefined },
  ],
  ["an unsafe archive", ["digest pass", "listing fail"], ["archive-unsafe"], { members: undefined }],
  ["a zip", ["digest pass", "listing unverifiable"], ["unsupported-archive"], { members: undefined }],
  ["a wrong content type", ["digest fail", "listing pass"], ["content-type"]],
  ["another name inside", ["digest pass", "listing fail"], ["frontmatter-differs"]],
  ["an archive that nobody opened", ["digest pass"], [], { members: undefined }],
  ["an install", ["digest pass", "listing pass", "install pass"], [], { install: "verified" }],
  ["a bad install", ["digest pass", "listing pass", "install fail"], ["install-differs"], { install: "failed" }],
  [
    "no install",
    ["digest pass", "listing pass", "install incomplete"],
    ["install-unfinished"],
    { install: "incomplete" },
  ],
  // Nothing that a verifier could say makes a pass of bytes that are not the published ones.
  ["other bytes without a reason", ["digest unverifiable"], [], { actual_digest: OTHER }],
  ["no bytes without a reason", ["digest unverifiable"], [], UNREAD],
])("%s is recorded as %j", (_, expected, codes, changed) => {
  expect(recordedOf("moon", codes, changed)).toEqual(expected);
});

test("a single file has no archive, so everything inside it is about its bytes", () => {
  expect(recordedOf("tides", ["frontmatter-differs"])).toEqual(["digest fail"]);
});

test("skills without a digest or with a name that is none are named as left out", () => {
  const [first, second] = good.skills;
  if (!first || !second) throw new Error("there are two skills");
  const skills = [
    { ...first, expected_digest: null },
    { ...second, name: "../tides" },
  ];
  expect(resultsOf({ ...good, skills })).toEqual({ results: [], left: ["moon", "../tides"] });
});

test("a note says why, and has a bound whatever a host made of it", () => {
  const [moon] = good.skills;
  if (!moon) throw new Error("there are two skills");
  const long = { ...reasonKinds["missing"], code: "missing", message: `Gone.${"\u{1F4A9}".repeat(1000)}` };
  const [result] = resultsOf({ ...good, skills: [{ ...moon, ...UNREAD, reasons: [long] }] }).results;
  expect(result?.note).toMatch(/^Gone\./);
  expect(result?.note?.length).toBeLessThanOrEqual(1000);
  expect(result?.note?.isWellFormed()).toBe(true);
});
