import { expect, test } from "vitest";
import type { Download } from "../../../../src/catalog/scripts/check/download.ts";
import { compareFiles } from "../../../../src/catalog/scripts/check/file-rows.ts";
import { answerOf, type Reason } from "../../../../src/catalog/scripts/check/reason.ts";
import { type Fetched, judge, type Promised } from "../../../../src/catalog/scripts/check/verdict.ts";

const A = "a".repeat(64);
const B = "b".repeat(64);
const C = "c".repeat(64);
const url = "https://docs.example.com/agent-skills/moon.tar.gz";
const listed = [
  { path: "SKILL.md", sha256: A, executable: false },
  { path: "scripts/run", sha256: B, executable: true },
];
const found = listed.map((file) => ({ ...file, size: 7 }));
const page: Promised = { what: "archive", url, digest: `sha256:${A}`, files: listed };
const fetched: Fetched = {
  digest: `sha256:${A}`,
  size: 99,
  contents: { files: found },
  isBareTar: false,
  contentEncoding: "",
};
const entry = { url, digest: `sha256:${A}` };
const missing: Reason = { severity: "failed", code: "missing", message: "", hint: "" };
const unreachable: Reason = { ...missing, severity: "incomplete", code: "unreachable" };
const unknown: Reason = { ...missing, severity: "unverifiable", code: "unknown-schema" };
const other = { ...entry, digest: `sha256:${B}` };
const codes = (...given: Parameters<typeof judge>) => {
  const { outcome, reasons } = judge(...given);
  return [outcome, ...reasons.map(({ code }) => code)];
};
const sentences = (...given: Parameters<typeof judge>) =>
  judge(...given)
    .reasons.map(({ message, hint }) => `${message} ${hint}`)
    .join("\n");

test("bytes, page, index and every file have to agree before it says verified", () => {
  expect(codes(page, fetched, entry)).toEqual(["verified"]);
  expect(judge(page, fetched, entry).files.map(({ state }) => state)).toEqual(["same", "same"]);
});

test("without an artifact or without an index it is never verified, and the worst decides", () => {
  expect(codes(page, missing, entry)).toEqual(["failed", "missing"]);
  expect(codes(page, fetched, missing)).toEqual(["failed", "missing"]);
  expect(codes(page, fetched, unreachable)).toEqual(["incomplete", "unreachable"]);
  expect(codes(page, fetched, unknown)).toEqual(["unverifiable", "unknown-schema"]);
  expect(codes(page, unreachable, unknown)).toEqual(["incomplete", "unreachable", "unknown-schema"]);
  expect(codes(page, unreachable, missing)).toEqual(["failed", "unreachable", "missing"]);
  expect(codes({ ...page, files: [] }, fetched, entry)).toEqual(["failed", "files-differ"]);
});

test("a digest that differs is explained by who agrees with whom", () => {
  const changed = { ...fetched, digest: `sha256:${C}` };
  expect(codes(page, fetched, other)).toEqual(["failed", "digest-mismatch"]);
  expect(sentences(page, fetched, other)).toContain("is the one of this page, but the index names another digest");
  expect(sentences({ ...page, digest: `sha256:${B}` }, fetched, entry)).toContain("the page is of another build");
  expect(sentences(page, changed, entry)).toContain("not the one that this page and the index name");
  expect(sentences(page, changed, other)).toContain("The index names a third one.");
  expect(codes(page, changed, missing)).toEqual(["failed", "digest-mismatch", "missing"]);
  expect(sentences(page, changed, missing)).toContain("not the one that this page names");
});

test("a changed archive is not to be installed; one that was only packed again is told apart", () => {
  const changed = { ...fetched, digest: `sha256:${C}` };
  expect(sentences(page, changed, entry)).toContain("packed or encoded again on its way");
  const [first] = found;
  const files = first ? [first, { path: "scripts/run", size: 7, sha256: C, executable: true }] : [];
  const tampered = judge(page, { ...changed, contents: { files } }, entry);
  expect(tampered.reasons.map(({ code }) => code)).toEqual(["digest-mismatch", "files-differ"]);
  expect(tampered.reasons[0]?.hint).toContain("Do not install it.");
  expect(tampered.reasons[1]?.message).toBe("1 file of the archive is not as on this page: scripts/run.");
});

