import { Halt } from "../problem.ts";
import { isSystemError } from "../source/system-error.ts";
import { FAILURES, SetFailure } from "../sets/set-failure.ts";
import { settle } from "../sets/workspace.ts";
import { visible } from "../visible.ts";
import { type Arguments, type SetCommandName, setCommandOf } from "./arguments.ts";
import type { Io } from "./io.ts";
import { setAdd } from "./set-add.ts";
import { setCheck } from "./set-check.ts";
import { setInstall } from "./set-install.ts";
import { setLock } from "./set-lock.ts";
import { setRemove } from "./set-remove.ts";
import { short, toldOf } from "./set-text.ts";
import { setVerify } from "./set-verify.ts";

/** What a command of `set` gets: what it was given, and where text for people goes. */
export interface SetCommand extends Pick<Arguments, "operand" | "flags"> {
  readonly io: Io;
  readonly say: (text: string) => void;
}

/** Each returns what `--json` prints as `data`, or throws a `SetFailure`. */
const COMMANDS: Readonly<Record<SetCommandName, (command: SetCommand) => unknown>> = {
  check: setCheck,
  lock: setLock,
  add: setAdd,
  install: setInstall,
  verify: setVerify,
  remove: setRemove,
};

/** Commands that change the sets of a project. The others that look at them refuse one that is half done. */
const CHANGING: ReadonlySet<SetCommandName> = new Set(["add", "install", "remove"]);

/**
 * Runs a command of `set`. With `--json` exactly one line is printed, in the form of skill-set draft.
 *
 * @returns the exit code: 0 good, 1 anything else, 2 usage, confirmation or a missing lock, 3 drift, 4 conflict
 */
export async function set({ target, operand, flags }: Arguments, io: Io): Promise<number> {
  const command = setCommandOf(target);
  const isJson = flags.json === true;
  const print = (value: object) => void (isJson && io.out(`${JSON.stringify(value)}\n`));
  const say = isJson ? io.err : io.out;
  try {
    if (CHANGING.has(command) && settle(io.project))
      say("An earlier run was killed half-way. What it had changed was put back.\n");
    const data = await COMMANDS[command]({ operand, flags, io, say });
    io.progress("");
    print({ ok: true, command, data });
    return 0;
  } catch (error) {
    io.progress("");
    const failure = asFailure(error);
    if (!failure) throw error;
    const { code, exitCode } = FAILURES[failure.kind];
    print(toldOf(command, failure));
    io.err(failureText(failure, code, io));
    return exitCode;
  }
}

function failureText({ what, details, hint }: SetFailure, code: string, { paint }: Io): string {
  const lines = [
    `  ${visible(shortened(what))}${details.length === 0 ? "." : ":"}`,
    ...details.map((each) => `  - ${visible(shortened(each))}`),
  ];
  return [
    `${paint("red", "error")} ${paint("dim", code)}`,
    ...lines,
    ...(hint === undefined ? [] : [`  ${paint("cyan", "→")} ${visible(hint)}`]),
    "",
  ].join("\n");
}

/** Long hashes in a few digits; `--json` has the whole. */
function shortened(text: string): string {
  return text.replace(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g, short);
}

/** A failure that was thrown, also one of the machine; undefined for a bug. */
function asFailure(error: unknown): SetFailure | undefined {
  if (error instanceof SetFailure) return error;
  if (error instanceof Halt) {
    const hint = error.problems[0]?.hint;
    return new SetFailure(
      "machine",
      error.problems.map(({ message }) => message.replace(/\.$/, "")).join("; "),
      hint === undefined ? {} : { hint },
    );
  }
  return isSystemError(error)
    ? new SetFailure("machine", `the project could not be read or written (${error.message})`)
    : undefined;
}
