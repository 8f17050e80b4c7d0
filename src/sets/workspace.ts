import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Halt, problem } from "../problem.ts";
import { isAwaiting, takeLock } from "../publication/write/lock.ts";
import { isSystemError } from "../source/system-error.ts";
import { isRecord } from "../verify/json.ts";
import { isPlace, places } from "./places.ts";
import { SetFailure } from "./set-failure.ts";

/** What a run changes in a project: a path that gets what `bytes` or a finished folder hold, or that is taken away. */
export interface Change {
  /** Relative to the project. */
  readonly path: string;
  /** Text of a file, the absolute path of a folder that was made in the workspace, or nothing. */
  readonly to: Buffer | string | undefined;
}

/** The folder of a project in which a run works, so that the project itself changes in one go or not at all. */
export interface Workspace {
  /** A new empty folder in it. */
  readonly room: () => string;
  /** Makes all changes, in this order; when one fails, those before it are undone and the error is thrown. */
  readonly commit: (changes: readonly Change[]) => void;
  /** Removes the folder and whatever is left in it. */
  readonly close: () => void;
}

const PID = "pid";
const JOURNAL = "journal.json";

/** A change as the journal has it. */
interface Step {
  readonly path: string;
  /** True when something comes to the path, false when it is only taken away. */
  readonly puts: boolean;
}

/**
 * Opens the workspace of a project for this process alone. Changes that an earlier run was killed in are undone first.
 *
 * @param project absolute path
 * @throws Halt `build-running` when another process works in it, `unsafe-project` when a link is in the way
 */
export function openWorkspace(project: string): Workspace {
  const made = missingAbove(project, `${places.work}/${PID}`);
  refuseLinks(project, `${places.work}/next/x`);
  refuseLinks(project, `${places.work}/previous/x`);
  const at = (part: string) => join(project, places.work, part);
  mkdirSync(at("."), { recursive: true });
  takeLock(at(PID), project);
  const clear = () => {
    const left = readdirSync(at(".")).filter((name) => name !== PID && !isAwaiting(name));
    for (const name of left) rmSync(at(name), { recursive: true, force: true });
  };
  undo(project, at);
  clear();
  return {
    room: () => mkdtempSync(at("room-")),
    commit: (changes) => commit(project, at, changes),
    close: () => {
      // What could be neither done nor undone is kept for the next run.
      if (!isThere(at(JOURNAL))) clear();
      rmSync(at(PID), { force: true });
      for (const folder of [...made].toReversed()) removeEmpty(join(project, folder));
      removeEmpty(at("."));
    },
  };
}

/** True when a run was killed while it changed the project, and no other has undone that yet. */
export function isInterrupted(project: string): boolean {
  refuseLinks(project, `${places.work}/${JOURNAL}`);
  return isThere(join(project, places.work, JOURNAL));
}

/**
 * Undoes what a killed run left half done, before anything of the project is looked at.
 *
 * @returns true when there was such a thing
 * @throws Halt as `openWorkspace`
 */
export function settle(project: string): boolean {
  if (!isInterrupted(project)) return false;
  openWorkspace(project).close();
  return true;
}

/** @throws SetFailure `project` when a run that changed a project was killed, so that nothing in it can be believed */
export function refuseHalfDone(project: string): void {
  if (isInterrupted(project))
    throw new SetFailure(
      "project",
      "the sets of this project are half done: a run that changed them was killed, or is still at work",
      { hint: "Run `skillpress set install`: it puts back what was there before, and then installs what is missing." },
    );
}

type At = (part: string) => string;

