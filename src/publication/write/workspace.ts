import { lstatSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Halt, problem } from "../../problem.ts";
import { isSystemError } from "../../source/system-error.ts";
import { makeFolder } from "./folder.ts";
import { isAwaiting, takeLock } from "./lock.ts";
import { finishSwap, isSwapping } from "./swap.ts";

/** The folder beside an output in which the next one is made. It is on the same file system, so that renaming is enough. */
export interface Workspace {
  readonly folder: string;
  /** The tree being made. */
  readonly next: string;
  /** Room for a site that has to be made up. */
  readonly site: string;
  /** Removes the folder and whatever is left in it. */
  readonly close: () => void;
}

const LOCK = "pid";

/**
 * Opens the workspace of an output for this process alone. What an earlier run left behind is cleaned up first: a swap
 * it had begun is finished, anything else is undone.
 *
 * @param output real absolute path
 * @throws Halt `build-running` when another process holds it, `unsafe-output` when it is not what a build leaves
 */
export function openWorkspace(output: string): Workspace {
  const folder = join(dirname(output), `.${basename(output)}.skillpress`);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Halt(
      problem("unsafe-output", {}, { path: folder, reason: "it is a link, where the build keeps its work" }),
    );
  }
  const lock = join(folder, LOCK);
  makeFolder(folder);
  takeLock(lock, output);
  finishSwap(folder, output);
  const clear = () => {
    const left = readdirSync(folder).filter((name) => name !== LOCK && !isAwaiting(name));
    for (const name of left) rmSync(join(folder, name), { recursive: true, force: true });
  };
  clear();
  const at = (part: string) => join(folder, part);
  return {
    folder,
    next: at("next"),
    site: at("site"),
    close: () => close(folder, lock, clear),
  };
}

function close(folder: string, lock: string, clear: () => void): void {
  if (isSwapping(folder)) {
    rmSync(lock);
    return;
  }
  clear();
  rmSync(lock);
  try {
    rmdirSync(folder);
  } catch (error) {
    // Another build has opened it in this moment.
    if (!isSystemError(error) || (error.code !== "ENOTEMPTY" && error.code !== "EEXIST")) throw error;
  }
}
