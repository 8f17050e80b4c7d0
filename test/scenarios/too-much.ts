import { expect } from "vitest";
import { incomplete, failed, type Scenario } from "../tools/scenario.ts";
import { changed, foreign, offeredArchive, offeredMd, put } from "../tools/site.ts";
import { skillMd } from "../tools/skill.ts";
import { MOON, TIDES, withBuild } from "../tools/stage.ts";
import { tarball } from "../tools/tarball.ts";
import { INDEX } from "../tools/tamper.ts";

const SKILL = { path: "SKILL.md", content: skillMd("moon") };
const manyFiles = Array.from({ length: 1000 }, (_, position) => ({ path: `files/${position}.md` }));

export const scenarios: readonly Scenario[] = [
  {
    title: "an archive of more than 1,000 files",
    rows: ["over our limit: members"],
    site: ({ origin }) =>
      foreign(origin, [offeredArchive("moon", { bytes: tarball([SKILL, ...manyFiles]) }), offeredMd("tides")]),
    expected: { outcome: "incomplete", exit: 8, reasons: ["no-report"], skills: { moon: incomplete("read-limit") } },
  },
  {
    title: "an archive of 1,000 files",
    rows: ["match, index alone"],
    site: ({ origin }) =>
      foreign(origin, [offeredArchive("moon", { bytes: tarball([SKILL, ...manyFiles.slice(1)]) }), offeredMd("tides")]),
    expected: { outcome: "verified", exit: 0, reasons: ["no-report"] },
  },
  {
    title: "a SKILL.md larger than we read",
    rows: ["over our limit: size"],
    site: ({ origin }) =>
      foreign(origin, [
        offeredMd("moon"),
        offeredMd("tides", { bytes: skillMd("tides", { body: "Wave.\n".repeat(1000) }) }),
      ]),
    rules: () => ({ limits: { artifactBytes: 5000 } }),
    expected: { outcome: "incomplete", exit: 8, reasons: ["no-report"], skills: { tides: incomplete("read-limit") } },
  },
  {
    title: "an archive that unpacks to more than we read",
    rows: ["over our limit: size"],
    site: ({ origin }) =>
      foreign(origin, [
        offeredArchive("moon", { bytes: tarball([SKILL, { path: "x", content: "Moon.\n".repeat(10_000) }]) }),
        offeredMd("tides"),
      ]),
    rules: () => ({ limits: { artifactBytes: 50_000 } }),
    expected: { outcome: "incomplete", exit: 8, reasons: ["no-report"], skills: { moon: incomplete("read-limit") } },
  },
  {
    title: "an index larger than we read",
    rows: ["over our limit: size"],
    site: ({ origin }) => put(foreign(origin, [offeredMd("tides")]), INDEX, Buffer.alloc(16 * 1024 * 1024 + 1, " ")),
    expected: { outcome: "incomplete", exit: 8, reasons: ["read-limit"] },
  },
  {
    title: "an index of more skills than we read",
    rows: ["over our limit: members"],
    site: ({ origin }) => foreign(origin, [offeredMd("moon"), offeredMd("tides")]),
    rules: () => ({ limits: { indexEntries: 1 } }),
    expected: { outcome: "incomplete", exit: 8, reasons: ["read-limit"] },
    shows: ({ skills }) => expect(skills).toEqual([]),
  },
  {
    title: "a SKILL.md larger than we read, and than the build says",
    rows: ["over our limit, bigger than the build says"],
    site: async ({ current }) =>
      changed(await current(), TIDES, (bytes) => Buffer.concat([bytes, Buffer.alloc(9000, "x")])),
    flags: withBuild,
    rules: () => ({ limits: { artifactBytes: 5000 } }),
    expected: { outcome: "failed", exit: 7, basis: "build", skills: { tides: failed("larger-than-built") } },
  },
  {
    title: "a host so slow that the time of the whole run is over",
    rows: ["over our limit: time"],
    answer: ({ path }, good) => (path === MOON ? () => undefined : good),
    rules: () => ({ limits: { totalSeconds: 1, concurrency: 1, attempts: 1 } }),
    expected: {
      outcome: "incomplete",
      exit: 8,
      reasons: ["out-of-time"],
      skills: {
        moon: incomplete("out-of-time"),
        rain: incomplete("out-of-time"),
        sun: incomplete("out-of-time"),
        tides: incomplete("out-of-time"),
      },
    },
  },
];
