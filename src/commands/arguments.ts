import { parseArgs } from "node:util";
import { type Options, parseOptions } from "../options.ts";
import { Halt, problem } from "../problem.ts";

/** A command line, understood. */
export interface Arguments {
  readonly command: "build" | "check" | "help" | "version";
  /** The command that `--help` was asked about. */
  readonly topic: string | undefined;
  /** What `check` is to look at. */
  readonly target: string | undefined;
  readonly options: Options;
  readonly force: boolean;
  readonly json: boolean;
  readonly record: string | undefined;
}

const FLAGS = {
  source: { type: "string" },
  origin: { type: "string" },
  out: { type: "string" },
  "no-catalog": { type: "boolean" },
  bundle: { type: "string" },
  strict: { type: "boolean" },
  force: { type: "boolean" },
  record: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

/** Flags each command understands; another one is an error, not ignored. */
const UNDERSTOOD: Readonly<Record<string, readonly string[]>> = {
  build: ["source", "origin", "out", "no-catalog", "bundle", "strict", "force", "record", "json"],
  check: ["source", "origin", "bundle", "strict", "json"],
};

/**
 * Parses a command line.
 *
 * @param argv arguments without program and script
 * @throws Halt `usage` or `invalid-options`
 */
export function parseArguments(argv: readonly string[]): Arguments {
  const { values, positionals } = parse(argv);
  const [command, target, ...surplus] = positionals;
  const rest = { topic: command, target: undefined, options: {}, force: false, json: false, record: undefined };
  if (values.version === true) return { command: "version", ...rest };
  if (values.help === true || command === undefined || command === "help")
    return { command: "help", ...rest, topic: command === "help" ? target : command };

  if (command !== "build" && command !== "check") throw usage(`there is no command \`${command}\``);
  if (command === "build" && target !== undefined)
    throw usage(`\`build\` takes no argument, but got \`${target}\`; name the source with \`--source\``);
  if (surplus.length > 0) throw usage(`too many arguments: \`${surplus.join(" ")}\``);
  const stranger = Object.keys(values).find((flag) => !UNDERSTOOD[command]?.includes(flag));
  if (stranger !== undefined) throw usage(`\`${command}\` has no option \`--${stranger}\``);

  const { source, origin, out, bundle, strict, "no-catalog": noCatalog, force = false, json = false, record } = values;
  const options = parseOptions(
    Object.fromEntries(
      Object.entries({ source, origin, out, bundle, strict, catalog: noCatalog === true ? false : undefined }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
    "the command line",
  );
  return { command, topic: undefined, target, options, force, json, record };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: FLAGS, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usage(error.message.split(". ")[0] ?? error.message);
  }
}

function usage(reason: string): Halt {
  return new Halt(problem("usage", {}, { reason: reason.replace(/\.$/, "") }));
}
