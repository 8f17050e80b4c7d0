import { expect } from "vitest";
import { failed, type Scenario } from "../tools/scenario.ts";
import { changed, flipped, put, resummed, without } from "../tools/site.ts";
import { EARLIER, type Stage } from "../tools/stage.ts";
import { INDEX, REPORT } from "../tools/tamper.ts";

const sets = ({ sets: site }: Stage) => site();
const MANIFEST = "sets/sky.skill-set.json";
const LOCK = "sets/sky.skill-set.lock.json";
const NEW_LOCK = "sets/sky/1.1.0/sky.skill-set.lock.json";
const OLD_MANIFEST = "sets/sky/1.0.0/sky.skill-set.json";
const OLD_LOCK = "sets/sky/1.0.0/sky.skill-set.lock.json";
const PAGE = Buffer.from("<!doctype html><title>Nothing here</title>");

/** A document, and something else that is said in it with the same length. */
const SAID: readonly (readonly [path: string, from: RegExp, to: string])[] = [
  [MANIFEST, /"name": "sky"/, '"name": "sea"'],
  [OLD_MANIFEST, /"version": "1.0.0"/, '"version": "1.1.0"'],
  [OLD_MANIFEST, /@tides"/, '@tidex"'],
  [LOCK, /"setHash": "..../, '"setHash": "0000'],
  [OLD_LOCK, /"computedHash": "..../, '"computedHash": "0000'],
  [OLD_LOCK, /"setVersion": "1.0.0"/, '"setVersion": "1.1.0"'],
  [NEW_LOCK, /"skill": "moon"/, '"skill": "mood"'],
];

export const scenarios: readonly Scenario[] = [
  ...(["origin", "folder"] as const).map((at): Scenario => ({
    title: `a publication with a set in two versions: ${at}`,
    rows: ["skill sets"],
    at,
    site: sets,
    expected: { outcome: "verified", exit: 0, basis: "index" },
  })),
  {
    title: "a publication with a set, compared with its build",
    rows: ["skill sets"],
    site: sets,
    flags: async (stage) => ["--report", await stage.folder(await stage.sets())],
    expected: { outcome: "verified", exit: 0, basis: "build" },
  },
  ...[MANIFEST, LOCK, OLD_MANIFEST, OLD_LOCK].flatMap((path): Scenario[] => [
    {
      title: `a document of a set is missing: ${path}`,
      rows: ["set document missing, changed or a web page"],
      site: async (stage) => without(await stage.sets(), path),
      expected: { outcome: "failed", exit: 7, files: { [path]: failed("missing") } },
    },
    {
      title: `a byte of a document of a set is another: ${path}`,
      rows: ["set document missing, changed or a web page"],
      site: async (stage) => changed(await stage.sets(), path, flipped),
      expected: { outcome: "failed", exit: 7, files: { [path]: failed("digest-mismatch") } },
    },
    {
      title: `a document of a set is answered with a page: ${path}`,
      rows: ["set document missing, changed or a web page"],
      site: sets,
      answer: ({ path: asked }, good) =>
        asked === path
          ? { ...good, status: 200, headers: { ...good.headers, "content-type": "text/html" }, body: PAGE }
          : good,
      expected: { outcome: "failed", exit: 7, files: { [path]: failed("not-the-artifact") } },
    },
  ]),
  ...[`${EARLIER.tides}/SKILL.md`, `${EARLIER.moon}/${INDEX}`].map((path): Scenario => ({
    title: `a file of a snapshot that a set pins is missing: ${path}`,
    rows: ["set that pins what is not served"],
    site: async (stage) => without(await stage.sets(), path),
    expected: { outcome: "failed", exit: 7, reasons: ["set-broken"], files: { [path]: failed("missing") } },
    shows: ({ reasons }) => expect(reasons[0]?.message).toContain("`sky` 1.0.0"),
  })),
  ...SAID.map(([path, from, to]): Scenario => ({
    title: `a document of a set that says something else, with its digest in the sums: ${path} with ${to}`,
    rows: ["set disagrees with the report"],
    site: async (stage) => resummed(changed(await stage.sets(), path, (bytes) => bytes.toString().replace(from, to))),
    expected: { outcome: "failed", exit: 7, reasons: ["report-differs"], files: { [path]: failed("set-differs") } },
  })),
  {
    title: "a document of a set that is none, with its digest in the sums",
    rows: ["set disagrees with the report"],
    site: async (stage) => resummed(put(await stage.sets(), OLD_LOCK, PAGE)),
    expected: { outcome: "failed", exit: 7, reasons: ["report-differs"], files: { [OLD_LOCK]: failed("set-differs") } },
  },
  {
    title: "a report in which a set pins a snapshot that is not published",
    rows: ["set disagrees with the report"],
    site: async (stage) =>
      resummed(
        changed(await stage.sets(), REPORT, (bytes) =>
          bytes.toString().replaceAll(/"snapshot":"[0-9a-f]{32}"/g, `"snapshot":"${"0".repeat(32)}"`),
        ),
      ),
    // What the locks pin is not what the report says of them either.
    expected: {
      outcome: "failed",
      exit: 7,
      reasons: ["report-differs"],
      files: {
        [LOCK]: failed("set-differs"),
        [NEW_LOCK]: failed("set-differs"),
        [OLD_LOCK]: failed("set-differs"),
      },
    },
  },
];
