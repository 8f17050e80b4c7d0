import { failed, type Scenario, warned } from "../tools/scenario.ts";
import { foreign, offeredMd } from "../tools/site.ts";
import { skillMd } from "../tools/skill.ts";

const ALL_ELSEWHERE = {
  moon: warned("cross-origin"),
  rain: warned("cross-origin"),
  sun: warned("cross-origin"),
  tides: warned("cross-origin"),
};

export const scenarios: readonly Scenario[] = [
  {
    title: "an index over https that names an artifact at http",
    rows: ["address not https"],
    site: ({ secure, origin }) =>
      foreign(secure, [offeredMd("moon"), offeredMd("tides", { entry: { url: `${origin}/skills/tides.md` } })]),
    target: ({ secure }) => secure,
    expected: { outcome: "failed", exit: 7, reasons: ["no-report"], skills: { tides: failed("unsafe-url") } },
  },
  ...["ftp://localhost/tides.md", "file:///etc/passwd", "javascript:void"].map((url): Scenario => ({
    title: `an index that names an artifact at ${url}`,
    rows: ["address not https"],
    site: ({ origin }) => foreign(origin, [offeredMd("moon"), offeredMd("tides", { entry: { url } })]),
    expected: { outcome: "failed", exit: 7, reasons: ["no-report"], skills: { tides: failed("unsafe-url") } },
  })),
  {
    title: "an index that has an artifact in a data: address",
    rows: ["address is data:"],
    site: ({ origin }) =>
      foreign(origin, [
        offeredMd("moon"),
        offeredMd("tides", {
          entry: { url: `data:text/markdown;base64,${Buffer.from(skillMd("tides")).toString("base64")}` },
        }),
      ]),
    expected: { outcome: "failed", exit: 7, reasons: ["no-report"], skills: { tides: failed("unsafe-url") } },
  },
  {
    title: "an index that names an artifact on another origin",
    rows: ["address on another origin"],
    site: ({ origin, elsewhere }) =>
      foreign(origin, [offeredMd("moon"), offeredMd("tides", { entry: { url: `${elsewhere}/skills/tides.md` } })]),
    expected: { outcome: "verified", exit: 0, reasons: ["no-report"], skills: { tides: warned("cross-origin") } },
  },
  {
    title: "an index that names an artifact on another origin, which may not be",
    rows: ["address on another origin"],
    site: ({ origin, elsewhere }) =>
      foreign(origin, [offeredMd("moon"), offeredMd("tides", { entry: { url: `${elsewhere}/skills/tides.md` } })]),
    flags: () => ["--same-origin"],
    expected: { outcome: "failed", exit: 7, reasons: ["no-report"], skills: { tides: failed("cross-origin") } },
  },
  {
    title: "a publication that is looked for at another name of its host",
    rows: ["address on another origin"],
    target: ({ elsewhere }) => elsewhere,
    expected: { outcome: "verified", exit: 0, basis: "index", reasons: ["other-origin"], skills: ALL_ELSEWHERE },
  },
  {
    title: "a publication that is looked for at another name of its host, which may not be",
    rows: ["address on another origin"],
    target: ({ elsewhere }) => elsewhere,
    flags: () => ["--same-origin"],
    expected: {
      outcome: "failed",
      exit: 7,
      basis: "index",
      reasons: ["other-origin"],
      skills: Object.fromEntries(Object.keys(ALL_ELSEWHERE).map((name) => [name, failed("cross-origin")])),
    },
  },
];
