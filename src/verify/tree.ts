import pMap from "p-map";
import { problem, type Problem, sorted } from "../problem.ts";
import type { IndexEntry } from "../publication/discovery-index.ts";
import { artifactPath, isOwnPath, layout, snapshotFiles } from "../publication/layout.ts";
import { decodeReport, type Report } from "../publication/report.ts";
import { servedFiles } from "../publication/served.ts";
import { parseSums } from "../publication/sums.ts";
import { compareReport, compareServed, judgeEntries } from "./agreement.ts";
import { verifyArtifact } from "./artifact.ts";
import type { TreeFiles } from "./files.ts";
import { type InspectedTree, inspectedTree } from "./inspection.ts";
import { parseJson, type Reader } from "./json.ts";
import { listLocal, readLocal } from "./local.ts";
import { compileSchemas } from "./schemas.ts";
import { verifySnapshots } from "./snapshots.ts";
import { verifySets } from "./sets.ts";
import { verifyScoped } from "./scoped.ts";

/** Artifacts that are open at the same time. */
const IN_FLIGHT = 8;

/**
 * Checks a publication from the bytes on disk, starting at `index.json` as a client would: every URL has its artifact,
 * every digest matches, every archive lists flat with `SKILL.md` first, the front matter inside agrees with the index,
 * scoped indexes agree with the root, the report with the tree, and SHA256SUMS with every file it lists.
 *
 * @param root absolute path of the folder that is served at the origin
 * @returns every disagreement; an empty list means that all of it was read and agrees
 */
export async function verifyTree(root: string): Promise<readonly Problem[]> {
  return (await readBack(inspectedTree(root))).problems;
}

/** A publication as it was read back. */
export interface ReadBack {
  /** The report on disk, when it could be read. */
  readonly report: Report | undefined;
  readonly problems: readonly Problem[];
}

/** Checks a publication as `verifyTree` does, and gives the report that was read. */
export async function readBack(tree: InspectedTree): Promise<ReadBack> {
  const schemas = compileSchemas();
  const { root, files } = tree;
  const problems: Problem[] = [];
  const report = readJson<Report>(files, layout.report, { validate: schemas.report, parse: decodeReport }, problems);
  const rootIndex = readJson<{ skills: IndexEntry[] }>(files, layout.index, { validate: schemas.index }, problems);
  if (!report || !rootIndex) return { report, problems };

  const index = rootIndex.skills;
  problems.push(...judgeEntries(index, report.origin), ...compareReport(index, report));
  const skills = new Map(report.skills.map((skill) => [skill.name, skill]));
  const verify = async (entry: IndexEntry) => {
    const skill = skills.get(entry.name);
    if (!skill) return [];
    const around = { base: report.origin, schemas };
    return [...(await verifyArtifact(tree, entry, skill)), ...(await verifySnapshots(tree, skill, around))];
  };
  problems.push(...(await pMap(index, verify, { concurrency: IN_FLIGHT })).flat());
  problems.push(...verifyScoped(files, { index, report, schemas }), ...verifySets(files, report));
  const told = new Set(problems.filter(({ code }) => code === "digest-mismatch").map(({ path }) => path));
  const sumProblems = verifySums(readSums(root, problems), files, machineFiles(report));
  problems.push(...sumProblems.filter(({ path }) => !told.has(path)));
  problems.push(...compareServed(report, files));
  return { report, problems: sorted(problems) };
}

/** Files in our folders that SHA256SUMS does not list; in a tree that holds machine files only there must be none. */
export function unlistedFiles(root: string): Problem[] {
  const sums = readSums(root, []);
  const unlisted = listLocal(root).filter((path) => path !== layout.sums && !sums.has(path));
  return unlisted.map((path) => problem("sums-disagree", { path }, { reason: "the file is there, but not listed" }));
}

/** Files in our folders of a site that are neither listed nor pages; they may be somebody's own. */
export function strangers(root: string): Problem[] {
  return unlistedFiles(root).flatMap(({ path = "" }) =>
    path.endsWith(".html") || path === layout.files || path.startsWith(`${layout.search}/`)
      ? []
      : [problem("unlisted-file", { path })],
  );
}

function verifySums(sums: ReadonlyMap<string, string>, files: TreeFiles, expected: readonly string[]): Problem[] {
  const disagrees = (path: string, reason: string) => problem("sums-disagree", { path }, { reason });
  if (sums.size === 0) return [];
  const known = new Set(expected);
  return [
    ...[...sums.keys()]
      .filter((path) => !known.has(path))
      .map((path) => disagrees(path, "the file is listed, but the report knows nothing of it")),
    ...expected.filter((path) => !sums.has(path)).map((path) => disagrees(path, "the file is not listed")),
    ...[...sums].flatMap(([path, sum]) => {
      const found = files.found(path)?.hex;
      if (found === undefined) return [disagrees(path, "the file is listed, but missing")];
      return found === sum ? [] : [problem("digest-mismatch", { path }, { path, found, expected: sum })];
    }),
  ];
}

/** Paths of everything a publication with this report must hold. */
export function machineFiles(report: Report): string[] {
  const { skills, bundles } = report;
  const scopes = [...skills, ...bundles].map(({ name }) => layout.scopedIndex(name));
  const snapshots = skills.flatMap(({ name, snapshots: own }) =>
    own.map(({ version }) => snapshotFiles(name, version).index),
  );
  const served = [...servedFiles(report).map(({ path }) => path), ...skills.map(artifactPath)];
  const own = [layout.areaIndex, layout.report, layout.checklist, layout.llms];
  return [...new Set([...own, ...scopes, ...snapshots, ...served])];
}

function readSums(root: string, problems: Problem[]): ReadonlyMap<string, string> {
  const sums = parseSums(readLocal(root, layout.sums)?.toString() ?? "");
  const usable =
    sums !== undefined &&
    sums.size > 0 &&
    [...sums.keys()].every((path) => isOwnPath(path) && !path.split("/").includes(".."));
  if (usable) return sums;
  problems.push(problem("sums-disagree", { path: layout.sums }, { reason: "the file is missing, empty or damaged" }));
  return new Map();
}

function readJson<T>(files: TreeFiles, path: string, json: Reader, problems: Problem[]): T | undefined {
  const bytes = files.read(path);
  if (!bytes) {
    problems.push(problem("index-missing", { path }, { path }));
    return undefined;
  }
  const { value, problems: found } = parseJson<T>(bytes, path, json);
  problems.push(...found);
  return value;
}
