import { resolve } from "node:path";
import { Halt, problem } from "../problem.ts";
import { encodeJson } from "../publication/discovery-index.ts";
import { NOTE_LIMIT, recorded, type Result } from "../publication/results.ts";
import { appendResults } from "../publication/write/results-file.ts";
import { type Build, readBuild } from "../verify/served/build.ts";
import { visible } from "../visible.ts";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";
import { shown } from "./show.ts";
import { workFor } from "./work.ts";

/** Most names that are suggested for one that does not exist. */
const SUGGESTIONS = 5;

/** Records what only a person can see: whether an agent reads a skill when it should. Exit code 0. */
export async function checklist(args: Arguments, io: Io): Promise<number> {
  if (args.target !== "record") throw usage("`checklist` has one command, `skillpress checklist record`");
  const { skill: names = [], activation, note, report, json } = args.flags;
  if (names.length === 0) throw usage("name the skill with `--skill NAME`");
  if (activation !== "pass" && activation !== "fail")
    throw usage("say what was seen with `--activation pass` or `--activation fail`");
  if (note !== undefined && (note.trim() === "" || note.length > NOTE_LIMIT))
    throw usage(`a note has 1 to ${NOTE_LIMIT} characters`);
  const { settings, out } = await workFor(args, io);
  if (settings.results === undefined)
    throw usage("name the file of results with `--results FILE`, or with `results` in the configuration");

  const typed = report ?? shown(out, io);
  const build = readBuild(report === undefined ? out : resolve(io.invokedFrom, report), typed);
  const when = new Date().toISOString();
  const results = names.map((skill): Result => {
    const digest = digestOf(skill, build, typed);
    return recorded({ skill, digest, check: "activation", outcome: activation, when, note });
  });
  await appendResults(settings.results, results);

  const file = shown(settings.results, io);
  if (json === true) io.out(encodeJson({ command: "checklist", exitCode: 0, file, recorded: results }).toString());
  const say = json === true ? io.err : io.out;
  for (const { skill, digest } of results)
    say(`Recorded in ${visible(file)}: activation of ${skill}, ${activation}, for ${digest}.\n`);
  say(`\`skillpress build --results ${visible(file)}\` shows it on the checklist as long as these are the bytes.\n`);
  return 0;
}

function digestOf(name: string, { skills }: Build, typed: string): string {
  const skill = skills.get(name);
  if (skill) return skill.artifact.digest;
  const near = nearest(name, [...skills.keys()]).map((each) => `\`${each}\``);
  throw usage(`the report of \`${typed}\` has no skill \`${name}\`; nearest to it: ${near.join(", ")}`);
}

/** The names that have most pairs of neighbouring letters in common with a name, the nearest first. */
function nearest(name: string, names: readonly string[]): string[] {
  const pairs = (text: string) => new Set([...text].map((letter, index) => letter + (text[index + 1] ?? "")));
  const own = pairs(name);
  const likeness = (other: string) => own.intersection(pairs(other)).size / own.union(pairs(other)).size;
  return names.toSorted((a, b) => likeness(b) - likeness(a)).slice(0, SUGGESTIONS);
}

function usage(reason: string): Halt {
  return new Halt(problem("usage", {}, { reason }));
}
