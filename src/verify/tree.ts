import pMap from "p-map";
import { sha256 } from "../artifact/digest.ts";
import { readFrontMatter } from "../front-matter/read.ts";
import { byBytes } from "../order.ts";
import { problem, type Problem, sorted } from "../problem.ts";
import type { IndexEntry } from "../publication/discovery-index.ts";
import { isOwnPath, layout, urlOf } from "../publication/layout.ts";
import type { PublishedSkill, Report } from "../publication/report.ts";
import { parseSums } from "../publication/sums.ts";
import { openArchive } from "./archive.ts";
import { listLocal, readLocal } from "./local.ts";
import { compileSchemas, type Schemas } from "./schemas.ts";

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
export async function verifyTree(root: string): Promise<Problem[]> {
  const schemas = compileSchemas();
  const problems: Problem[] = [];
  const report = readJson<Report>(root, layout.report, schemas.report, problems);
  const index = readJson<{ skills: IndexEntry[] }>(root, layout.index, schemas.index, problems);
  if (!report || !index) return problems;

  problems.push(...disagreements(index.skills, report));
  const reported = new Map(report.skills.map((skill) => [skill.name, skill]));
  const read = new Map<string, string>();
  const found = await pMap(index.skills, (entry) => verifyArtifact(hashing(root, read), entry, { report, skill: reported.get(entry.name) }), { concurrency: IN_FLIGHT });
  problems.push(...found.flat());

  const sums = readSums(root, problems);
  const entries = new Map(index.skills.map((entry) => [entry.name, JSON.stringify(entry)]));
  for (const [path, hex] of sums) {
    const known = read.get(path);
    const bytes = known === undefined ? readLocal(root, path) : undefined;
    const actual = known ?? (bytes && sha256(bytes));
    if (actual === undefined) problems.push(problem("sums-disagree", { path }, { reason: "the file is listed, but missing" }));
    else if (actual !== hex) problems.push(problem("digest-mismatch", { path }, { path, found: actual, expected: hex }));
    else if (bytes && path.endsWith(`/${layout.index}`)) problems.push(...verifyScoped(bytes, path, { entries, schemas }));
  }
  return sorted(problems);
}

/** Files in our folders that SHA256SUMS does not list; in a tree that holds machine files only there must be none. */
export function unlistedFiles(root: string): Problem[] {
  const problems: Problem[] = [];
  const sums = readSums(root, problems);
  const unlisted = listLocal(root).filter((path) => path !== layout.sums && !sums.has(path));
  return [...problems, ...unlisted.map((path) => problem("sums-disagree", { path }, { reason: "the file is there, but not listed" }))];
}

function readSums(root: string, problems: Problem[]): ReadonlyMap<string, string> {
  const sums = parseSums(readLocal(root, layout.sums)?.toString() ?? "");
  const usable = sums !== undefined && sums.size > 0 && [...sums.keys()].every((path) => isOwnPath(path) && !path.split("/").includes(".."));
  if (usable) return sums;
  problems.push(problem("sums-disagree", { path: layout.sums }, { reason: "the file is missing, empty or damaged" }));
  return new Map();
}

/** Reads and validates one of our JSON files. The schema vouches for the type. */
function readJson<T>(root: string, path: string, validate: (value: unknown) => string[], problems: Problem[]): T | undefined {
  const bytes = readLocal(root, path);
  if (!bytes) {
    problems.push(problem("index-missing", { path }, { path }));
    return undefined;
  }
  const wrong = validateJson(bytes, path, validate);
  problems.push(...wrong);
  return wrong.length > 0 ? undefined : JSON.parse(bytes.toString());
}

function validateJson(bytes: Buffer, path: string, validate: (value: unknown) => string[]): Problem[] {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [problem("index-not-json", { path }, { reason: error.message })];
  }
  return validate(value).map((reason) => problem("report-disagrees", { path }, { reason: `the schema says: ${reason}` }));
}

