import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diagnosisKinds } from "../../src/verify/served/diagnosis-kinds.ts";
import { reasonKinds } from "../../src/verify/served/reason-kinds.ts";
import { TEST_CA } from "../tools/host.ts";
import { openJudge } from "../tools/invariants.ts";
import { ROWS } from "../tools/rows.ts";
import { comeTo, played } from "../tools/played.ts";
import type { Scenario } from "../tools/scenario.ts";
import { openStage, type Stage } from "../tools/stage.ts";

const files = import.meta.glob<{ scenarios: readonly Scenario[] }>("../scenarios/*.ts", { eager: true });
const all = Object.values(files).flatMap(({ scenarios }) => scenarios);

const { broken } = openJudge();

let stage: Stage;

beforeAll(async () => {
  // What NODE_EXTRA_CA_CERTS does for a whole process.
  setDefaultCACertificates([...getCACertificates("default"), readFileSync(TEST_CA, "utf8")]);
  stage = await openStage();
});

afterAll(() => stage.close());

test.each(all.map((scenario) => [scenario.title, scenario] as const))("%s", async (_, scenario) => {
  const { verification, exitCode } = await played(scenario, stage);
  expect(broken(verification)).toEqual([]);
  expect(comeTo(verification)).toEqual({
    basis: verification.basis,
    reasons: [],
    skills: {},
    files: {},
    ...scenario.expected,
  });
  expect(exitCode).toBe(scenario.expected.exit);
  if (scenario.at !== "folder" && !scenario.rules) expect(verification.requests).toBe(stage.asked().length);
  scenario.shows?.(verification, stage);
});

describe("together, the scenarios", () => {
  test("have titles of their own", () => {
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  });

  test("cover every row", () => {
    const covered = new Set<string>(all.flatMap(({ rows }) => rows));
    expect(ROWS.filter((row) => !covered.has(row))).toEqual([]);
  });

  test("give every reason", () => {
    const given = new Set<string | undefined>(
      all.flatMap(({ expected: { reasons = [], skills = {}, files: others = {} } }) => [
        ...reasons,
        ...[...Object.values(skills), ...Object.values(others)].flatMap((leaf) => leaf.reasons),
      ]),
    );
    expect(keysOf(reasonKinds).filter((code) => !given.has(code))).toEqual([]);
  });

  test("give every diagnosis", () => {
    const given = new Set<string | undefined>(
      all.flatMap(({ expected: { diagnosis, skills = {}, files: others = {} } }) => [
        diagnosis,
        ...[...Object.values(skills), ...Object.values(others)].map((leaf) => leaf.diagnosis),
      ]),
    );
    expect(keysOf(diagnosisKinds).filter((code) => !given.has(code))).toEqual([]);
  });
});

function keysOf(table: object): string[] {
  return Object.keys(table);
}