function commit(project: string, at: At, changes: readonly Change[]): void {
  for (const { path } of changes) {
    refuseLinks(project, path);
    for (const part of ["next", "previous"]) mkdirSync(dirname(at(`${part}/${path}`)), { recursive: true });
  }
  for (const { path, to } of changes) {
    if (typeof to === "string") renameSync(to, at(`next/${path}`));
    else if (to !== undefined) writeFileSync(at(`next/${path}`), to, { flag: "wx" });
  }
  const steps = changes.map(({ path, to }): Step => ({ path, puts: to !== undefined }));
  const folders = [
    ...new Set(changes.filter(({ to }) => to !== undefined).flatMap(({ path }) => missingAbove(project, path))),
  ];
  // Written aside and renamed, so that a journal that exists is whole.
  writeFileSync(at(`${JOURNAL}.new`), JSON.stringify({ steps, folders }));
  renameSync(at(`${JOURNAL}.new`), at(JOURNAL));
  try {
    for (const { path, puts } of steps) {
      if (isThere(join(project, path))) renameSync(join(project, path), at(`previous/${path}`));
      if (puts) {
        mkdirSync(dirname(join(project, path)), { recursive: true });
        renameSync(at(`next/${path}`), join(project, path));
      }
    }
  } catch (error) {
    undo(project, at);
    throw error;
  }
  rmSync(at(JOURNAL));
  for (const { path, puts } of steps)
    if (!puts) for (const folder of foldersAbove(path).toReversed()) removeEmpty(join(project, folder));
}

/** Puts everything back that the journal names. It may be interrupted and done again. */
function undo(project: string, at: At): void {
  if (!isThere(at(JOURNAL))) return;
  const { steps, folders } = readJournal(at(JOURNAL));
  for (const { path, puts } of steps.toReversed()) {
    refuseLinks(project, path);
    const [target, next, previous] = [join(project, path), at(`next/${path}`), at(`previous/${path}`)];
    if (puts && !isThere(next) && isThere(target)) renameSync(target, next);
    if (isThere(previous)) {
      mkdirSync(dirname(target), { recursive: true });
      renameSync(previous, target);
    }
  }
  for (const folder of folders.toReversed()) removeEmpty(join(project, folder));
  rmSync(at(JOURNAL));
}

/** A journal is read from disk: it may name nothing but what this tool writes. */
function readJournal(file: string): { steps: readonly Step[]; folders: readonly string[] } {
  const value = parsed(readFileSync(file, "utf8"));
  if (isRecord(value) && Array.isArray(value["steps"]) && Array.isArray(value["folders"])) {
    const { steps, folders } = value;
    if (steps.every(isStep) && folders.every((folder): folder is string => isFolderAbove(folder, steps)))
      return { steps, folders };
  }
  throw new Halt(problem("unsafe-project", {}, { path: file, reason: "no run of this tool wrote this journal" }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function isStep(value: unknown): value is Step {
  return (
    isRecord(value) && typeof value["path"] === "string" && isPlace(value["path"]) && typeof value["puts"] === "boolean"
  );
}

function isFolderAbove(folder: unknown, steps: readonly Step[]): folder is string {
  return typeof folder === "string" && steps.some(({ path }) => path.startsWith(`${folder}/`));
}

/** Folders above a path that are not there, outermost first. */
function missingAbove(project: string, path: string): string[] {
  return foldersAbove(path).filter((folder) => !isThere(join(project, folder)));
}

function foldersAbove(path: string): string[] {
  const segments = path.split("/");
  return segments.slice(1).map((_, position) => segments.slice(0, position + 1).join("/"));
}

/** @throws Halt when a folder above a path is a link, or no folder */
export function refuseLinks(project: string, path: string): void {
  for (const folder of foldersAbove(path)) {
    const stats = lstatSync(join(project, folder), { throwIfNoEntry: false });
    if (stats?.isDirectory() === false) {
      const reason = stats.isSymbolicLink() ? "it is a link, which is not followed" : "it is no folder";
      throw new Halt(problem("unsafe-project", {}, { path: folder, reason }));
    }
  }
}

/** True when anything is at a path, also a link that leads nowhere. */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!isSystemError(error) || !["ENOENT", "ENOTEMPTY", "EEXIST", "ENOTDIR"].includes(error.code)) throw error;
  }
}
