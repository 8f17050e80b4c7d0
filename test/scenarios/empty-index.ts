import type { Scenario } from "../tools/scenario.ts";
import { foreign } from "../tools/site.ts";
import { withBuild } from "../tools/stage.ts";

export const scenarios: readonly Scenario[] = [
  {
    title: "an index without skills",
    rows: ["empty index"],
    site: ({ origin }) => foreign(origin, []),
    expected: { outcome: "unverifiable", exit: 9, basis: "index", reasons: ["empty-index"] },
  },
  {
    title: "an index without skills, but the build has some",
    rows: ["empty index, the build has skills"],
    site: ({ origin }) => foreign(origin, []),
    flags: withBuild,
    expected: { outcome: "failed", exit: 7, basis: "build", reasons: ["missing-skills"] },
  },
];
