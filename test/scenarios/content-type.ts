import { expect } from "vitest";
import type { Answer } from "../tools/host.ts";
import { failed, type Scenario } from "../tools/scenario.ts";
import { MOON, TIDES } from "../tools/stage.ts";
import { INDEX } from "../tools/tamper.ts";

const as =
  (which: string, type: string | undefined): NonNullable<Scenario["answer"]> =>
  ({ path }, good): Answer =>
    path === which ? { ...good, headers: type === undefined ? {} : { "content-type": type } } : good;

const hashedAll: Scenario["shows"] = ({ files_hashed, artifacts_listed }) =>
  expect(files_hashed).toBe(artifacts_listed);

export const scenarios: readonly Scenario[] = [
  ...["application/octet-stream", "text/html; charset=utf-8", undefined].map((type): Scenario => ({
    title: `a SKILL.md of type ${type ?? "nothing"}`,
    rows: ["content type wrong"],
    answer: as(TIDES, type),
    expected: { outcome: "failed", exit: 7, skills: { tides: failed("content-type") } },
    shows: hashedAll,
  })),
  ...["application/octet-stream", "application/x-gzip", "application/x-tar", "application/zip"].map(
    (type): Scenario => ({
      title: `an archive of type ${type}`,
      rows: ["content type wrong"],
      answer: as(MOON, type),
      expected: { outcome: "failed", exit: 7, skills: { moon: failed("content-type") } },
      shows: hashedAll,
    }),
  ),
  ...["text/plain", "application/octet-stream"].map((type): Scenario => ({
    title: `an index of type ${type}`,
    rows: ["content type wrong"],
    answer: as(INDEX, type),
    expected: { outcome: "failed", exit: 7, reasons: ["content-type"] },
    shows: hashedAll,
  })),
  ...["text/plain", "Text/Markdown; charset=UTF-8; variant=CommonMark", "text/plain;charset=utf-8"].map(
    (type): Scenario => ({
      title: `a SKILL.md of type ${type}, which is right`,
      rows: ["match, index alone"],
      answer: as(TIDES, type),
      expected: { outcome: "verified", exit: 0 },
    }),
  ),
];
