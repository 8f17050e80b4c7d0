import { parseArgs } from "node:util";
import type { Options } from "../options.ts";
import { Halt, problem } from "../problem.ts";

const FLAGS = {
  source: { type: "string" },
  origin: { type: "string" },
  out: { type: "string" },
  "no-catalog": { type: "boolean" },
  bundle: { type: "string" },
  results: { type: "string" },
  strict: { type: "boolean" },
  "no-strict": { type: "boolean" },
  force: { type: "boolean" },
  record: { type: "string" },
  json: { type: "boolean" },
  report: { type: "string" },
  previous: { type: "string" },
  resolve: { type: "boolean" },
  as: { type: "string" },
  "require-build": { type: "boolean" },
  allow: { type: "string", multiple: true },
  "same-origin": { type: "boolean" },
  thorough: { type: "boolean" },
  install: { type: "boolean" },
  skill: { type: "string", multiple: true },
  activation: { type: "string" },
  note: { type: "string" },
  port: { type: "string" },
  watch: { type: "boolean" },
  against: { type: "string" },
  cwd: { type: "string" },
  hash: { type: "string" },
  yes: { type: "boolean", short: "y" },
  frozen: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

type Flag = keyof typeof FLAGS;

/** What a command understands; another flag, or one argument more, is an error, not ignored. */
interface Understood {
  readonly flags: readonly Flag[];
  /** What to do instead of giving an argument, when it takes none. */
  readonly noArgument?: string;
  /** Commands of its own, each with the flags that it understands; one argument may follow. */
  readonly commands?: Readonly<Record<string, readonly Flag[]>>;
}

/** The commands of `set`. */
const SET_COMMANDS = {
  check: ["json"],
  lock: ["json"],
  add: ["hash", "yes", "json"],
  install: ["json"],
  verify: ["frozen", "json"],
  remove: ["yes", "json"],
} as const satisfies Readonly<Record<string, readonly Flag[]>>;

export type SetCommandName = keyof typeof SET_COMMANDS;

const COMMANDS = {
  build: {
    flags: [
      "source",
      "origin",
      "out",
      "no-catalog",
      "bundle",
      "results",
      "previous",
      "resolve",
      "strict",
      "no-strict",
      "force",
      "record",
      "json",
    ],
    noArgument: "name the source with `--source`",
  },
  check: { flags: ["source", "origin", "bundle", "strict", "no-strict", "json"] },
  verify: {
    flags: [
      "report",
      "previous",
      "as",
      "require-build",
      "allow",
      "same-origin",
      "thorough",
      "results",
      "install",
      "skill",
      "json",
    ],
  },
  checklist: { flags: ["skill", "activation", "note", "results", "report", "json"] },
  preview: { flags: ["no-catalog", "bundle", "resolve", "port", "watch"] },
  manifest: { flags: ["against", "cwd", "json"] },
  set: { flags: [], commands: SET_COMMANDS },
} as const satisfies Readonly<Record<string, Understood>>;

type Command = keyof typeof COMMANDS;

/** The flags of a command line that are no options of a build, with their values. */
type Flags = Readonly<
  Omit<ReturnType<typeof parse>["values"], keyof Options | "no-catalog" | "no-strict" | "help" | "version">
>;

/** A command line, understood. */
export interface Arguments {
  readonly command: Command | "help" | "version";
  /** The command that `--help` was asked about. */
  readonly topic: string | undefined;
  /** The argument of the command: what `check` is to look at, what `checklist` is to do, the source for `preview`, a skill's folder. */
  readonly target: string | undefined;
  /** What follows the command of a command: the set, or where it comes from. */
  readonly operand: string | undefined;
  /** Options of a build, which a configuration may give too. */
  readonly options: Options;
  readonly flags: Flags;
}

/**
 * Parses a command line.
 *
 * @param argv arguments without program and script
 * @throws Halt `usage` or `invalid-options`
 */
export async function parseArguments(argv: readonly string[]): Promise<Arguments> {
  const { values, positionals } = parse(argv);
  const [command, target, operand, ...surplus] = positionals;
  const rest = { topic: command, target: undefined, operand: undefined, options: {}, flags: {} };
  if (values.version === true) return { command: "version", ...rest };
  if (values.help === true || command === undefined || command === "help")
    return { command: "help", ...rest, topic: command === "help" ? target : command };

  if (!isCommand(command)) throw usage(`there is no command \`${command}\``);
  const { noArgument, commands }: Understood = COMMANDS[command];
  if (noArgument !== undefined && target !== undefined)
    throw usage(`\`${command}\` takes no argument, but got \`${target}\`; ${noArgument}`);
  const unwanted = operand === undefined || commands ? surplus : [operand, ...surplus];
  if (unwanted.length > 0) throw usage(`too many arguments: \`${unwanted.join(" ")}\``);
  const { what, flags: understood } = understoodBy(command, target);
  const stranger = Object.keys(values).find((flag) => !understood.some((each) => each === flag));
  if (stranger !== undefined) throw usage(`\`${what}\` has no option \`--${stranger}\`; ${listed(understood)}`);

  const {
    source,
    origin,
    out,
    bundle,
    results,
    previous,
    resolve,
    strict,
    "no-catalog": noCatalog,
    "no-strict": noStrict,
    ...flags
  } = values;
  const negated = { catalog: noCatalog === true ? false : undefined, strict: noStrict === true ? false : strict };
  const given = Object.entries({ source, origin, out, bundle, results, previous, resolve, ...negated }).filter(
    ([, value]) => value !== undefined,
  );
  // The schema of the options takes longer to load than a command without them to run.
  const options =
    given.length === 0
      ? {}
      : (await import("../options.ts")).parseOptions(Object.fromEntries(given), "the command line");
  return { command, topic: undefined, target, operand, options, flags };
}

/** @throws Halt `usage` that names the commands of `set` */
export function setCommandOf(word: string | undefined): SetCommandName {
  const isOne = (name: string): name is SetCommandName => Object.hasOwn(SET_COMMANDS, name);
  if (word !== undefined && isOne(word)) return word;
  const names = Object.keys(SET_COMMANDS).map((name) => `\`${name}\``);
  throw usage(`\`set\` takes ${names.join(", ")}${word === undefined ? "" : `, not \`${word}\``}`);
}

/** What a command, or the command of a command, is called as a whole, and the flags that it has. */
function understoodBy(command: Command, target: string | undefined): { what: string; flags: readonly Flag[] } {
  if (command !== "set") return { what: command, flags: COMMANDS[command].flags };
  const name = setCommandOf(target);
  return { what: `set ${name}`, flags: SET_COMMANDS[name] };
}

function listed(flags: readonly Flag[]): string {
  return `it has ${flags.map((flag) => `\`--${flag}\``).join(", ")}`;
}

/** The words of a command line that are neither flags nor their values, even where the line cannot be understood. */
export function wordsOf(argv: readonly string[]): string[] {
  return parseArgs({ args: [...argv], options: FLAGS, allowPositionals: true, strict: false }).positionals;
}

function isCommand(word: string): word is Command {
  return Object.hasOwn(COMMANDS, word);
}

function parse(argv: readonly string[]) {
  const args = [...argv];
  try {
    return parseArgs({ args, options: FLAGS, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [command = "", target] = wordsOf(argv);
    const known = isCommand(command) ? `; ${listed(understoodBy(command, target).flags)}` : "";
    throw usage(`${error.message.split(". ")[0] ?? error.message}${known}`);
  }
}

function usage(reason: string): Halt {
  return new Halt(problem("usage", {}, { reason: reason.replace(/\.$/, "") }));
}
