import { expect } from "vitest";
import { failed, type Scenario } from "../tools/scenario.ts";
import { MOON, TIDES } from "../tools/stage.ts";
import { INDEX } from "../tools/tamper.ts";

export const scenarios: readonly Scenario[] = [
  ...[404, 405, 501].map((status): Scenario => ({
    title: `an archive that HEAD is answered ${status} for`,
    rows: ["HEAD unsupported"],
    answer: ({ path, method }, good) => (path === MOON && method === "HEAD" ? { ...good, status } : good),
    expected: { outcome: "failed", exit: 7, skills: { moon: failed("head") } },
    shows: ({ files_hashed, artifacts_listed }) => expect(files_hashed).toBe(artifacts_listed),
  })),
  {
    title: "an index that HEAD is answered 405 for",
    rows: ["HEAD unsupported"],
    answer: ({ path, method }, good) => (path === INDEX && method === "HEAD" ? { ...good, status: 405 } : good),
    expected: { outcome: "failed", exit: 7, reasons: ["head"] },
  },
  {
    title: "a SKILL.md that HEAD is answered 405 for, everything asked",
    rows: ["HEAD unsupported"],
    answer: ({ path, method }, good) => (path === TIDES && method === "HEAD" ? { ...good, status: 405 } : good),
    flags: () => ["--thorough"],
    expected: { outcome: "failed", exit: 7, skills: { tides: failed("head") } },
  },
];
