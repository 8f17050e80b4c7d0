import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Halt, problem } from "../../problem.ts";
import { isSystemError } from "../../source/system-error.ts";
import { encodeResults, type Result, Results } from "../results.ts";
import { takeLock } from "./lock.ts";

/** Most bytes of a file of results: some hundred thousand of them. */
const LIMIT = 64 * 1024 * 1024;

/** Most tries for the lock, and the time between two, in milliseconds: a writer holds it for parts of a second. */
const TRIES = 100;
const PAUSE = 50;

/**
 * Reads a file of recorded results.
 *
 * @param path absolute
 * @returns undefined when there is no such file yet
 * @throws Halt `results-unusable` for a file that is too large or not exactly of the shape
 */
export function readResults(path: string): readonly Result[] | undefined {
  if (!existsSync(path)) return undefined;
  const unusable = (reason: string) => new Halt(problem("results-unusable", {}, { path, reason }));
  const { data, error } = Results.safeParse(parse(readBounded(path, unusable), unusable));
  if (data) return data.results;
  const [issue] = error.issues;
  const place = issue?.path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  throw unusable(`\`${place?.replace(/^\./, "") || "(all)"}\`: ${issue?.message ?? "it has another shape"}`);
}

/**
 * Appends results to a file, which is made when there is none. It is replaced in one step, under a lock, so that neither a
 * kill nor another writer can lose a result.
 *
 * @param path absolute
 * @throws Halt `results-unusable` for a file with anything else in it, `results-failed` when it cannot be written,
 *   `build-running` when another writer holds it for seconds
 */
export async function appendResults(path: string, added: readonly Result[]): Promise<void> {
  const failed = (reason: string) => new Halt(problem("results-failed", {}, { path, reason }));
  try {
    const file = existsSync(path) ? realpathSync(path) : path; // a link stays one
    const beside = join(dirname(file), `.${basename(file)}`);
    await underLock(`${beside}.lock`, path, () => {
      const bytes = encodeResults([...(readResults(file) ?? []), ...Results.shape.results.parse(added)]);
      if (bytes.length > LIMIT) throw failed(`it would have more than ${LIMIT} bytes; begin another file`);
      const mode = statSync(file, { throwIfNoEntry: false })?.mode;
      rmSync(`${beside}.new`, { force: true }); // of a run that was killed
      writeFileSync(`${beside}.new`, bytes, { flag: "wx", flush: true, ...(mode !== undefined && { mode }) });
      renameSync(`${beside}.new`, file);
    });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw failed(error.message);
  }
}

/** Waits for a writer that is about to be done. What is run under the lock may not wait for anything itself. */
async function underLock(file: string, path: string, run: () => void): Promise<void> {
  for (let left = TRIES; !taken(file, path, left === 0); left -= 1) await sleep(PAUSE);
  try {
    run();
  } finally {
    rmSync(file);
  }
}

/** @param last when another writer has the lock, throw what says so */
function taken(file: string, path: string, last: boolean): boolean {
  try {
    takeLock(file, path);
    return true;
  } catch (error) {
    if (last || !(error instanceof Halt) || error.problems[0]?.code !== "build-running") throw error;
    return false;
  }
}

function readBounded(path: string, unusable: (reason: string) => Halt): Buffer {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw unusable("it is not a file");
    if (stats.size > LIMIT) throw unusable(`it has more than ${LIMIT} bytes`);
    return readFileSync(path);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw unusable(`it cannot be read (${error.code})`);
  }
}

/** Text that is not UTF-8 is refused, because it would be changed when the file is written again. */
function parse(bytes: Buffer, unusable: (reason: string) => Halt): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError) throw unusable(`it is not JSON (${error.message})`);
    if (error instanceof TypeError) throw unusable("it is not UTF-8");
    throw error;
  }
}
