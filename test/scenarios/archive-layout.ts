import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import type { Row } from "../tools/rows.ts";
import { failed, type Scenario } from "../tools/scenario.ts";
import { foreign, offeredArchive, offeredMd } from "../tools/site.ts";
import { skillMd } from "../tools/skill.ts";
import { gnuPath, paxPath, tar, tarball } from "../tools/tarball.ts";

const SKILL = { path: "SKILL.md", content: skillMd("moon") };
const LONG = `${"long-".repeat(30)}name.md`;

/** Archives whose digest is right, and which clients would not install whole. */
const CASES: readonly (readonly [row: Row, what: string, bytes: Buffer])[] = [
  ["archive layout: no root SKILL.md", "without a SKILL.md", tarball([{ path: "README.md", content: "x" }])],
  ["archive layout: no root SKILL.md", "with a skill.md instead", tarball([{ ...SKILL, path: "skill.md" }])],
  ["archive layout: no root SKILL.md", "with nothing in it", tarball([])],
  ["archive layout: no root SKILL.md", "with ./SKILL.md", tarball([{ ...SKILL, path: "./SKILL.md" }])],
  ["archive layout: no root SKILL.md", "with a folder SKILL.md", tarball([{ path: "SKILL.md/", type: "5" }])],
  [
    "archive layout: wrapped",
    "wrapped in a folder",
    tarball([
      { path: "moon/", type: "5" },
      { ...SKILL, path: "moon/SKILL.md" },
    ]),
  ],
  ["archive layout: link", "with a symbolic link inside", tarball([SKILL, { path: "x", type: "2", link: "SKILL.md" }])],
  ["archive layout: long name", "with a PAX path", tarball([SKILL, paxPath(LONG), { path: "cut.md", content: "x" }])],
  [
    "archive layout: long name",
    "with a long name of GNU tar",
    tarball([SKILL, gnuPath(LONG), { path: "cut.md", content: "x" }]),
  ],
  ["archive layout: no archive", "that is not compressed", tar([SKILL, { path: "notes.md", content: "x" }])],
  ["archive layout: no archive", "that is gzip, but no tar", gzipSync("no tar ".repeat(200))],
  [
    "archive layout: no archive",
    "that is cut off",
    tarball([SKILL, { path: "notes.md", content: "x".repeat(5000) }]).subarray(0, 150),
  ],
];

export const scenarios: readonly Scenario[] = CASES.map(([row, what, bytes]) => ({
  title: `an archive ${what}`,
  rows: [row],
  site: ({ origin }) => foreign(origin, [offeredArchive("moon", { bytes }), offeredMd("tides")]),
  expected: {
    outcome: "failed",
    exit: 7,
    reasons: ["no-report"],
    skills: { moon: failed("archive-layout") },
  },
  shows: ({ skills, files_hashed }) => {
    expect(skills[0]?.actual_digest).toBe(skills[0]?.expected_digest);
    expect(files_hashed).toBe(2);
  },
}));
