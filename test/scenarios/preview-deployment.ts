import { expect } from "vitest";
import { failed, type Scenario } from "../tools/scenario.ts";
import { changed, flipped } from "../tools/site.ts";
import { AT, TIDES } from "../tools/stage.ts";
import { INDEX, REPORT, SUMS } from "../tools/tamper.ts";

/** Files of a publication that have addresses in them, beside the artifacts. */
const WITH_ADDRESSES = [
  INDEX,
  REPORT,
  SUMS,
  "agent-skills/-/checklist.md",
  "agent-skills/llms.txt",
  ...["", "moon/", "rain/", "sky/", "sun/", "tides/"].map((scope) => `agent-skills/${scope}${INDEX}`),
  ...Object.values(AT).map((folder) => `${folder}/${INDEX}`),
];

export const scenarios: readonly Scenario[] = [
  {
    title: "a preview of what is made for the published origin",
    rows: ["preview deployment"],
    site: ({ current, published }) => current(published),
    flags: async ({ published, current, folder }) => [
      "--as",
      published,
      "--report",
      await folder(await current(published)),
    ],
    expected: { outcome: "verified", exit: 0, basis: "build" },
    shows: ({ target }, { published, asked }) => {
      expect(target.as).toBe(published);
      expect(asked().length).toBeGreaterThan(4);
    },
  },
  {
    title: "a preview with another byte",
    rows: ["preview deployment"],
    site: async ({ current, published }) => changed(await current(published), TIDES, flipped),
    flags: ({ published }) => ["--as", published],
    expected: { outcome: "failed", exit: 7, basis: "index", skills: { tides: failed("digest-mismatch") } },
  },
  {
    title: "what is made for one origin, compared with a build for another",
    rows: ["preview deployment"],
    flags: async ({ published, current, folder }) => ["--report", await folder(await current(published))],
    expected: {
      outcome: "failed",
      exit: 7,
      basis: "build",
      reasons: ["other-build"],
      files: Object.fromEntries(WITH_ADDRESSES.map((path) => [path, failed("digest-mismatch")])),
    },
  },
];
