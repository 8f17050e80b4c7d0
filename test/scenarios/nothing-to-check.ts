import { type Scenario, unverifiable } from "../tools/scenario.ts";
import { foreign, offeredArchive, offeredMd } from "../tools/site.ts";

/** The beginning of a zip archive, and its end. */
const ZIP = Buffer.from("504b0304140000000000504b0506000000000000000000000000000000000000", "hex");

export const scenarios: readonly Scenario[] = [
  {
    title: "an entry of an unknown type",
    rows: ["type unknown"],
    site: ({ origin }) => foreign(origin, [offeredMd("moon"), offeredMd("tides", { entry: { type: "task" } })]),
    expected: {
      outcome: "unverifiable",
      exit: 9,
      basis: "index",
      reasons: ["no-report"],
      skills: { tides: unverifiable("unknown-type") },
    },
  },
  {
    title: "a zip archive",
    rows: ["archive format unsupported"],
    site: ({ origin }) =>
      foreign(origin, [offeredMd("moon"), offeredArchive("tides", { path: "skills/tides.zip", bytes: ZIP })]),
    answer: ({ path }, good) =>
      path.endsWith(".zip") ? { ...good, headers: { "content-type": "application/zip" } } : good,
    expected: {
      outcome: "unverifiable",
      exit: 9,
      reasons: ["no-report"],
      skills: { tides: unverifiable("unsupported-archive") },
    },
  },
];
