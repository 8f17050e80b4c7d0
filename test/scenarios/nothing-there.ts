import { failed, type Scenario } from "../tools/scenario.ts";
import { withBuild, MOON, TIDES } from "../tools/stage.ts";
import { without } from "../tools/site.ts";
import { INDEX } from "../tools/tamper.ts";

const CHECKLIST = "agent-skills/-/checklist.md";

export const scenarios: readonly Scenario[] = [
  {
    title: "nothing is served",
    rows: ["index missing"],
    site: () => new Map(),
    expected: { outcome: "failed", exit: 7, basis: "index", reasons: ["missing"] },
  },
  {
    title: "nothing is served, compared with the build",
    rows: ["index missing"],
    site: () => new Map(),
    flags: withBuild,
    expected: { outcome: "failed", exit: 7, basis: "build", reasons: ["missing"] },
  },
  {
    title: "the index is gone for good",
    rows: ["index missing"],
    answer: ({ path }, good) => (path === INDEX ? { ...good, status: 410 } : good),
    expected: { outcome: "failed", exit: 7, reasons: ["missing"] },
  },
  {
    title: "an artifact is not served",
    rows: ["artifact missing"],
    site: async ({ current }) => without(await current(), MOON),
    expected: { outcome: "failed", exit: 7, skills: { moon: failed("missing") } },
  },
  {
    title: "an artifact is gone for good",
    rows: ["artifact missing"],
    answer: ({ path }, good) => (path === TIDES ? { ...good, status: 410 } : good),
    expected: { outcome: "failed", exit: 7, skills: { tides: failed("missing") } },
  },
  {
    title: "an artifact has no content",
    rows: ["artifact missing"],
    answer: ({ path }, good) => (path === TIDES ? { ...good, status: 204 } : good),
    expected: { outcome: "failed", exit: 7, skills: { tides: failed("not-the-artifact") } },
  },
  {
    title: "an artifact is answered in part",
    rows: ["artifact missing"],
    answer: ({ path }, good) => (path === TIDES ? { ...good, status: 206 } : good),
    expected: { outcome: "failed", exit: 7, skills: { tides: failed("not-the-artifact") } },
  },
  {
    title: "a file that is no artifact is not served",
    rows: ["sums over HTTP"],
    site: async ({ current }) => without(await current(), CHECKLIST),
    expected: { outcome: "failed", exit: 7, files: { [CHECKLIST]: failed("missing") } },
  },
];
