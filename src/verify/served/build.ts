import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { sha256 } from "../../artifact/digest.ts";
import { Halt, problem } from "../../problem.ts";
import { layout } from "../../publication/layout.ts";
import { decodeReport, type PublishedSkill, type Report } from "../../publication/report.ts";
import { servedFiles } from "../../publication/served.ts";
import { encodeSums, parseSums, type Sums } from "../../publication/sums.ts";
import { isSystemError } from "../../source/system-error.ts";
import { parseJson } from "../json.ts";
import { TooLarge } from "../installed/read-file.ts";
import { compileSchemas } from "../schemas.ts";
import { readPages } from "./pages.ts";

/** What the publisher built, as their own report says. */
export interface Build {
  readonly report: Report;
  readonly reportSha256: string;
  readonly skills: ReadonlyMap<string, PublishedSkill>;
  /** SHA-256 of files of the build by path: all of its SHA256SUMS, or without one those that the report names. */
  readonly sums: Sums;
  /** True when `sums` has every file of the publication; pages are in none. */
  readonly whole: boolean;
  /** SHA-256 of every other file that it wrote with its pages, by path, where its output lists them. */
  readonly pages: Sums | undefined;
}

/** Most bytes of a report, and of the sums beside it, that are read. */
const REPORT_LIMIT = 256 * 1024 * 1024;

/**
 * Reads the report of a build from a file, or with all its sums from the output folder.
 *
 * @param path absolute path of report.json or of an output folder
 * @param typed the path as the user wrote it
 * @throws Halt `report-unusable`
 */
export function readBuild(path: string, typed: string): Build {
  const unusable = (reason: string) => new Halt(problem("report-unusable", {}, { path: typed, reason }));
  try {
    const isFolder = statSync(path).isDirectory();
    const file = isFolder ? join(path, layout.report) : path;
    const bounded = (each: string) => {
      const stats = statSync(each);
      if (!stats.isFile()) throw unusable(`\`${basename(each)}\` is no file`);
      if (stats.size > REPORT_LIMIT) throw unusable(`\`${basename(each)}\` is larger than ${REPORT_LIMIT} bytes`);
      return readFileSync(each);
    };
    const bytes = bounded(file);
    const { value: report, problems } = parseJson<Report>(bytes, layout.report, {
      validate: compileSchemas().report,
      parse: decodeReport,
    });
    if (!report) throw unusable(problems[0]?.message ?? "it is no report");
    const reportSha256 = sha256(bytes);
    const sums = isFolder ? wholeSums(bounded(join(path, layout.sums))) : namedSums(report, reportSha256);
    if (!sums) throw unusable(`${layout.sums} beside it is damaged`);
    return {
      report,
      reportSha256,
      skills: new Map(report.skills.map((skill) => [skill.name, skill])),
      sums,
      whole: isFolder,
      pages: isFolder ? builtPages(path) : undefined,
    };
  } catch (error) {
    if (error instanceof TooLarge) throw unusable(error.message);
    if (!isSystemError(error)) throw error;
    throw unusable(error.code === "ENOENT" ? "there is no such file" : error.message);
  }
}

function wholeSums(bytes: Buffer): Sums | undefined {
  const sums = parseSums(bytes.toString());
  return sums && new Map([...sums, [layout.sums, sha256(bytes)]]);
}

/** The list of all files that a build with pages wrote, and itself. */
function builtPages(folder: string): Sums | undefined {
  const pages = readPages(folder);
  return pages && new Map([...pages, [layout.files, sha256(encodeSums(pages))]]);
}

function namedSums(report: Report, reportSha256: string): Sums {
  return new Map([
    [layout.report, reportSha256],
    ...servedFiles(report).map(({ path, digest }) => [path, digest.slice("sha256:".length)] as const),
  ]);
}
