import { failed, type Scenario, warned } from "../tools/scenario.ts";
import { foreign, offeredArchive, offeredMd } from "../tools/site.ts";
import { skillMd } from "../tools/skill.ts";
import { tarball } from "../tools/tarball.ts";

export const scenarios: readonly Scenario[] = [
  {
    title: "a SKILL.md with another name than the index",
    rows: ["front matter: name"],
    site: ({ origin }) => foreign(origin, [offeredMd("moon"), offeredMd("tides", { bytes: skillMd("waves") })]),
    expected: { outcome: "failed", exit: 7, reasons: ["no-report"], skills: { tides: failed("frontmatter-differs") } },
  },
  {
    title: "an archive with another name than the index",
    rows: ["front matter: name"],
    site: ({ origin }) =>
      foreign(origin, [
        offeredArchive("moon", { bytes: tarball([{ path: "SKILL.md", content: skillMd("mars") }]) }),
        offeredMd("tides"),
      ]),
    expected: { outcome: "failed", exit: 7, reasons: ["no-report"], skills: { moon: failed("frontmatter-differs") } },
  },
  {
    title: "a SKILL.md with another description than the index",
    rows: ["front matter: description"],
    site: ({ origin }) =>
      foreign(origin, [offeredMd("moon"), offeredMd("tides", { entry: { description: "Another description." } })]),
    expected: { outcome: "failed", exit: 7, reasons: ["no-report"], skills: { tides: failed("frontmatter-differs") } },
  },
  {
    title: "a SKILL.md without front matter",
    rows: ["front matter: name"],
    site: ({ origin }) => foreign(origin, [offeredMd("moon"), offeredMd("tides", { bytes: "# Tides\n" })]),
    expected: { outcome: "failed", exit: 7, reasons: ["no-report"], skills: { tides: failed("frontmatter-differs") } },
  },
  {
    title: "a SKILL.md whose description has other white space inside than the index",
    rows: ["front matter: description"],
    site: ({ origin }) =>
      foreign(origin, [
        offeredMd("tides", {
          bytes: skillMd("tides", { description: "Does  tides\nthings." }),
          entry: { description: "Does tides things." },
        }),
      ]),
    expected: {
      outcome: "verified",
      exit: 0,
      reasons: ["no-report"],
      skills: { tides: warned("description-spacing") },
    },
  },
  {
    title: "a SKILL.md whose description has other white space around it than the index",
    rows: ["front matter: description"],
    site: ({ origin }) =>
      foreign(origin, [
        offeredMd("tides", {
          bytes: skillMd("tides", { description: "  Does tides things.\n" }),
          entry: { description: "Does tides things." },
        }),
      ]),
    expected: { outcome: "verified", exit: 0, reasons: ["no-report"] },
  },
];