test("a tar that the browser was made to unpack is told from one that is not compressed", () => {
  const bare = { ...fetched, digest: `sha256:${C}`, isBareTar: true };
  expect(codes(page, { ...bare, contentEncoding: "gzip" }, entry)).toEqual(["failed", "archive-mislabelled-encoding"]);
  expect(sentences(page, { ...bare, contentEncoding: "gzip" }, entry)).toMatch(
    /“Content-Encoding: gzip”.*The files in it are those of this page.*no Content-Encoding\./,
  );
  expect(codes(page, bare, entry)).toEqual(["failed", "digest-mismatch"]);
  expect(sentences(page, bare, entry)).toContain("it is not compressed");
});

test("a digest that agrees excuses neither an unsafe archive nor other files nor another address", () => {
  const unsafe = { ...fetched, contents: { reason: "`../a` is not a plain relative path", limit: false } };
  expect(codes(page, unsafe, entry)).toEqual(["failed", "archive-unsafe"]);
  const large = { ...fetched, contents: { reason: "it has more than 1,000 files", limit: true } };
  expect(codes(page, large, entry)).toEqual(["incomplete", "read-limit"]);
  expect(codes({ ...page, files: listed.slice(1) }, fetched, entry)).toEqual(["failed", "files-differ"]);
  const moved = { ...entry, url: "https://evil.example/\u202Egz" };
  expect(codes(page, fetched, moved)).toEqual(["failed", "catalogue-differs"]);
  expect(sentences(page, fetched, moved)).toContain("https://evil.example/⟦U+202E⟧gz");
});

test("a SKILL.md with another digest is said once; one that contradicts the page's own list is said", () => {
  const file = { path: "SKILL.md", size: 7, sha256: A, executable: undefined };
  const single: Promised = { ...page, what: "SKILL.md", files: listed.slice(0, 1) };
  const whole = { ...fetched, contents: { files: [file] } };
  expect(codes(single, whole, entry)).toEqual(["verified"]);
  const changed = { ...whole, digest: `sha256:${C}`, contents: { files: [{ ...file, sha256: C }] } };
  expect(codes(single, changed, entry)).toEqual(["failed", "digest-mismatch"]);
  const contradicted = { ...single, files: [{ path: "SKILL.md", sha256: B, executable: false }] };
  expect(codes(contradicted, whole, entry)).toEqual(["failed", "files-differ"]);
});

test("files are compared by path, bytes and mode, and names are written so that everybody sees them", () => {
  const rows = compareFiles(
    [
      { path: "a\u202Eb", size: 1, sha256: A, executable: false },
      { path: "mode", size: 1, sha256: A, executable: true },
      { path: "bytes", size: 1, sha256: B, executable: false },
      { path: "new", size: 1, sha256: C, executable: false },
    ],
    ["a⟦U+202E⟧b", "mode", "bytes", "gone"].map((path) => ({ path, sha256: A, executable: false })),
  );
  expect(rows.map(({ path, state, listed: onPage }) => [path, state, onPage])).toEqual([
    ["a⟦U+202E⟧b", "same", undefined],
    ["mode", "other mode", undefined],
    ["bytes", "other bytes", A],
    ["new", "not on this page", undefined],
    ["gone", "missing", A],
  ]);
});

test.each<[string, Download, Reason["severity"], string]>([
  ["404", { kind: "status", status: 404 }, "failed", "missing"],
  ["410", { kind: "status", status: 410 }, "failed", "missing"],
  ["401", { kind: "status", status: 401 }, "incomplete", "access-denied"],
  ["403", { kind: "status", status: 403 }, "incomplete", "access-denied"],
  ["429", { kind: "status", status: 429 }, "incomplete", "unreachable"],
  ["503", { kind: "status", status: 503 }, "incomplete", "unreachable"],
  ["no answer", { kind: "unreachable" }, "incomplete", "unreachable"],
  ["too much", { kind: "too-large", limit: 1024 * 1024 }, "incomplete", "read-limit"],
  ["a web page", html("<!DOCTYPE html><title>x", "text/html; charset=utf-8"), "failed", "not-the-artifact"],
  ["a web page under another type", html("\n<html lang=en>", "application/gzip"), "failed", "not-the-artifact"],
])("%s instead of an archive is a reason", (_, download, severity, code) => {
  const asked = { what: "archive", address: "https://docs.example.com/agent-skills/moon.tar.gz" } as const;
  expect(answerOf(download, asked)).toMatchObject({ severity, code });
});

test("a SKILL.md under the type of a web page is a SKILL.md all the same", () => {
  const download = html("---\nname: moon\n---\n", "text/html");
  expect(answerOf(download, { what: "SKILL.md", address: "https://docs.example.com/x/SKILL.md" })).toBe(download);
});

function html(text: string, contentType: string): Download {
  return { kind: "bytes", bytes: new TextEncoder().encode(text), contentType, contentEncoding: "" };
}
