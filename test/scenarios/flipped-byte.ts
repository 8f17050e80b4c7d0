import { expect } from "vitest";
import { failed, type Scenario } from "../tools/scenario.ts";
import { changed, edited, flipped } from "../tools/site.ts";
import { INDEX } from "../tools/tamper.ts";
import { MOON, TIDES, withBuild } from "../tools/stage.ts";

const LLMS = "agent-skills/llms.txt";

export const scenarios: readonly Scenario[] = [
  {
    title: "one byte of a SKILL.md is another",
    rows: ["mismatch"],
    site: async ({ current }) => changed(await current(), TIDES, flipped),
    expected: { outcome: "failed", exit: 7, basis: "index", skills: { tides: failed("digest-mismatch") } },
    shows: ({ skills, files_hashed, skills_verified }) => {
      const tides = skills.find(({ name }) => name === "tides");
      expect(tides?.actual_digest).not.toBe(tides?.expected_digest);
      expect({ files_hashed, skills_verified }).toEqual({ files_hashed: 4, skills_verified: 3 });
    },
  },
  {
    title: "one byte of an archive is another, compared with the build",
    rows: ["mismatch"],
    site: async ({ current }) => changed(await current(), MOON, flipped),
    flags: withBuild,
    expected: { outcome: "failed", exit: 7, basis: "build", skills: { moon: failed("digest-mismatch") } },
    shows: ({ skills }) => expect(skills.map(({ expected_from }) => expected_from)).not.toContain("index"),
  },
  {
    title: "one byte is added at the end",
    rows: ["mismatch"],
    site: async ({ current }) => changed(await current(), MOON, (bytes) => Buffer.concat([bytes, Buffer.from("x")])),
    expected: { outcome: "failed", exit: 7, skills: { moon: failed("digest-mismatch") } },
  },
  {
    title: "an artifact is empty",
    rows: ["mismatch"],
    site: async ({ current }) => changed(await current(), TIDES, () => ""),
    expected: { outcome: "failed", exit: 7, skills: { tides: failed("digest-mismatch") } },
  },
  {
    title: "one byte of a file that is no artifact is another",
    rows: ["sums over HTTP"],
    site: async ({ current }) => changed(await current(), LLMS, flipped),
    expected: { outcome: "failed", exit: 7, files: { [LLMS]: failed("digest-mismatch") } },
  },
  {
    title: "a digest in the index is another",
    rows: ["mismatch", "sums over HTTP"],
    site: async ({ current }) =>
      edited(await current(), INDEX, ({ skills }) =>
        Object.assign(skills[3] ?? {}, { digest: `sha256:${"0".repeat(64)}` }),
      ),
    flags: withBuild,
    expected: {
      outcome: "failed",
      exit: 7,
      reasons: ["report-differs"],
      skills: { tides: failed("catalogue-differs") },
      files: {
        [INDEX]: failed("digest-mismatch"),
        [`agent-skills/${INDEX}`]: failed("scoped-index-differs"),
        [`agent-skills/tides/${INDEX}`]: failed("scoped-index-differs"),
      },
    },
  },
];
