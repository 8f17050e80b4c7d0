import { spawn } from "node:child_process";
import { onTestFinished } from "vitest";
import type { Finished, Running } from "./program.ts";

/** What a program said in the order it said it, from both streams. */
type Ended = Omit<Finished, "out">;

/** A program that runs until it is told to end. */
export interface Service {
  readonly id: number;
  /** Standard output and standard error so far, in the order they came. */
  readonly said: () => string;
  /** Resolves once it has said something of the kind, with what was found. */
  readonly until: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly ended: Promise<Ended>;
  /** Sends a signal and waits for the end. */
  readonly end: (signal: NodeJS.Signals) => Promise<Ended>;
}

/** Starts a program, which is killed when the test is over. The test's own limit bounds every wait. */
export function startService(program: string, argv: readonly string[], { cwd, env = {} }: Running): Service {
  const child = spawn(program, argv, {
    cwd,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const waiting = new Set<() => void>();
  const add = (text: string) => {
    said += text;
    for (const look of waiting) look();
  };
  child.stdout.setEncoding("utf8").on("data", add);
  child.stderr.setEncoding("utf8").on("data", add);
  let ended = false;
  const closed = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode) => {
      ended = true;
      resolve({ exitCode, said });
      add("");
    });
  });
  closed.catch(() => undefined); // whoever waits for the end is told
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await closed;
  });
  return {
    id: child.pid ?? 0,
    said: () => said,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(said);
          if (found) resolve(found);
          else if (ended) reject(new Error(`${program} ${argv.join(" ")} ended without saying ${pattern}:\n${said}`));
          else return;
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
    ended: closed,
    end: (signal) => {
      child.kill(signal);
      return closed;
    },
  };
}
