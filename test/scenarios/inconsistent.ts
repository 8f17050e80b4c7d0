import type { Answer, Asked } from "../tools/host.ts";
import { failed, type Scenario } from "../tools/scenario.ts";
import { flipped } from "../tools/site.ts";
import { MOON, TIDES } from "../tools/stage.ts";
import { INDEX } from "../tools/tamper.ts";

/** True for a request of a client that asked for no encoding in particular. */
const isUsual = ({ headers, method }: Asked) => headers["accept-encoding"] !== "identity" && method === "GET";

const otherBytes =
  (which: string): NonNullable<Scenario["answer"]> =>
  (asked, good): Answer =>
    asked.path === which && isUsual(asked) ? { ...good, body: flipped(good.body) } : good;

export const scenarios: readonly Scenario[] = [
  {
    title: "an archive that has other bytes for the usual encodings than for identity",
    rows: ["two fetches differ"],
    answer: otherBytes(MOON),
    expected: { outcome: "failed", exit: 7, skills: { moon: failed("inconsistent") } },
  },
  {
    title: "a SKILL.md that has other bytes for the usual encodings than for identity, everything asked",
    rows: ["two fetches differ"],
    answer: otherBytes(TIDES),
    flags: () => ["--thorough"],
    expected: { outcome: "failed", exit: 7, skills: { tides: failed("inconsistent") } },
  },
  {
    title: "an index that has other bytes for the usual encodings than for identity",
    rows: ["two fetches differ"],
    answer: otherBytes(INDEX),
    expected: { outcome: "failed", exit: 7, reasons: ["inconsistent"] },
  },
];
