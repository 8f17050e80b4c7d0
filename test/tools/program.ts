import { spawn } from "node:child_process";
import { join } from "node:path";

/** The folder of this repository. */
export const REPOSITORY = join(import.meta.dirname, "..", "..");

/** The command line program, as it lies in this repository. */
export const SKILLPRESS = join(REPOSITORY, "src", "cli.ts");

/** How to run a program. */
export interface Running {
  readonly cwd: string;
  /** The whole environment but `PATH`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Ends the program with SIGKILL. */
  readonly kill?: AbortSignal;
}

/** How a program ended. */
export interface Finished {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  /** Standard output alone. */
  readonly out: string;
  /** Standard output, then standard error. */
  readonly said: string;
}

/** No test needs longer for one program; it is ended then, and the test fails. */
const LIMIT = 300_000;

/** Runs a program to its end, without a terminal and with nothing of this process's environment but `PATH`. */
export function runProgram(
  program: string,
  argv: readonly string[],
  { cwd, env = {}, kill }: Running,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, argv, {
      cwd,
      env: { PATH: process.env["PATH"], ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said: [out: string, err: string] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => void (said[0] += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => void (said[1] += text));
    const end = () => child.kill("SIGKILL");
    const timer = setTimeout(() => {
      said[1] += `\nThe test ended the program after ${LIMIT / 1000} seconds.\n`;
      end();
    }, LIMIT);
    kill?.addEventListener("abort", end);
    child.once("error", reject);
    child.once("close", (exitCode) => {
      clearTimeout(timer);
      kill?.removeEventListener("abort", end);
      resolve({ exitCode, out: said[0], said: said.join("") });
    });
  });
}

/** Runs `skillpress` as a program of its own. */
export function runSkillpress(argv: readonly string[], running: Running): Promise<Finished> {
  return runProgram(process.execPath, [SKILLPRESS, ...argv], running);
}

/**
 * Runs a program that has to succeed.
 *
 * @returns what it said
 */
export async function succeed(program: string, argv: readonly string[], running: Running): Promise<string> {
  const { exitCode, said } = await runProgram(program, argv, running);
  if (exitCode !== 0) throw new Error(`${program} ${argv.join(" ")}\nended with ${exitCode ?? "a signal"}:\n${said}`);
  return said;
}
