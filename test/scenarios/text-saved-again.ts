import type { DiagnosisCode } from "../../src/verify/served/diagnosis.ts";
import type { Row } from "../tools/rows.ts";
import { failed, type Scenario } from "../tools/scenario.ts";
import { foreign, offeredMd, put } from "../tools/site.ts";
import { skillMd } from "../tools/skill.ts";

const LF = skillMd("tides");
const CRLF = LF.replaceAll("\n", "\r\n");
const BOM = "\uFEFF";

/** What was digested, and what is served. */
const CASES: readonly (readonly [row: Row, what: string, was: string, is: string, diagnosis: DiagnosisCode])[] = [
  ["transformed: BOM added", "a byte order mark was put before", LF, BOM + LF, "byte-order-mark-added"],
  ["transformed: BOM removed", "the byte order mark was taken off", BOM + LF, LF, "byte-order-mark-removed"],
  ["transformed: CRLF to LF", "CRLF became LF", CRLF, LF, "line-ends-to-lf"],
  ["transformed: LF to CRLF", "LF became CRLF", LF, CRLF, "line-ends-to-crlf"],
  ["transformed: LF to CRLF", "an editor wrote a mark and CRLF", LF, BOM + CRLF, "text-saved-again"],
  ["transformed: CRLF to LF", "mark and CRLF were taken off", BOM + CRLF, LF, "text-saved-again"],
  ["transformed: final newline", "the last line end was taken off", LF, LF.slice(0, -1), "final-newline"],
  ["transformed: final newline", "a line end was added", LF.slice(0, -1), LF, "final-newline"],
];

export const scenarios: readonly Scenario[] = CASES.map(([row, what, was, is, diagnosis]) => ({
  title: `a SKILL.md where ${what}`,
  rows: [row],
  site: ({ origin }) =>
    put(foreign(origin, [offeredMd("moon"), offeredMd("tides", { bytes: was })]), "skills/tides.md", is),
  expected: {
    outcome: "failed",
    exit: 7,
    reasons: ["no-report"],
    skills: { tides: { ...failed("digest-mismatch"), diagnosis } },
  },
}));
