import { failed, type Scenario } from "../tools/scenario.ts";
import { edited, put, resummed, type Site } from "../tools/site.ts";
import { INDEX, SUMS } from "../tools/tamper.ts";
import { skillMd } from "../tools/skill.ts";
import { withBuild } from "../tools/stage.ts";
import { sha256 } from "../../src/artifact/digest.ts";

const AREA = `agent-skills/${INDEX}`;
const EXTRA = "agent-skills/extra/SKILL.md";

const without = (site: Site) =>
  [INDEX, AREA].reduce((each, path) => edited(each, path, ({ skills }) => skills.pop()), site);

const withExtra = (site: Site, origin: string) =>
  [INDEX, AREA].reduce(
    (each, path) =>
      edited(each, path, ({ skills }) =>
        skills.unshift({
          name: "extra",
          type: "skill-md",
          description: "Does extra things. Use when the user wants to try things.",
          url: `${origin}/${EXTRA}`,
          digest: `sha256:${sha256(Buffer.from(skillMd("extra")))}`,
        }),
      ),
    put(site, EXTRA, skillMd("extra")),
  );

/** What follows for the whole and for the files that a skill more or less changes. */
const DIFFERENT = {
  reasons: ["catalogue-differs", "report-differs"],
  files: { [INDEX]: failed("digest-mismatch"), [AREA]: failed("digest-mismatch"), [SUMS]: failed("digest-mismatch") },
} as const;

export const scenarios: readonly Scenario[] = [
  {
    title: "a skill of the build is not in the index",
    rows: ["skill in the build alone"],
    site: async ({ current }) => resummed(without(await current())),
    flags: withBuild,
    expected: { outcome: "failed", exit: 7, basis: "build", ...DIFFERENT },
  },
  {
    title: "a skill of the index is not in the build",
    rows: ["skill in the index alone"],
    site: async ({ current, origin }) => resummed(withExtra(await current(), origin)),
    flags: withBuild,
    expected: {
      outcome: "failed",
      exit: 7,
      basis: "build",
      reasons: [...DIFFERENT.reasons, "sums-damaged"],
      files: { ...DIFFERENT.files, [`agent-skills/extra/${INDEX}`]: failed("missing") },
    },
  },
  {
    title: "a skill of the live report is not in the index",
    rows: ["live report disagrees"],
    site: async ({ current }) => resummed(without(await current())),
    expected: { outcome: "failed", exit: 7, basis: "index", reasons: ["report-differs"] },
  },
];
