import { createHash } from "node:crypto";
import { failed, type Scenario } from "../tools/scenario.ts";
import { changed, edited, flipped, put, resummed, without } from "../tools/site.ts";
import { skillMd } from "../tools/skill.ts";
import { AT, EARLIER, type Stage } from "../tools/stage.ts";
import { tarball } from "../tools/tarball.ts";
import { INDEX } from "../tools/tamper.ts";

const carried = ({ carried: site }: Stage) => site();
const OLD_TIDES = `${EARLIER.tides}/SKILL.md`;
const OLD_MOON = `${EARLIER.moon}/moon.tar.gz`;
const PAGE = Buffer.from("<!doctype html><title>Nothing here</title>");

/** An archive that leads out of the skill, where its digest says that it lies. */
const UNSAFE = tarball([
  { path: "SKILL.md", content: skillMd("moon") },
  { path: "../out.md", content: "x" },
]);
const UNSAFE_AT = `agent-skills/-/at/moon/${createHash("sha256").update(UNSAFE).digest("hex").slice(0, 32)}/moon.tar.gz`;

export const scenarios: readonly Scenario[] = [
  ...(["origin", "folder"] as const).map((at): Scenario => ({
    title: `a publication with earlier snapshots: ${at}`,
    rows: ["snapshots of earlier versions"],
    at,
    site: carried,
    expected: { outcome: "verified", exit: 0, basis: "index" },
  })),
  {
    title: "a publication with earlier snapshots, compared with its build",
    rows: ["snapshots of earlier versions"],
    site: carried,
    flags: async (stage) => ["--report", await stage.folder(await stage.carried())],
    expected: { outcome: "verified", exit: 0, basis: "build" },
  },
  ...[OLD_TIDES, OLD_MOON, `${EARLIER.tides}/manifest.json`, `${EARLIER.moon}/${INDEX}`, `${AT.sun}/SKILL.md`].flatMap(
    (path): Scenario[] => [
      {
        title: `a file of a snapshot is missing: ${path}`,
        rows: ["snapshot missing, changed or a web page"],
        site: async (stage) => without(await stage.carried(), path),
        expected: { outcome: "failed", exit: 7, files: { [path]: failed("missing") } },
      },
      {
        title: `a byte of a file of a snapshot is another: ${path}`,
        rows: ["snapshot missing, changed or a web page"],
        site: async (stage) => changed(await stage.carried(), path, flipped),
        expected: {
          outcome: "failed",
          exit: 7,
          files: { [path]: failed("digest-mismatch") },
        },
      },
      {
        title: `a file of a snapshot is answered with a page: ${path}`,
        rows: ["snapshot missing, changed or a web page"],
        site: carried,
        answer: ({ path: asked }, good) =>
          asked === path
            ? { ...good, status: 200, headers: { ...good.headers, "content-type": "text/html" }, body: PAGE }
            : good,
        expected: { outcome: "failed", exit: 7, files: { [path]: failed("not-the-artifact") } },
      },
    ],
  ),
  {
    title: "a snapshot that was replaced, with its digest in the sums",
    rows: ["snapshot at another version's address"],
    site: async (stage) =>
      resummed(put(await stage.carried(), OLD_TIDES, skillMd("tides", { body: "# Steps\n\nAs it is wanted.\n" }))),
    expected: {
      outcome: "failed",
      exit: 7,
      reasons: ["report-differs"],
      files: {
        [OLD_TIDES]: failed("snapshot-differs"),
        [`${EARLIER.tides}/manifest.json`]: failed("manifest-differs"),
        [`${EARLIER.tides}/${INDEX}`]: failed("scoped-index-differs"),
      },
    },
  },
  ...["agent-skills/tides/manifest.json", "agent-skills/moon/manifest.json", `${EARLIER.moon}/manifest.json`].map(
    (path): Scenario => ({
      title: `a directory manifest that is not that of the artifact: ${path}`,
      rows: ["manifest disagrees with its artifact"],
      site: async (stage) =>
        resummed(changed(await stage.carried(), path, (bytes) => bytes.toString().replace(/"bytes": 1/, '"bytes": 2'))),
      expected: {
        outcome: "failed",
        exit: 7,
        reasons: ["report-differs"],
        files: { [path]: failed("manifest-differs") },
      },
    }),
  ),
  ...[AT.tides, EARLIER.moon].map((folder): Scenario => ({
    title: `the index of a snapshot that names another artifact: ${folder}`,
    rows: ["scoped index disagrees"],
    site: async (stage) =>
      resummed(
        edited(await stage.carried(), `${folder}/${INDEX}`, ({ skills }) =>
          Object.assign(skills[0] ?? {}, { url: `${stage.origin}/agent-skills/rain/SKILL.md` }),
        ),
      ),
    expected: { outcome: "failed", exit: 7, files: { [`${folder}/${INDEX}`]: failed("scoped-index-differs") } },
  })),
  {
    title: "a snapshot with a content type that clients do not take",
    rows: ["snapshots of earlier versions", "content type wrong"],
    site: carried,
    answer: ({ path }, good) =>
      path === OLD_MOON ? { ...good, headers: { ...good.headers, "content-type": "application/octet-stream" } } : good,
    expected: { outcome: "failed", exit: 7, files: { [OLD_MOON]: failed("content-type") } },
  },
  {
    title: "an archive among the snapshots that the report does not know, and that is not safe",
    rows: ["snapshots of earlier versions"],
    site: async (stage) => resummed(put(await stage.carried(), UNSAFE_AT, UNSAFE)),
    expected: {
      outcome: "failed",
      exit: 7,
      reasons: ["sums-damaged"],
      files: { [UNSAFE_AT]: failed("archive-unsafe") },
    },
  },
];
