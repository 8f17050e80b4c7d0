import { failed, type Scenario } from "../tools/scenario.ts";
import { edited, put, resummed, type Site, without } from "../tools/site.ts";
import { INDEX, REPORT, SUMS } from "../tools/tamper.ts";

const SCOPED = `agent-skills/tides/${INDEX}`;
const BUNDLE = `agent-skills/sky/${INDEX}`;

const changedDescription = (site: Site, path: string) =>
  resummed(edited(site, path, ({ skills }) => Object.assign(skills[0] ?? {}, { description: "Another." })));

export const scenarios: readonly Scenario[] = [
  {
    title: "a scoped index that says something else than the root index",
    rows: ["scoped index disagrees"],
    site: async ({ current }) => changedDescription(await current(), SCOPED),
    expected: { outcome: "failed", exit: 7, files: { [SCOPED]: failed("scoped-index-differs") } },
  },
  {
    title: "a scoped index of a bundle that lacks a member",
    rows: ["scoped index disagrees"],
    site: async ({ current }) => resummed(edited(await current(), BUNDLE, ({ skills }) => void skills.pop())),
    expected: { outcome: "failed", exit: 7, files: { [BUNDLE]: failed("scoped-index-differs") } },
  },
  {
    title: "a report that says something else than the index",
    rows: ["live report disagrees"],
    site: async ({ current }) => changedDescription(await current(), REPORT),
    expected: { outcome: "failed", exit: 7, reasons: ["report-differs"] },
  },
  {
    title: "a report that is not one",
    rows: ["live report disagrees"],
    site: async ({ current }) => resummed(put(await current(), REPORT, "{}\n")),
    expected: { outcome: "failed", exit: 7, reasons: ["report-differs"] },
  },
  {
    title: "a report of a later version",
    rows: ["live report disagrees"],
    site: async ({ current }) =>
      resummed(
        edited(await current(), REPORT, (report) =>
          Object.assign(report, { generator: "skillpress 9.0.0", format: 9, news: true }),
        ),
      ),
    expected: { outcome: "verified", exit: 0, basis: "index", reasons: ["other-version"] },
  },
  {
    title: "sums that are damaged",
    rows: ["sums over HTTP"],
    site: async ({ current }) => put(await current(), SUMS, "no sums\n"),
    expected: { outcome: "failed", exit: 7, reasons: ["sums-damaged"] },
  },
  {
    title: "sums that leave a file of the publication out",
    rows: ["sums over HTTP"],
    site: async ({ current }) => {
      const site = await current();
      return put(
        resummed(without(site, "agent-skills/llms.txt")),
        "agent-skills/llms.txt",
        site.get("agent-skills/llms.txt") ?? "",
      );
    },
    expected: { outcome: "failed", exit: 7, reasons: ["sums-damaged"] },
  },
  {
    title: "sums that name a path outside our folders",
    rows: ["sums over HTTP"],
    site: async ({ current }) =>
      put(
        await current(),
        SUMS,
        `${(await current()).get(SUMS)?.toString() ?? ""}${"0".repeat(64)}  agent-skills/../../etc/passwd\n`,
      ),
    expected: { outcome: "failed", exit: 7, reasons: ["sums-damaged"] },
  },
  {
    title: "sums that are missing",
    rows: ["sums over HTTP"],
    site: async ({ current }) => without(await current(), SUMS),
    expected: { outcome: "failed", exit: 7, reasons: ["missing"] },
  },
  {
    title: "a report that is missing",
    rows: ["live report disagrees"],
    site: async ({ current }) => without(await current(), REPORT),
    expected: { outcome: "failed", exit: 7, reasons: ["missing"], files: { [REPORT]: failed("missing") } },
  },
];
