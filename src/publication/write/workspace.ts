import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Halt, problem } from "../../problem.ts";
import { isSystemError } from "../../source/system-error.ts";
import { makeFolder } from "./folder.ts";
import { finishSwap } from "./swap.ts";

/** The folder beside an output in which the next one is made. It is on the same file system, so that renaming is enough. */
export interface Workspace {
  readonly folder: string;
  /** The tree being made. */
  readonly next: string;
  /** Removes the folder and whatever is left in it. */
  readonly close: () => void;
}

/**
 * Opens the workspace of an output for this process alone. What an earlier run left behind is cleaned up first: a swap
 * it had begun is finished, anything else is undone.
 *
 * @param output real absolute path
 * @throws Halt `build-running` when another process holds it
 */
export function openWorkspace(output: string): Workspace {
  const folder = join(dirname(output), `.${basename(output)}.skillpress`);
  makeFolder(folder);
  lock(join(folder, "pid"), output);
  finishSwap(folder, output);
  for (const name of ["next", "previous"]) rmSync(join(folder, name), { recursive: true, force: true });
  return { folder, next: join(folder, "next"), close: () => rmSync(folder, { recursive: true, force: true }) };
}

function lock(file: string, output: string): void {
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return;
    } catch (error) {
      if (!isSystemError(error) || error.code !== "EEXIST") throw error;
    }
    const holder = Number(readFileSync(file, "utf8"));
    if (holder !== process.pid && isAlive(holder))
      throw new Halt(problem("build-running", {}, { process: holder, path: output, lock: file }));
    rmSync(file, { force: true });
  }
}

function isAlive(process_: number): boolean {
  if (!Number.isSafeInteger(process_) || process_ <= 0) return false;
  try {
    process.kill(process_, 0);
    return true;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return error.code === "EPERM";
  }
}
