import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { once } from "node:events";

/** One whole process to run: no shell in between, so that its tree holds only what the contender starts. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** What one run of a command took. */
export interface Sample {
  readonly seconds: number;
  readonly peakBytes: number;
}

/** How `peakBytes` comes about, for the reader of the results. */
export const MEMORY_METHOD =
  "Peak memory: `/proc` of the whole process tree is read every 20 ms; the highest sum of VmRSS, or the highest VmHWM of " +
  "one process if that is higher (pages shared by two processes count twice).";

export const MEGABYTE = 1_000_000;

const POLL_MILLISECONDS = 20;
const SHOWN_STDOUT_CHARACTERS = 4_000;

/** Runs a command to its end and measures it; a failed one throws, with everything it wrote to stderr. */
export async function measure({ file, args, cwd }: Command): Promise<Sample> {
  const start = performance.now();
  const child = spawn(file, args, { cwd, env: environment(), stdio: ["ignore", "pipe", "pipe"] });
  let peakBytes = 0;
  const poll = setInterval(() => {
    if (child.pid !== undefined) peakBytes = Math.max(peakBytes, treeBytes(child.pid));
  }, POLL_MILLISECONDS);
  let end = start;
  child.once("exit", () => {
    end = performance.now();
    clearInterval(poll);
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  try {
    await once(child, "close");
  } finally {
    clearInterval(poll);
  }
  if (child.exitCode !== 0) {
    const ending = child.signalCode ?? `exit code ${child.exitCode}`;
    const tail = output.stdout.slice(-SHOWN_STDOUT_CHARACTERS);
    throw new Error(
      `${[file, ...args].join(" ")}: ${ending}\n--- stderr\n${output.stderr}\n--- end of stdout\n${tail}`,
    );
  }
  return { seconds: (end - start) / 1_000, peakBytes };
}

/** Ends everything this process has started and not waited for. */
export function killChildren(): void {
  for (const pid of processTree(process.pid).slice(1)) attempt(() => process.kill(pid, "SIGKILL"));
}

/** The middle one of several numbers (the mean of the two in the middle when they are even). */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return middle.reduce((sum, number) => sum + number, 0) / middle.length;
}

/** Without what a package manager or a CI service tells its children, so that a bench run from a script measures the same. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|INIT_CWD$|NODE_PATH$|SKILLPRESS_|GITHUB_ACTIONS$)/.test(name),
  );
  return { ...Object.fromEntries(kept), ASTRO_TELEMETRY_DISABLED: "1", NO_COLOR: "1" };
}

function treeBytes(root: number): number {
  const states = processTree(root).map((pid) => attempt(() => readFileSync(`/proc/${pid}/status`, "utf8")) ?? "");
  const together = states.reduce((sum, state) => sum + bytes(state, "VmRSS"), 0);
  return Math.max(together, ...states.map((state) => bytes(state, "VmHWM")));
}

function processTree(pid: number): number[] {
  const threads = attempt(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  const children = threads.flatMap((thread) => {
    const list = attempt(() => readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8")) ?? "";
    return list.split(" ").filter(Boolean).map(Number);
  });
  return [pid, ...children.flatMap(processTree)];
}

function bytes(state: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(state)?.[1] ?? 0) * 1_024;
}

/** A process may end between being listed and being read or killed. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
