import { expect } from "vitest";
import { failed, type Scenario } from "../tools/scenario.ts";
import { changed, flipped } from "../tools/site.ts";
import { TIDES } from "../tools/stage.ts";

export const scenarios: readonly Scenario[] = [
  {
    title: "a preview of what is made for the published origin",
    rows: ["preview deployment"],
    site: ({ current, published }) => current(published),
    flags: async ({ published, current, folder }) => [
      "--as",
      published,
      "--report",
      await folder(await current(published)),
    ],
    expected: { outcome: "verified", exit: 0, basis: "build" },
    shows: ({ target }, { published, asked }) => {
      expect(target.as).toBe(published);
      expect(asked().length).toBeGreaterThan(4);
    },
  },
  {
    title: "a preview with another byte",
    rows: ["preview deployment"],
    site: async ({ current, published }) => changed(await current(published), TIDES, flipped),
    flags: ({ published }) => ["--as", published],
    expected: { outcome: "failed", exit: 7, basis: "index", skills: { tides: failed("digest-mismatch") } },
  },
];
