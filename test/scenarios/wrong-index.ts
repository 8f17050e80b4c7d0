import { sha256 } from "../../src/artifact/digest.ts";
import { failed, type Scenario } from "../tools/scenario.ts";
import { foreign, offeredMd, put } from "../tools/site.ts";
import { skillMd } from "../tools/skill.ts";
import { INDEX } from "../tools/tamper.ts";

export const scenarios: readonly Scenario[] = [
  ...[
    ["cut off", '{"skills": ['],
    ["empty", ""],
    ["UTF-16", Buffer.from('{"skills":[]}', "utf16le")],
  ].map(([how, bytes]): Scenario => ({
    title: `an index that is not JSON: ${String(how)}`,
    rows: ["index is not JSON"],
    site: ({ origin }) => put(foreign(origin, [offeredMd("tides")]), INDEX, bytes ?? ""),
    expected: { outcome: "failed", exit: 7, basis: "index", reasons: ["index-not-json"] },
  })),
  ...[
    ["a list", "[]"],
    ["null", "null"],
  ].map(([how, bytes]): Scenario => ({
    title: `an index that is ${how}`,
    rows: ["index has the wrong shape"],
    site: ({ origin }) => put(foreign(origin, [offeredMd("tides")]), INDEX, bytes ?? ""),
    expected: { outcome: "failed", exit: 7, reasons: ["index-shape"] },
  })),
  {
    title: "an index whose skills are no list",
    rows: ["index has the wrong shape"],
    site: ({ origin }) => foreign(origin, [offeredMd("tides")], { skills: { tides: {} } }),
    expected: { outcome: "failed", exit: 7, reasons: ["index-shape"] },
  },
  {
    title: "an index with a name twice",
    rows: ["index has a name twice"],
    site: ({ origin }) => foreign(origin, [offeredMd("tides"), offeredMd("moon"), offeredMd("tides")]),
    expected: { outcome: "failed", exit: 7, reasons: ["duplicate-name", "no-report"] },
  },
  {
    title: "an entry without a digest",
    rows: ["entry without a digest"],
    site: ({ origin }) => foreign(origin, [offeredMd("moon"), offeredMd("tides", { entry: { digest: undefined } })]),
    expected: { outcome: "failed", exit: 7, reasons: ["no-report"], skills: { tides: failed("bad-entry") } },
  },
  ...[
    ["upper case", `sha256:${sha256(Buffer.from(skillMd("tides"))).toUpperCase()}`],
    ["bare hex", sha256(Buffer.from(skillMd("tides")))],
    ["base64", "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="],
    ["another algorithm", `sha512:${"0".repeat(128)}`],
    ["a number", 7],
  ].map(([how, digest]): Scenario => ({
    title: `an entry with a bad digest: ${String(how)}`,
    rows: ["entry with a bad digest"],
    site: ({ origin }) => foreign(origin, [offeredMd("moon"), offeredMd("tides", { entry: { digest } })]),
    expected: { outcome: "failed", exit: 7, reasons: ["no-report"], skills: { tides: failed("bad-entry") } },
  })),
  ...(
    [
      ["without an address", { url: undefined }, ["bad-entry", "unsafe-url"]],
      ["whose address is none", { url: "https://" }, ["unsafe-url"]],
      ["with a name that clients refuse", { name: "Tides!" }, ["bad-entry", "frontmatter-differs"]],
      ["without a description", { description: "" }, ["bad-entry", "frontmatter-differs"]],
    ] as const
  ).map(([how, entry, reasons]): Scenario => ({
    title: `an entry ${how}`,
    rows: ["index has the wrong shape"],
    site: ({ origin }) => foreign(origin, [offeredMd("moon"), offeredMd("tides", { entry })]),
    expected: {
      outcome: "failed",
      exit: 7,
      reasons: ["no-report"],
      skills: { ["name" in entry ? entry.name : "tides"]: failed(...reasons) },
    },
  })),
];
