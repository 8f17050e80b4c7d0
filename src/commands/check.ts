import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { Halt, problem, type Problem, sorted } from "../problem.ts";
import { compose, stops } from "../publication/compose.ts";
import { encodeJson } from "../publication/discovery-index.ts";
import { layout } from "../publication/layout.ts";
import { fetchIndex } from "../verify/fetch-index.ts";
import { INDEX_LIMIT, judgeIndex } from "../verify/foreign-index.ts";
import { verifyTree } from "../verify/tree.ts";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";
import { packing, show, shown } from "./show.ts";
import { count } from "./summary.ts";
import { workFor } from "./work.ts";

/** What was looked at and what is wrong with it. */
interface Findings {
  readonly what: string;
  /** The same, as the place of its problems. */
  readonly where: string;
  readonly problems: readonly Problem[];
  /** Put before the paths of the problems. */
  readonly base: string;
}

/** Says what is wrong with a source, a built publication or somebody's index; writes nothing. Exit code 0 or 1. */
export async function check(args: Arguments, io: Io): Promise<number> {
  const { what, where, problems, base } = await examine(args, io);
  io.progress("");
  const exitCode = problems.some((each) => stops(each, args.options.strict ?? false)) ? 1 : 0;
  if (args.json) io.out(encodeJson({ command: "check", exitCode, checked: what, problems }).toString());
  show(problems, io, base);
  const say = args.json ? io.err : io.out;
  if (exitCode === 0)
    say(
      `${io.paint("green", "Good:")} ${what}${problems.length > 0 ? `, with ${count(problems.length, "warning")}` : ""}.\n`,
    );
  else io.err(`${io.paint("red", "Not good:")} ${count(problems.length, "problem")} in ${where}.\n`);
  return exitCode;
}

async function examine(args: Arguments, io: Io): Promise<Findings> {
  const { target } = args;
  if (target !== undefined && /^https?:\/\//i.test(target)) {
    return { what: target, where: target, problems: judgeIndex(await fetchIndex(target), target), base: "" };
  }
  const path = target === undefined ? undefined : resolve(io.invokedFrom, target);
  const stats = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  if (path !== undefined && !stats)
    throw new Halt(problem("usage", {}, { reason: `there is nothing at \`${target}\`` }));
  if (path !== undefined && stats?.isFile()) {
    if (stats.size > INDEX_LIMIT)
      throw new Halt(
        problem("usage", {}, { reason: `\`${target}\` has more than ${INDEX_LIMIT} bytes, so it is no index` }),
      );
    return {
      what: shown(path, io),
      where: shown(path, io),
      problems: judgeIndex(readFileSync(path), shown(path, io)),
      base: "",
    };
  }
  if (path !== undefined && existsSync(join(path, layout.index))) {
    return {
      what: `the publication in ${shown(path, io)}`,
      where: shown(path, io),
      problems: await verifyTree(path),
      base: `${shown(path, io)}/`,
    };
  }
  return checkSource(path === undefined ? args : { ...args, options: { ...args.options, source: path } }, io);
}

async function checkSource(args: Arguments, io: Io): Promise<Findings> {
  const { request } = await workFor(args, io);
  const { skills, problems } = await compose(request, undefined, { progress: packing(io) });
  // Where it will be served is a question of the build.
  const relevant = problems.filter(({ code }) => code !== "placeholder-origin");
  return {
    what: `${count(skills.length, "skill")} in ${shown(request.source, io)}`,
    where: shown(request.source, io),
    problems: sorted(relevant),
    base: `${shown(request.source, io)}/`,
  };
}
