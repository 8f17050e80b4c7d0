import { expect } from "vitest";
import type { ReasonCode } from "../../src/verify/served/reason.ts";
import { failed, type Scenario } from "../tools/scenario.ts";
import { put, type Site } from "../tools/site.ts";
import { AT, MOON, type Stage, TIDES, withBuild } from "../tools/stage.ts";
import { INDEX, REPORT, SUMS } from "../tools/tamper.ts";

/** The current publication with some files as they were in the previous build. */
const withPrevious = async ({ current, previous }: Stage, ...paths: readonly string[]): Promise<Site> => {
  const old = await previous();
  return paths.reduce((site, path) => put(site, path, old.get(path) ?? ""), await current());
};

const withBoth = async (stage: Stage) => [
  ...(await withBuild(stage)),
  "--previous",
  await stage.folder(await stage.previous()),
];

/** The snapshots that the previous build does not have. */
const NOT_YET = Object.fromEntries(
  [
    ...["manifest.json", "moon.tar.gz", INDEX].map((file) => `${AT.moon}/${file}`),
    ...["manifest.json", "SKILL.md", INDEX].map((file) => `${AT.tides}/${file}`),
  ].map((path) => [path, failed("missing")]),
);

/** Files beside the artifacts that differ between the two builds, each with this reason. */
const asChanged = (code: ReasonCode) => ({
  ...NOT_YET,
  ...Object.fromEntries(
    [
      INDEX,
      SUMS,
      REPORT,
      "agent-skills/-/checklist.md",
      `agent-skills/${INDEX}`,
      `agent-skills/moon/${INDEX}`,
      `agent-skills/tides/${INDEX}`,
      "agent-skills/moon/manifest.json",
      "agent-skills/tides/manifest.json",
    ].map((path) => [path, failed(code)]),
  ),
});

/** What the two skills come to that another build had otherwise. */
const OLDER = {
  moon: { ...failed("stale"), diagnosis: "older-build" },
  tides: { ...failed("stale"), diagnosis: "older-build" },
} as const;

export const scenarios: readonly Scenario[] = [
  {
    title: "an artifact of the previous build",
    rows: ["previous build served"],
    site: (stage) => withPrevious(stage, MOON),
    flags: withBoth,
    expected: { outcome: "failed", exit: 7, basis: "build", skills: { moon: failed("stale") } },
  },
  {
    title: "an artifact of the previous build, with nothing but the previous build to compare with",
    rows: ["previous build served"],
    site: (stage) => withPrevious(stage, TIDES),
    flags: async (stage) => ["--previous", await stage.folder(await stage.previous())],
    expected: { outcome: "failed", exit: 7, basis: "index", skills: { tides: failed("stale") } },
  },
  {
    title: "an index of the previous build",
    rows: ["previous build served"],
    site: (stage) => withPrevious(stage, INDEX),
    flags: withBoth,
    expected: {
      outcome: "failed",
      exit: 7,
      reasons: ["report-differs"],
      skills: { moon: failed("catalogue-differs"), tides: failed("catalogue-differs") },
      files: {
        [INDEX]: failed("stale"),
        [`agent-skills/${INDEX}`]: failed("scoped-index-differs"),
        [`agent-skills/moon/${INDEX}`]: failed("scoped-index-differs"),
        [`agent-skills/tides/${INDEX}`]: failed("scoped-index-differs"),
      },
    },
  },
  {
    title: "the whole previous build, which agrees with itself",
    rows: ["match, index alone"],
    site: ({ previous }) => previous(),
    expected: { outcome: "verified", exit: 0, basis: "index" },
    shows: ({ statement }) => expect(statement).toMatch(/index and files agree.*stale/i),
  },
  {
    title: "the whole previous build, compared with the current one",
    rows: ["previous build served"],
    site: ({ previous }) => previous(),
    flags: withBuild,
    expected: {
      outcome: "failed",
      exit: 7,
      skills: OLDER,
      files: asChanged("digest-mismatch"),
    },
  },
  {
    title: "the whole previous build, known as such",
    rows: ["previous build served"],
    site: ({ previous }) => previous(),
    flags: withBoth,
    expected: {
      outcome: "failed",
      exit: 7,
      skills: OLDER,
      files: asChanged("stale"),
    },
  },
  {
    title: "a cache that gives the previous bytes for the usual encodings",
    rows: ["two fetches differ, one is the previous build"],
    answer: async ({ path, headers, method }, good, { previous }) =>
      path === MOON && method === "GET" && headers["accept-encoding"] !== "identity"
        ? { ...good, body: (await previous()).get(MOON) ?? Buffer.alloc(0) }
        : good,
    flags: withBoth,
    expected: { outcome: "failed", exit: 7, skills: { moon: failed("stale") } },
  },
  {
    title: "a cache that keeps an old artifact beside the fresh index",
    rows: ["fault of a host", "mismatch"],
    answer: ({ path, query }, good) =>
      path === TIDES && query === "" ? { ...good, body: Buffer.from(`${good.body.toString()}As it was.\n`) } : good,
    expected: {
      outcome: "failed",
      exit: 7,
      skills: { tides: { ...failed("digest-mismatch"), diagnosis: "cached-artifact" } },
    },
  },
];
