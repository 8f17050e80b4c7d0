import type { IndexEntry } from "../../publication/discovery-index.ts";
import { layout } from "../../publication/layout.ts";
import type { Report } from "../../publication/report.ts";
import { servedFiles } from "../../publication/served.ts";
import type { Sums } from "../../publication/sums.ts";
import { compareReport } from "../agreement.ts";
import { setFaults } from "../sets.ts";
import { machineFiles } from "../tree.ts";
import type { Build } from "./build.ts";
import type { FetchedIndex } from "./index-file.ts";
import { unlistedPages } from "./pages.ts";
import type { OwnFiles } from "./publication-files.ts";
import { reason, type Reason } from "./reason.ts";
import type { Listed } from "./served-index.ts";
import type { VerifiedSkill } from "./verification.ts";
import type { Target } from "./target.ts";

/** What is wrong with the index, in the light of the build: an index that offers nothing contradicts a build with skills. */
export function compareIndex({ listed, reasons }: FetchedIndex, build: Build | undefined): Reason[] {
  if (!build) return [...reasons];
  return [
    ...reasons.map((found): Reason => {
      if (found.code === "empty-index") return reason("missing-skills", { count: build.skills.size });
      return found.code === "unknown-schema" ? { ...found, severity: "failed" } : found;
    }),
    ...(listed.length > 0 ? compareCatalogue(listed, build) : []),
  ];
}

/** Skills that only one of index and build has, and entries that differ. Digests are compared with the bytes. */
function compareCatalogue(listed: readonly Listed[], { skills, report }: Build): Reason[] {
  const origin = servedOrigin(listed, skills) ?? report.origin;
  const served = new Set(listed.map(({ name }) => name));
  const differs = (name: string, why: string) => reason("catalogue-differs", { name, reason: why });
  return [
    ...(origin === report.origin ? [] : [reason("other-build", { served: origin, built: report.origin })]),
    ...[...skills.keys()].flatMap((name) =>
      served.has(name) ? [] : [differs(name, "the build has it, the index does not")],
    ),
    ...listed.flatMap(({ name, type, description, url }) => {
      const built = skills.get(name);
      if (!built) return [differs(name, "the index has it, the build does not")];
      return [
        ...(type === built.type
          ? []
          : [differs(name, `the index has the type \`${type}\`, the build \`${built.type}\``)]),
        ...(description === built.description ? [] : [differs(name, "the index has another description")]),
        ...(url === `${origin}/${built.artifact.path}`
          ? []
          : [differs(name, `the index has the address ${url}, the build ${built.artifact.url}`)]),
      ];
    }),
  ];
}

/** The origin with base path that all addresses of an index start with, where the build has others. */
function servedOrigin(listed: readonly Listed[], skills: Build["skills"]): string | undefined {
  const origins = listed.map(({ name, url }) => {
    const path = skills.get(name)?.artifact.path;
    return path !== undefined && url.endsWith(`/${path}`) ? url.slice(0, -path.length - 1) : undefined;
  });
  const [origin] = origins;
  return origins.every((each) => each === origin) ? origin : undefined;
}

/** What the report that is served says otherwise than the index beside it. */
export function compareServedReport(listed: readonly Listed[], report: Report): Reason[] {
  const index = listed.flatMap(({ type, digest, ...entry }): IndexEntry[] =>
    digest !== undefined && (type === "archive" || type === "skill-md") ? [{ ...entry, type, digest }] : [],
  );
  const told = compareReport(index, report).map(({ message }) =>
    message.replace(/^The report and the tree disagree: |\.$/g, ""),
  );
  return [...told, ...setFaults(report)].map((why) => reason("report-differs", { reason: why }));
}

/** What SHA256SUMS says otherwise than the artifacts, and what it leaves out. */
export function compareSums({ report, sums }: OwnFiles, skills: readonly VerifiedSkill[], base: string): Reason[] {
  if (sums.size === 0) return [];
  const known = new Set(report ? machineFiles(report) : []);
  const unlisted = [...known].filter((path) => !sums.has(path));
  const unknown = report ? [...sums.keys()].filter((path) => !known.has(path)) : [];
  const damaged = (path: string, why: string) =>
    reason("sums-damaged", { what: layout.sums, reason: `\`${path}\` ${why}` });
  return [
    ...unknown.map((path) => damaged(path, "is listed, but the report knows nothing of it")),
    ...unlisted.map((path) => damaged(path, "is not listed")),
    ...(report ? servedFiles(report) : []).flatMap(({ path, digest }) => {
      const hex = sums.get(path);
      if (hex === undefined || digest === `sha256:${hex}`) return [];
      return [reason("report-differs", { reason: `it has another digest for \`${path}\` than ${layout.sums}` })];
    }),
    ...skills.flatMap(({ url, actual_digest: found, expected_digest }) => {
      const hex = url.startsWith(`${base}/`) ? sums.get(url.slice(base.length + 1)) : undefined;
      if (hex === undefined || found === null || found !== expected_digest || found === `sha256:${hex}`) return [];
      return [reason("digest-mismatch", { what: url, found, from: layout.sums, expected: `sha256:${hex}` })];
    }),
  ];
}

/** What the list of all files that a build wrote says otherwise than the sums of the publication. */
export function comparePages(pages: Sums | undefined, { sums }: OwnFiles, build: Build | undefined): Reason[] {
  if (!pages) return [];
  return [...new Map([...sums, ...(build?.sums ?? [])])]
    .filter(([path, hex]) => pages.get(path) !== hex)
    .map(([path]) =>
      reason("sums-damaged", { what: layout.files, reason: `\`${path}\` is not in it as ${layout.sums} has it` }),
    );
}

/** Files in our folders that nothing lists and that are no pages either, and how many of them can only be pages. */
export function unlistedFiles(
  { present, pages }: Pick<Target, "present" | "pages">,
  { report, sums }: OwnFiles,
): Reason[] {
  if (!present || sums.size === 0) return [];
  const names = [...(report?.skills ?? []), ...(report?.bundles ?? [])].map(({ name }) => name);
  const sets = (report?.sets ?? []).map(({ name }) => name);
  const isPage = pages
    ? (path: string) => pages.has(path) || path === layout.files
    : unlistedPages(present, { names, sets });
  const unlisted = present.filter((path) => path !== layout.sums && !sums.has(path));
  const count = pages ? 0 : unlisted.filter(isPage).length;
  return [
    ...unlisted.filter((path) => !isPage(path)).map((path) => reason("unlisted-file", { what: path })),
    ...(count > 0 ? [reason("unlisted-pages", { count, list: layout.files })] : []),
  ];
}

/** The scoped indexes of a publication by path, each with the entries of the root index that it must have. */
export function scopesOf(listed: readonly Listed[], report: Report): ReadonlyMap<string, readonly Listed[]> {
  const positions = new Map(listed.map(({ name }, position) => [name, position]));
  const among = (names: ReadonlySet<string>) =>
    [...names]
      .flatMap((name) => positions.get(name) ?? [])
      .toSorted((a, b) => a - b)
      .flatMap((position) => listed[position] ?? []);
  return new Map([
    [layout.areaIndex, listed],
    ...listed.map((entry) => [layout.scopedIndex(entry.name), [entry]] as const),
    ...report.bundles.map(({ name, skills }) => [layout.scopedIndex(name), among(new Set(skills))] as const),
  ]);
}
