import { existsSync, linkSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { Halt, problem } from "../../problem.ts";
import { isSystemError } from "../../source/system-error.ts";

/**
 * Takes a lock for this process. The lock of a process that is gone is taken over.
 *
 * @param file where the lock stands; it holds the id of its process
 * @param output what it guards, for the problem
 * @throws Halt `build-running` when a living process holds it
 */
export function takeLock(file: string, output: string): void {
  const own = `${file}.${process.pid}`;
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) {
    throw new Halt(
      problem("unsafe-output", {}, { path: file, reason: "it is not a file, where the build keeps its lock" }),
    );
  }
  writeFileSync(own, String(process.pid));
  try {
    while (!linked(own, file)) {
      const holder = contentOf(file);
      if (holder === undefined) continue;
      if (Number(holder) !== process.pid && isAlive(Number(holder))) {
        throw new Halt(problem("build-running", {}, { process: holder, path: output, lock: file }));
      }
      removeStale(file, holder);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/** True for the file with which a living process is waiting for a lock beside it. */
export function isAwaiting(name: string): boolean {
  const id = Number(/^pid\.(\d+)$/.exec(name)?.[1]);
  return id !== process.pid && isAlive(id);
}

/** A link appears with its content, and only one process can make it. */
function linked(own: string, file: string): boolean {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (isSystemError(error) && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Renaming takes a lock away from one process only; when it was not the stale one after all, it is put back. */
function removeStale(file: string, holder: string): void {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (isSystemError(error) && error.code === "ENOENT") return;
    throw error;
  }
  if (contentOf(aside) !== holder && !existsSync(file)) renameSync(aside, file);
  rmSync(aside, { force: true });
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (isSystemError(error) && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** True when there is a process with this id, whoever it belongs to. */
export function isAlive(id: number): boolean {
  if (!Number.isSafeInteger(id) || id <= 0) return false;
  try {
    process.kill(id, 0);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return error.code === "EPERM";
  }
  // A process that ended and that nobody has waited for still takes signals.
  return !/^State:\s+[ZX]/m.test(contentOf(`/proc/${id}/status`) ?? "");
}