function disagreements(index: readonly IndexEntry[], { skills }: Report): Problem[] {
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(", ");
  const problems: Problem[] = [];
  const order = index.toSorted((a, b) => byBytes(a.name, b.name));
  if (names(order) !== names(index) || new Set(index.map(({ name }) => name)).size !== index.length) {
    problems.push(problem("report-disagrees", { path: layout.index }, { reason: "the index is not sorted by name, or has a name twice" }));
  }
  if (names(skills) !== names(index)) {
    problems.push(problem("report-disagrees", { path: layout.report }, { reason: `the report lists ${skills.length} skills, the index ${index.length}, or others` }));
  }
  return problems;
}

/** A file of the tree with its SHA-256. */
interface Hashed {
  readonly bytes: Buffer;
  readonly hex: string;
}

/** Reads files of a tree and keeps their hashes, so that none is read or hashed twice. */
function hashing(root: string, hashes: Map<string, string>): (path: string) => Hashed | undefined {
  return (path) => {
    const bytes = readLocal(root, path);
    if (!bytes) return undefined;
    const hex = sha256(bytes);
    hashes.set(path, hex);
    return { bytes, hex };
  };
}

async function verifyArtifact(readFile: (path: string) => Hashed | undefined, entry: IndexEntry, { report, skill }: { report: Report; skill: PublishedSkill | undefined }): Promise<Problem[]> {
  const { name, url, type } = entry;
  const path = type === "archive" ? layout.archive(name) : layout.skillMd(name);
  if (url !== urlOf({ base: report.origin }, path)) {
    return [problem("report-disagrees", { path: layout.index }, { reason: `the url of \`${name}\` is not \`${urlOf({ base: report.origin }, path)}\`` })];
  }
  const file = readFile(path);
  if (!file) return [problem("artifact-missing", { path }, { name, path })];
  const { bytes, hex } = file;
  if (`sha256:${hex}` !== entry.digest) return [problem("digest-mismatch", { path }, { path, found: `sha256:${hex}`, expected: entry.digest })];
  if (skill?.artifact.digest !== entry.digest) return [problem("report-disagrees", { path: layout.report }, { reason: `the digest of \`${name}\` is not that of the index` })];
  if (type === "skill-md") return verifySkillMd(bytes, entry, path);

  const archive = await openArchive(bytes);
  if (archive.reason !== undefined) return [problem("archive-unsafe", { path }, { path, reason: archive.reason })];
  const listed = (files: Iterable<readonly [string, string, string]>) => [...files].map((file) => file.join(" ")).toSorted(byBytes).join("\n");
  const inside = listed([...archive.files].map(([inner, file]) => [file.executable ? "0755" : "0644", sha256(file.bytes), inner]));
  if (inside !== listed(skill.files.map((file) => [file.mode, file.sha256, file.path]))) {
    return [problem("report-disagrees", { path: layout.report }, { reason: `the files of \`${name}\` are not those of its archive` })];
  }
  const skillMd = archive.files.get("SKILL.md")?.bytes ?? new Uint8Array();
  if (readFile(layout.skillMd(name))?.hex !== sha256(skillMd)) {
    return [problem("report-disagrees", { path: layout.skillMd(name) }, { reason: "it is not the SKILL.md of the archive" })];
  }
  return verifySkillMd(skillMd, entry, path);
}

function verifySkillMd(bytes: Uint8Array, { name, description }: IndexEntry, path: string): Problem[] {
  const { frontMatter } = readFrontMatter(bytes, path);
  if (!frontMatter) return [problem("front-matter-disagrees", { path }, { field: "front matter", name })];
  const fields = [["name", frontMatter.name === name], ["description", frontMatter.description === description]] as const;
  return fields.filter(([, agrees]) => !agrees).map(([field]) => problem("front-matter-disagrees", { path }, { field, name }));
}

function verifyScoped(bytes: Buffer, path: string, { entries, schemas }: { entries: ReadonlyMap<string, string>; schemas: Schemas }): Problem[] {
  const invalid = validateJson(bytes, path, schemas.index);
  if (invalid.length > 0) return invalid;
  const { skills }: { skills: IndexEntry[] } = JSON.parse(bytes.toString());
  const stranger = skills.find((entry) => entries.get(entry.name) !== JSON.stringify(entry));
  if (stranger) return [problem("scoped-index-disagrees", { path }, { reason: `\`${stranger.name}\`` })];
  if (path === layout.areaIndex && skills.length !== entries.size) return [problem("scoped-index-disagrees", { path }, { reason: "it does not list every skill" })];
  return [];
}
