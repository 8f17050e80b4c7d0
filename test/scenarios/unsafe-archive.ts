import { expect } from "vitest";
import type { Row } from "../tools/rows.ts";
import { failed, type Scenario } from "../tools/scenario.ts";
import { foreign, offeredArchive, offeredMd } from "../tools/site.ts";
import { skillMd } from "../tools/skill.ts";
import { type Member, tarball } from "../tools/tarball.ts";

/** Archives whose digest is right, which does not excuse them. */
const CASES: readonly (readonly [row: Row, what: string, members: readonly Member[]])[] = [
  ["archive unsafe: ..", "a path that leaves the folder", [{ path: "../x" }]],
  ["archive unsafe: ..", "a path that leaves the folder further down", [{ path: "a/../../x" }]],
  ["archive unsafe: ..", "a path that leaves the folder and comes back", [{ path: "a/../b" }]],
  ["archive unsafe: absolute", "an absolute path", [{ path: "/etc/x" }]],
  ["archive unsafe: drive", "a path on a drive", [{ path: "C:x" }]],
  ["archive unsafe: drive", "an absolute path on a drive", [{ path: "c:/x" }]],
  ["archive unsafe: backslash", "a backslash", [{ path: "a\\x" }]],
  ["archive unsafe: backslash", "a path that leaves the folder with backslashes", [{ path: "..\\x" }]],
  ["archive unsafe: link out", "a symbolic link out of it", [{ path: "x", type: "2", link: "../../etc/passwd" }]],
  ["archive unsafe: link out", "an absolute symbolic link", [{ path: "x", type: "2", link: "/etc/passwd" }]],
  ["archive unsafe: link out", "a hard link out of it", [{ path: "x", type: "1", link: "../x" }]],
  ["archive unsafe: device", "a device", [{ path: "x", type: "3" }]],
  [
    "archive unsafe: duplicate",
    "a path twice",
    [
      { path: "x", content: "1" },
      { path: "x", content: "2" },
    ],
  ],
  ["archive unsafe: duplicate", "SKILL.md twice", [{ path: "SKILL.md", content: skillMd("moon") }]],
  ["archive unsafe: duplicate", "a file where a folder is", [{ path: "x", content: "1" }, { path: "x/y" }]],
  ["archive unsafe: case collision", "two paths that differ in case", [{ path: "A.md" }, { path: "a.md" }]],
  ["archive unsafe: case collision", "two folders that differ in case", [{ path: "A/b.md" }, { path: "a/b.md" }]],
  [
    "archive unsafe: Unicode collision",
    "two paths that differ in their Unicode form",
    [{ path: "caf\u00e9.md" }, { path: "cafe\u0301.md" }],
  ],
  ["archive unsafe: control character", "an escape sequence in a name", [{ path: "\u001B]0;x\u0007" }]],
  ["archive unsafe: control character", "a line break in a name", [{ path: "a\nb" }]],
  ["archive unsafe: bomb", "60 MiB of nothing", [{ path: "zeros", content: new Uint8Array(60 * 1024 * 1024) }]],
];

export const scenarios: readonly Scenario[] = CASES.map(([row, what, members]) => ({
  title: `an archive with ${what}`,
  rows: [row],
  site: ({ origin }) =>
    foreign(origin, [
      offeredArchive("moon", { bytes: tarball([{ path: "SKILL.md", content: skillMd("moon") }, ...members]) }),
      offeredMd("tides"),
    ]),
  expected: {
    outcome: "failed",
    exit: 7,
    basis: "index",
    reasons: ["no-report"],
    skills: { moon: failed("archive-unsafe") },
  },
  shows: ({ skills, files_hashed }) => {
    expect(skills[0]?.actual_digest).toBe(skills[0]?.expected_digest);
    expect(files_hashed).toBe(2);
  },
}));
