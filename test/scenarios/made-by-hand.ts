import { INDEX } from "../tools/tamper.ts";
import type { Scenario } from "../tools/scenario.ts";
import { foreign, offeredArchive, offeredMd } from "../tools/site.ts";
import { skillMd } from "../tools/skill.ts";
import { tarball } from "../tools/tarball.ts";

export const scenarios: readonly Scenario[] = [
  {
    title: "a publication that skillpress did not make",
    rows: ["match, index alone"],
    site: ({ origin }) => foreign(origin, [offeredArchive("moon"), offeredMd("tides")]),
    expected: { outcome: "verified", exit: 0, basis: "index", reasons: ["no-report"] },
  },
  {
    title: "its archive has folders, and SKILL.md is not the first file",
    rows: ["match, index alone"],
    site: ({ origin }) =>
      foreign(origin, [
        offeredArchive("moon", {
          bytes: tarball([
            { path: "a/", type: "5" },
            { path: "a/notes.md", content: "Notes.\n" },
            { path: "SKILL.md", content: skillMd("moon") },
          ]),
        }),
      ]),
    expected: { outcome: "verified", exit: 0, basis: "index", reasons: ["no-report"] },
  },
  {
    title: "its addresses are relative",
    rows: ["match, index alone"],
    site: ({ origin }) =>
      foreign(origin, [
        offeredMd("moon", { entry: { url: "/skills/moon.md" } }),
        offeredMd("rain", { entry: { url: "rain.md" }, path: INDEX.replace("index.json", "rain.md") }),
        offeredMd("tides", { entry: { url: "../../skills/tides.md" } }),
      ]),
    expected: { outcome: "verified", exit: 0, basis: "index", reasons: ["no-report"] },
  },
  {
    title: "its addresses have queries",
    rows: ["match, index alone"],
    site: ({ origin }) =>
      foreign(origin, [offeredMd("tides", { entry: { url: `${origin}/skills/tides.md?v=2&w=a%20b` } })]),
    expected: { outcome: "verified", exit: 0, basis: "index", reasons: ["no-report"] },
  },
];
