import { existsSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Halt, problem } from "../../problem.ts";
import { isSystemError } from "../../source/system-error.ts";
import { FOLDERS } from "../layout.ts";
import { asideOf, makeFolder } from "./folder.ts";
import { carryLateFiles } from "./foreign.ts";

/** Says that the folders in `next` are complete and verified, and which of them replace what is in the output. */
const JOURNAL = "swap.json";

/**
 * Replaces folders of an output by those in the workspace, one after the other, by renaming. From the moment the
 * journal is written a killed run is finished by the next one; a failed rename puts everything back.
 *
 * @param workspace folder beside the output, with the new folders below `next`
 * @param folders relative paths in the order in which they are replaced, the one with the sums first; empty for the output
 *   itself
 * @throws Halt `swap-interrupted` when a rename failed and could not be undone; system errors when it was undone
 */
export function swap(workspace: string, output: string, folders: readonly string[]): void {
  const journal = join(workspace, JOURNAL);
  // Written aside and renamed, so that a journal that exists is whole.
  writeFileSync(`${journal}.new`, JSON.stringify(folders));
  renameSync(`${journal}.new`, journal);
  const done: string[] = [];
  try {
    for (const folder of folders) {
      replace(workspace, output, folder);
      done.push(folder);
    }
  } catch (error) {
    if (error instanceof Halt) throw error;
    putBackOrHalt(workspace, error, () => {
      for (const folder of done.toReversed()) putBack(workspace, output, folder);
    });
    rmSync(journal);
    throw error;
  }
  removeEmpty(output, folders);
  rmSync(journal);
}

/**
 * Finishes a swap that an earlier, killed run began in this workspace; one that had moved nothing yet is undone. What
 * somebody put into the output since then is kept.
 *
 * @throws Halt `unsafe-output` when the journal is not one that a build wrote
 */
export function finishSwap(workspace: string, output: string): void {
  const journal = join(workspace, JOURNAL);
  if (!existsSync(journal)) return;
  const folders = foldersIn(readFileSync(journal, "utf8"));
  if (!folders) throw new Halt(problem("unsafe-output", {}, { path: journal, reason: "no build wrote this journal" }));
  const begun = folders.some((folder) => {
    const [next, previous] = places(workspace, output, folder);
    return existsSync(previous) || !existsSync(next);
  });
  if (begun) {
    for (const folder of folders) finish(workspace, output, folder);
    removeEmpty(output, folders);
  }
  rmSync(journal);
}

function finish(workspace: string, output: string, folder: string): void {
  const [next, previous, target] = places(workspace, output, folder);
  if (!existsSync(next)) return;
  // In the gap between two renames somebody made the folder again: it is not ours.
  if (existsSync(target) && existsSync(previous)) renameSync(target, asideOf(target));
  else if (existsSync(target) && folder !== "")
    carryLateFiles(output, join(workspace, "next"), { folder, before: join(workspace, "previous") });
  replace(workspace, output, folder);
}

/** A folder of which everything was ours, and nothing is published any more, was replaced by an empty one. */
function removeEmpty(output: string, folders: readonly string[]): void {
  for (const folder of folders) {
    const path = join(output, folder);
    if (folder !== "" && existsSync(path) && readdirSync(path).length === 0) rmdirSync(path);
  }
}

/** True while a swap is under way, or could be neither finished nor undone: then the workspace holds what is to be kept. */
export function isSwapping(workspace: string): boolean {
  return existsSync(join(workspace, JOURNAL));
}

/** A journal is read from disk: it may name nothing but the output itself or our folders in it. */
function foldersIn(journal: string): readonly string[] | undefined {
  const known: readonly string[] = ["", ...FOLDERS];
  let value: unknown;
  try {
    value = JSON.parse(journal);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
  return Array.isArray(value) && value.every((folder): folder is string => known.includes(folder)) ? value : undefined;
}

/** Nothing happens between the two renames, so that a reader or a kill hardly ever sees the gap. */
function replace(workspace: string, output: string, folder: string): void {
  const [next, previous, target] = places(workspace, output, folder);
  for (const path of [previous, target]) makeFolder(dirname(path));
  const replaces = existsSync(target) && !existsSync(previous);
  if (replaces) renameSync(target, previous);
  try {
    renameSync(next, target);
  } catch (error) {
    if (replaces) putBackOrHalt(workspace, error, () => renameSync(previous, target));
    throw error;
  }
}

function putBackOrHalt(workspace: string, cause: unknown, undo: () => void): void {
  try {
    undo();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const reason = cause instanceof Error ? `${cause.message}; ${error.message}` : error.message;
    throw new Halt(problem("swap-interrupted", {}, { reason, folder: workspace }));
  }
}

function putBack(workspace: string, output: string, folder: string): void {
  const [next, previous, target] = places(workspace, output, folder);
  renameSync(target, next);
  if (existsSync(previous)) renameSync(previous, target);
}

function places(workspace: string, output: string, folder: string): [next: string, previous: string, target: string] {
  return [
    join(workspace, "next", folder),
    join(workspace, "previous", folder),
    folder === "" ? output : join(output, folder),
  ];
}
