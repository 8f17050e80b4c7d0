import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import type { Row } from "../tools/rows.ts";
import { failed, type Scenario } from "../tools/scenario.ts";
import { foreign, offeredArchive, offeredMd } from "../tools/site.ts";
import { skillMd } from "../tools/skill.ts";
import { gnuPath, pax, paxPath, tar, tarball } from "../tools/tarball.ts";

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
  // Read by some readers in one way and by others in another.
  ["archive layout: ambiguous", "whose SKILL.md is a contiguous file", tarball([{ ...SKILL, type: "7" }])],
  [
    "archive layout: ambiguous",
    "with a folder that has a size",
    tarball([SKILL, { path: "x/", type: "5", fields: [[124, "00000002000"]] }, { path: "y", content: "y" }]),
  ],
  [
    "archive layout: ambiguous",
    "with a size in base 256",
    tarball([SKILL, { path: "x", content: "12345", fields: [[124, "\x80\0\0\0\0\0\0\0\0\0\0\x05"]] }]),
  ],
  [
    "archive layout: ambiguous",
    "with a size after zero bytes",
    tarball([SKILL, { path: "x", content: "12345", fields: [[124, "\0\0\x0000000005\0"]] }]),
  ],
  ["archive layout: ambiguous", "with a PAX size", tarball([SKILL, pax("size=1"), { path: "x", content: "12345" }])],
  ["archive layout: ambiguous", "with a PAX path for all", tarball([pax("path=x", "g"), SKILL])],
  [
    "archive layout: ambiguous",
    "with a prefix and another magic",
    tarball([
      SKILL,
      {
        path: "x",
        fields: [
          [257, "ustar  \0"],
          [345, "a"],
        ],
      },
    ]),
  ],
  [
    "archive layout: ambiguous",
    "with SKILL.md again, after a BOM",
    tarball([SKILL, { ...SKILL, path: "\uFEFFSKILL.md" }]),
  ],
  [
    "archive layout: ambiguous",
    "with a name that is not UTF-8",
    tarball([SKILL, { path: "x", fields: [[0, "\xFF"]] }]),
  ],
  [
    "archive layout: ambiguous",
    "that goes on after its end",
    gzipSync(Buffer.concat([tar([SKILL]), tar([{ path: "x", content: "x" }])])),
  ],
  ["archive layout: no archive", "that is not compressed", tar([SKILL, { path: "notes.md", content: "x" }])],
  ["archive layout: no archive", "that is gzip, but no tar", gzipSync("no tar ".repeat(200))],
  [
    "archive layout: no archive",
    "that is cut off",
    tarball([SKILL, { path: "notes.md", content: "x".repeat(5000) }]).subarray(0, 150),
  ],
];

const cases = CASES.map(([row, what, bytes]): Scenario => ({
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

export const scenarios: readonly Scenario[] = [
  ...cases,
  {
    title: "an archive at an address that clients take for that of a zip archive",
    rows: ["archive layout: ambiguous"],
    site: ({ origin }) => foreign(origin, [offeredArchive("moon", { path: "skills/moon.zip" }), offeredMd("tides")]),
    answer: ({ path }, good) =>
      path === "skills/moon.zip" ? { ...good, headers: { "content-type": "application/gzip" } } : good,
    expected: { outcome: "failed", exit: 7, reasons: ["no-report"], skills: { moon: failed("archive-layout") } },
  },
];
