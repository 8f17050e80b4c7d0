import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { Halt, problem, type Problem, sorted } from "../problem.ts";
import { compose, stops } from "../publication/compose.ts";
import { encodeJson } from "../publication/discovery-index.ts";
import { layout } from "../publication/layout.ts";
import { isSystemError } from "../source/system-error.ts";
import { fetchIndex } from "../verify/fetch-index.ts";
import { INDEX_LIMIT, judgeIndex } from "../verify/foreign-index.ts";
import { strangers, verifyTree } from "../verify/tree.ts";
import { visible } from "../visible.ts";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";
import { packing, show, shown } from "./show.ts";
import { count, counted } from "./summary.ts";
import { workFor } from "./work.ts";

/** What was looked at and what is wrong with it. */
interface Findings {
  /** Words for what was looked at, and for the place of its problems. */
  readonly what: string;
  readonly where: string;
  readonly problems: readonly Problem[];
  /** Put before the paths of the problems. */
  readonly base: string;
  readonly strict: boolean;
}

/** Says what is wrong with a source, a built publication or somebody's index; writes nothing. Exit code 0 or 1. */
export async function check(args: Arguments, io: Io): Promise<number> {
  const { what, where, problems, base, strict } = await examine(args, io);
  io.progress("");
  const exitCode = problems.some((each) => stops(each, strict)) ? 1 : 0;
  if (args.flags.json) io.out(encodeJson({ command: "check", exitCode, checked: what, problems }).toString());
  show(problems, io, base);
  const say = args.flags.json ? io.err : io.out;
  const warnings = problems.length > 0 ? `, with ${counted(problems)}` : "";
  if (exitCode === 0) say(`${io.paint("green", "Good:")} ${visible(what)}${warnings}.\n`);
  else io.err(`${io.paint("red", "Not good:")} ${count(problems.length, "problem")} in ${visible(where)}.\n`);
  return exitCode;
}

async function examine(args: Arguments, io: Io): Promise<Findings> {
  const { target, options } = args;
  const strict = options.strict ?? false;
  if (target === undefined) return checkSource(args, io);
  if (/^https?:\/\//i.test(target)) {
    const address = indexAddress(target);
    return {
      what: address,
      where: address,
      problems: judgeIndex(await fetchIndex(address), address),
      base: "",
      strict,
    };
  }
  const path = resolve(io.invokedFrom, target);
  const where = shown(path, io);
  if (kindOf(path, target) === "file") {
    return { what: where, where, problems: judgeIndex(readFileSync(path), where), base: "", strict };
  }
  if ([layout.index, layout.report, layout.sums].some((file) => existsSync(join(path, file)))) {
    const problems = sorted([...(await verifyTree(path)), ...strangers(path)]);
    return { what: `the publication in ${where}`, where, problems, base: `${where}/`, strict };
  }
  return checkSource({ ...args, options: { ...options, source: path } }, io);
}

/** The address of an index; for a site or a page it is the one that clients ask for. */
function indexAddress(target: string): string {
  if (!URL.canParse(target)) throw new Halt(problem("usage", {}, { reason: `\`${target}\` is not an address` }));
  const url = new URL(target);
  return url.pathname.endsWith(".json") ? target : `${url.origin}${url.pathname.replace(/\/$/, "")}/${layout.index}`;
}

function kindOf(path: string, target: string): "file" | "folder" {
  const refuse = (reason: string) => new Halt(problem("usage", {}, { reason: `\`${target}\` ${reason}` }));
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) return "folder";
    if (!stats.isFile()) throw refuse("is neither a file nor a folder");
    if (stats.size > INDEX_LIMIT) throw refuse(`has more than ${INDEX_LIMIT} bytes, so it is no index`);
    return "file";
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw refuse(error.code === "ENOENT" ? "does not exist" : `cannot be read (${error.code})`);
  }
}

async function checkSource(args: Arguments, io: Io): Promise<Findings> {
  const { request } = await workFor(args, io);
  const { skills, problems } = await compose(request, undefined, packing(io));
  const where = shown(request.source, io);
  return {
    what: `${count(skills.length, "skill")} in ${where}`,
    where,
    // Where it will be served is a question of the build.
    problems: sorted(problems.filter(({ code }) => code !== "placeholder-origin")),
    base: `${where}/`,
    strict: request.strict,
  };
}
