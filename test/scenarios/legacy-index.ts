import type { Scenario } from "../tools/scenario.ts";
import { put } from "../tools/site.ts";

export const scenarios: readonly Scenario[] = [
  {
    title: "an index of the old format beside the new one",
    rows: ["legacy index"],
    site: async ({ current }) =>
      put(
        await current(),
        ".well-known/skills/index.json",
        '{"skills":[{"name":"tides","description":"Tides.","files":["SKILL.md"]}]}\n',
      ),
    expected: { outcome: "verified", exit: 0, basis: "index", reasons: ["undigested-fallback"] },
  },
];
