import { expect } from "vitest";
import type { Scenario } from "../tools/scenario.ts";
import { MOON, TIDES } from "../tools/stage.ts";

/** Answers the first request for each of two files with a status that asks to come again. */
const firstTime = (status: number): NonNullable<Scenario["answer"]> => {
  return ({ path, method }, good, { asked }) =>
    (path === MOON || path === TIDES) &&
    asked().filter((each) => each.path === path && each.method === method).length === 1
      ? { status, headers: { "retry-after": "0", "content-type": "text/plain" }, body: Buffer.from("later\n") }
      : good;
};

export const scenarios: readonly Scenario[] = [429, 503].map((status): Scenario => ({
  title: `a host that answers ${status} once`,
  rows: ["match, index alone"],
  answer: firstTime(status),
  expected: { outcome: "verified", exit: 0, basis: "index" },
  shows: ({ requests }, { asked }) => {
    expect(asked().filter(({ path, method }) => path === TIDES && method === "GET").length).toBeGreaterThan(1);
    expect(requests).toBe(asked().length);
  },
}));
