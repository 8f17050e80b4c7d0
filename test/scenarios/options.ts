import { expect } from "vitest";
import { failed, incomplete, type Scenario, unverifiable } from "../tools/scenario.ts";
import { changed, flipped, foreign, offeredMd } from "../tools/site.ts";
import { TIDES, withBuild } from "../tools/stage.ts";

const denied: Scenario["answer"] = ({ path }, good) => (path === TIDES ? { ...good, status: 403 } : good);

export const scenarios: readonly Scenario[] = [
  {
    title: "a build is required, but there is none to compare with",
    rows: ["report required"],
    flags: () => ["--require-build"],
    expected: { outcome: "unverifiable", exit: 9, basis: "index", reasons: ["build-required"] },
  },
  {
    title: "a build is required, and there is one",
    rows: ["report required"],
    flags: async (stage) => [...(await withBuild(stage)), "--require-build"],
    expected: { outcome: "verified", exit: 0, basis: "build" },
  },
  {
    title: "a build is required, there is none, and that is allowed",
    rows: ["report required", "outcome allowed"],
    flags: () => ["--require-build", "--allow", "unverifiable"],
    expected: { outcome: "unverifiable", exit: 0, reasons: ["build-required"] },
    shows: ({ allowed }) => expect(allowed).toEqual(["unverifiable"]),
  },
  {
    title: "a build is required, there is none, and something failed",
    rows: ["report required"],
    site: async ({ current }) => changed(await current(), TIDES, flipped),
    flags: () => ["--require-build"],
    expected: { outcome: "failed", exit: 7, reasons: ["build-required"], skills: { tides: failed("digest-mismatch") } },
  },
  {
    title: "an incomplete verification is allowed",
    rows: ["outcome allowed"],
    answer: denied,
    flags: () => ["--allow", "incomplete"],
    expected: { outcome: "incomplete", exit: 0, skills: { tides: incomplete("access-denied") } },
    shows: ({ allowed }) => expect(allowed).toEqual(["incomplete"]),
  },
  {
    title: "an incomplete verification, when another outcome is allowed",
    rows: ["outcome allowed"],
    answer: denied,
    flags: () => ["--allow", "unverifiable"],
    expected: { outcome: "incomplete", exit: 8, skills: { tides: incomplete("access-denied") } },
  },
  {
    title: "an unverifiable index is allowed",
    rows: ["outcome allowed"],
    site: ({ origin }) => foreign(origin, [offeredMd("moon"), offeredMd("tides", { entry: { type: "task" } })]),
    flags: () => ["--allow", "unverifiable", "--allow", "incomplete"],
    expected: {
      outcome: "unverifiable",
      exit: 0,
      reasons: ["no-report"],
      skills: { tides: unverifiable("unknown-type") },
    },
    shows: ({ allowed }) => expect([...allowed].toSorted()).toEqual(["incomplete", "unverifiable"]),
  },
  {
    title: "a failed verification, with everything allowed that can be",
    rows: ["outcome allowed"],
    site: async ({ current }) => changed(await current(), TIDES, flipped),
    flags: () => ["--allow", "unverifiable", "--allow", "incomplete"],
    expected: { outcome: "failed", exit: 7, skills: { tides: failed("digest-mismatch") } },
  },
];
