import { expect } from "vitest";
import { INDEX_SCHEMA } from "../../src/publication/discovery-index.ts";
import type { Scenario } from "../tools/scenario.ts";
import { edited, foreign, offeredMd } from "../tools/site.ts";
import { withBuild } from "../tools/stage.ts";
import { INDEX } from "../tools/tamper.ts";

const nothingElse: Scenario["shows"] = ({ artifacts_fetched }, { asked }) => {
  expect(artifacts_fetched).toBe(0);
  expect(asked().filter(({ path }) => path.startsWith("skills/"))).toEqual([]);
};

export const scenarios: readonly Scenario[] = [
  ...(
    [
      ["a later version", { $schema: "https://schemas.agentskills.io/discovery/0.3.0/schema.json" }],
      ["a slash at the end", { $schema: `${INDEX_SCHEMA}/` }],
      ["a number", { $schema: 2 }],
    ] as const
  ).map(([how, more]): Scenario => ({
    title: `an index with another $schema: ${how}`,
    rows: ["$schema unknown"],
    site: ({ origin }) => foreign(origin, [offeredMd("tides")], more),
    expected: { outcome: "unverifiable", exit: 9, basis: "index", reasons: ["unknown-schema"] },
    shows: nothingElse,
  })),
  {
    title: "an index without $schema",
    rows: ["$schema absent"],
    site: ({ origin }) => foreign(origin, [offeredMd("tides")], { $schema: undefined }),
    expected: { outcome: "unverifiable", exit: 9, reasons: ["unknown-schema"] },
    shows: nothingElse,
  },
  {
    title: "an index with a version and files of an older draft, without $schema",
    rows: ["$schema absent"],
    site: ({ origin }) =>
      foreign(origin, [offeredMd("tides", { entry: { files: ["SKILL.md"], digest: undefined } })], {
        $schema: undefined,
        version: "0.2.0",
      }),
    expected: { outcome: "unverifiable", exit: 9, reasons: ["unknown-schema"] },
    shows: nothingElse,
  },
  {
    title: "an index with another $schema, but the build has 0.2.0",
    rows: ["$schema unknown, the build has skills"],
    site: async ({ current }) => edited(await current(), INDEX, (index) => void (index["$schema"] = "other")),
    flags: withBuild,
    expected: { outcome: "failed", exit: 7, basis: "build", reasons: ["unknown-schema"] },
  },
];
