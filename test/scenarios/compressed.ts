import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect } from "vitest";
import type { Answer } from "../tools/host.ts";
import { failed, type Scenario } from "../tools/scenario.ts";
import { AT, MOON, TIDES } from "../tools/stage.ts";
import { INDEX } from "../tools/tamper.ts";

const ENCODINGS = [
  ["gzip", gzipSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
  ["deflate", deflateSync],
] as const;

const encoded = (good: Answer, encoding: string, body: Buffer): Answer => ({
  ...good,
  headers: { ...good.headers, "content-encoding": encoding },
  body,
});

export const scenarios: readonly Scenario[] = [
  ...ENCODINGS.map(([encoding, compress]): Scenario => ({
    title: `a host that compresses text with ${encoding}, whatever was asked for`,
    rows: ["transformed: SKILL.md compressed", "transformed: length of the encoded body"],
    answer: ({ path }, good) =>
      path.endsWith(".gz") || good.status !== 200 ? good : encoded(good, encoding, compress(good.body)),
    expected: { outcome: "verified", exit: 0, basis: "index" },
    shows: ({ skills }) => {
      expect(skills.map(({ name, content_encoding }) => `${name} ${content_encoding ?? "-"}`)).toEqual([
        "moon -",
        `rain ${encoding}`,
        `sun ${encoding}`,
        `tides ${encoding}`,
      ]);
      expect(skills.map(({ size }) => size)).not.toContain(null);
    },
  })),
  {
    title: "a host that compresses an archive a second time",
    rows: ["transformed: archive compressed twice"],
    answer: ({ path }, good) => (path === MOON ? encoded(good, "gzip", gzipSync(good.body)) : good),
    expected: { outcome: "verified", exit: 0 },
    shows: ({ skills }) => expect(skills[0]?.content_encoding).toBe("gzip"),
  },
  {
    title: "a host that says an archive is encoded because it is gzip",
    rows: ["transformed: archive labelled as gzip", "fault of a host"],
    answer: ({ path }, good) =>
      path.endsWith(".tar.gz") && good.status === 200 ? encoded(good, "gzip", good.body) : good,
    expected: {
      outcome: "failed",
      exit: 7,
      skills: { moon: { ...failed("digest-mismatch"), diagnosis: "archive-mislabelled-encoding" } },
      files: Object.fromEntries(
        ["agent-skills/sky-bundle.tar.gz", `${AT.moon}/moon.tar.gz`].map((path) => [
          path,
          { ...failed("digest-mismatch"), diagnosis: "archive-mislabelled-encoding" as const },
        ]),
      ),
    },
  },
  ...["gzip", "br"].map((encoding): Scenario => ({
    title: `a host that says a SKILL.md is ${encoding}, which it is not`,
    rows: ["fault of a host"],
    answer: ({ path }, good) => (path === TIDES ? encoded(good, encoding, good.body) : good),
    expected: {
      outcome: "failed",
      exit: 7,
      skills: { tides: { ...failed("not-the-artifact"), diagnosis: "wrong-encoding" } },
    },
  })),
  {
    title: "a host that says the index is gzip, which it is not",
    rows: ["fault of a host"],
    answer: ({ path }, good) => (path === INDEX ? encoded(good, "gzip", good.body) : good),
    expected: { outcome: "failed", exit: 7, reasons: ["not-the-artifact"] },
  },
];
