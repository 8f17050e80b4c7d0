import { once } from "node:events";
import { basename } from "node:path";
import { watch } from "chokidar";
import { Halt, problem } from "../problem.ts";
import { isJunk } from "./junk.ts";
import { isSystemError } from "./system-error.ts";

/** Changes of a source. */
export interface SourceWatch {
  /**
   * Resolves when something has changed since the last call and then been quiet for a moment, and when the watch is closed.
   *
   * @throws Halt `watch-failed`
   */
  readonly changed: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How long a source must be quiet before it counts as changed, in milliseconds: editors write a file in several steps. */
const QUIET = 50;

/**
 * Watches a source folder. Every change from now on is noted, also while nobody waits for one.
 *
 * @param source absolute path of the folder
 * @throws Halt `watch-failed`
 */
export async function watchSource(source: string): Promise<SourceWatch> {
  const watcher = watch(source, {
    ignoreInitial: true,
    // What a link inside the source leads to is watched itself; what one out of it leads to is not published.
    followSymlinks: false,
    ignored: (path) => path !== source && isJunk(basename(path)),
  });
  let noted = false;
  let failure: unknown;
  let timer: NodeJS.Timeout | undefined;
  let wake: () => void = () => undefined;
  const note = () => {
    noted = true;
    wake();
  };
  watcher.on("all", () => {
    clearTimeout(timer);
    timer = setTimeout(note, QUIET);
  });
  try {
    await once(watcher, "ready");
  } catch (error) {
    await watcher.close();
    throw asProblem(error);
  }
  watcher.on("error", (error) => {
    failure ??= error;
    note();
  });
  return {
    changed: async () => {
      if (!noted) await new Promise<void>((resolve) => (wake = resolve));
      if (failure !== undefined) throw asProblem(failure);
      noted = false;
    },
    close: async () => {
      clearTimeout(timer);
      note();
      await watcher.close();
    },
  };
}

function asProblem(error: unknown): unknown {
  return isSystemError(error) ? new Halt(problem("watch-failed", {}, { reason: error.message })) : error;
}
