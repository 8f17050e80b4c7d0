import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { InstallResult } from "../../src/verify/install.ts";
import { failed, incomplete, type Scenario } from "../tools/scenario.ts";
import { changed, flipped, foreign, offeredMd, put } from "../tools/site.ts";
import { skillMd } from "../tools/skill.ts";
import { MOON, TIDES } from "../tools/stage.ts";
import { INDEX } from "../tools/tamper.ts";
import { tarball } from "../tools/tarball.ts";
import type { Rules } from "../tools/verifying.ts";

/** A client that installs every skill it is given, but comes to this with `tides`. */
const clientThat = (tides: Pick<InstallResult, "outcome" | "reasons">, names?: readonly string[]) => (): Rules => ({
  install: {
    names,
    run: async (skills) =>
      skills.map(({ name }) => ({ name, outcome: "pass", reasons: [], ...(name === "tides" ? tides : {}) })),
  },
});

const digestOf = (bytes: Buffer) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

export const scenarios: readonly Scenario[] = [
  {
    title: "a client that installs what is published",
    rows: ["install by a client"],
    rules: clientThat({ outcome: "pass", reasons: [] }),
    expected: { outcome: "verified", exit: 0, basis: "index" },
    shows: ({ skills }) => expect(skills.map(({ install }) => install)).toEqual(Array(4).fill("verified")),
  },
  {
    title: "a client that installs something else",
    rows: ["install by a client"],
    rules: clientThat({ outcome: "fail", reasons: ["`SKILL.md` has other bytes"] }),
    expected: { outcome: "failed", exit: 7, skills: { tides: failed("install-differs") } },
  },
  {
    title: "a client that could not be tried",
    rows: ["install by a client"],
    rules: clientThat({ outcome: "incomplete", reasons: ["the client is not there"] }),
    expected: { outcome: "incomplete", exit: 8, skills: { tides: incomplete("install-unfinished") } },
  },
  {
    title: "a client that is to install a skill that is not listed",
    rows: ["install by a client"],
    rules: clientThat({ outcome: "pass", reasons: [] }, ["mars"]),
    expected: { outcome: "incomplete", exit: 8, reasons: ["install-unfinished"] },
    shows: ({ skills }) => expect(skills.map(({ install }) => install)).toEqual(Array(4).fill(undefined)),
  },
  {
    title: "a skill whose name the client would take for an option",
    rows: ["install by a client"],
    site: ({ origin }) => foreign(origin, [offeredMd("tides", { entry: { name: "--all" } })]),
    rules: () => ({
      install: {
        names: undefined,
        run: async (skills) => {
          expect(skills).toEqual([]);
          return [];
        },
      },
    }),
    expected: {
      outcome: "failed",
      exit: 7,
      reasons: ["no-report"],
      skills: { "--all": failed("bad-entry", "frontmatter-differs", "install-unfinished") },
    },
  },
  {
    title: "a client that would be given an unsafe archive",
    rows: ["install by a client", "archive unsafe: .."],
    site: async ({ current }) => {
      const site = await current();
      const bytes = tarball([
        { path: "SKILL.md", content: skillMd("moon") },
        { path: "../evil", content: "x" },
      ]);
      const old = digestOf(site.get(MOON) ?? Buffer.alloc(0));
      const index = site.get(INDEX)?.toString().replaceAll(old, digestOf(bytes)) ?? "";
      return put(put(site, MOON, bytes), INDEX, index);
    },
    rules: () => ({
      install: {
        names: ["moon"],
        run: async (skills) => {
          expect(skills).toEqual([]);
          return [];
        },
      },
    }),
    expected: {
      outcome: "failed",
      exit: 7,
      reasons: ["digest-mismatch", "report-differs"],
      skills: { moon: failed("archive-unsafe", "install-unfinished") },
      files: {
        [INDEX]: failed("digest-mismatch"),
        [`agent-skills/${INDEX}`]: failed("scoped-index-differs"),
        [`agent-skills/moon/${INDEX}`]: failed("scoped-index-differs"),
      },
    },
  },
  {
    title: "a client that installs well what has another digest",
    rows: ["install by a client", "mismatch"],
    site: async ({ current }) => changed(await current(), TIDES, flipped),
    rules: clientThat({ outcome: "pass", reasons: [] }),
    expected: { outcome: "failed", exit: 7, skills: { tides: failed("digest-mismatch") } },
  },
];
