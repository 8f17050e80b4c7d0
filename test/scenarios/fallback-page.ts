import type { Answer, Asked, Reply } from "../tools/host.ts";
import { failed, type Scenario } from "../tools/scenario.ts";
import { without } from "../tools/site.ts";
import { MOON } from "../tools/stage.ts";
import { INDEX } from "../tools/tamper.ts";

/** The page that an application gives for every address it does not know. */
const PAGE: Answer = {
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: Buffer.from('<!doctype html><html lang="en"><title>App</title><div id="root"></div></html>\n'),
};

const fallback = (_: Asked, good: Answer): Reply => (good.status === 404 ? PAGE : good);

export const scenarios: readonly Scenario[] = [
  {
    title: "an application that answers for the index",
    rows: ["HTML in place of the file"],
    site: () => new Map(),
    answer: fallback,
    expected: { outcome: "failed", exit: 7, reasons: ["no-real-404", "not-the-artifact"], diagnosis: "fallback-page" },
  },
  {
    title: "an application that answers for an artifact",
    rows: ["HTML in place of the file"],
    site: async ({ current }) => without(await current(), MOON),
    answer: fallback,
    expected: {
      outcome: "failed",
      exit: 7,
      reasons: ["no-real-404"],
      skills: { moon: { ...failed("not-the-artifact"), diagnosis: "fallback-page" } },
      diagnosis: "fallback-page",
    },
  },
  {
    title: "everything is served, but what cannot exist is answered with a page",
    rows: ["no real 404"],
    answer: fallback,
    expected: { outcome: "failed", exit: 7, reasons: ["no-real-404"], diagnosis: "fallback-page" },
  },
  ...[200, 400, 403].map((status): Scenario => ({
    title: `everything is served, but what cannot exist is answered with ${status} and a word`,
    rows: ["no real 404"],
    answer: (_, good) => (good.status === 404 ? { ...good, status } : good),
    expected: {
      outcome: "failed",
      exit: 7,
      reasons: ["no-real-404"],
      diagnosis: status === 200 ? "fallback-page" : undefined,
    },
  })),
  {
    title: "everything is served, but what cannot exist is answered with 410",
    rows: ["no real 404"],
    answer: (_, good) => (good.status === 404 ? { ...good, status: 410 } : good),
    expected: { outcome: "verified", exit: 0 },
  },
  {
    title: "everything is served, but for what cannot exist there is no answer",
    rows: ["no real 404", "no answer: 5xx"],
    answer: (_, good) => (good.status === 404 ? { ...good, status: 500 } : good),
    rules: () => ({ limits: { attempts: 1 } }),
    expected: { outcome: "incomplete", exit: 8, reasons: ["unreachable"] },
  },
  {
    title: "one file is answered with a page, others that are missing with 404",
    rows: ["HTML in place of the file"],
    site: async ({ current }) => without(await current(), MOON),
    answer: ({ path }, good) => (path === MOON ? PAGE : good),
    expected: { outcome: "failed", exit: 7, skills: { moon: failed("not-the-artifact") } },
  },
  {
    title: "the index is answered with a page, others that are missing with 404",
    rows: ["HTML in place of the file"],
    answer: ({ path }, good) => (path === INDEX ? PAGE : good),
    expected: { outcome: "failed", exit: 7, reasons: ["not-the-artifact"] },
  },
];
