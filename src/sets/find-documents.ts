import { lstatSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { byBytes } from "../order.ts";
import { LOCK_ENDING, SET_ENDING } from "../skill-set/set-manifest.ts";
import { DOCUMENT_LIMIT } from "../skill-set/strict-json.ts";
import { TooLarge } from "../verify/installed/read-file.ts";
import { getDocument, lockBeside, parseSource } from "./acquire.ts";
import type { Found } from "./judge.ts";
import { readFileAt } from "./read-file.ts";
import { SetFailure } from "./set-failure.ts";

/** A manifest with the lock beside it, or either of them alone. */
export interface FoundSet {
  readonly manifest: Found | undefined;
  readonly lock: Found | undefined;
}

/** Most files and folders that are looked through, and how deep folders may lie. */
const ENTRIES_LIMIT = 50_000;
const DEPTH_LIMIT = 40;

/** Folders that hold no documents of this project. */
const SKIPPED: readonly string[] = [".git", "node_modules"];

/**
 * Finds the documents of sets that somebody asks about.
 *
 * @param typed path of a document or of a folder, or the https address of a document
 * @param show makes a path as people are to see it
 * @throws SetFailure when there is none, or it cannot be read
 */
export async function findDocuments(
  typed: string,
  invokedFrom: string,
  show: (path: string) => string,
): Promise<FoundSet[]> {
  const source = parseSource(typed, undefined, invokedFrom);
  if (source.pin !== undefined) throw new SetFailure("usage", "`set check` compares nothing with a pin");
  if (source.isRemote) return [await fetched(source.address)];
  const stats = lstatSync(source.address, { throwIfNoEntry: false });
  if (!stats) throw new SetFailure("usage", `\`${typed}\` does not exist`);
  if (!stats.isDirectory() || isDocument(source.address)) return [setAt(source.address, show)];
  const sets = documentsIn(source.address).map((path) => setAt(path, show));
  if (sets.length > 0) return sets;
  throw new SetFailure("usage", `\`${typed}\` holds no file that ends in ${SET_ENDING} or ${LOCK_ENDING}`);
}

async function fetched(address: string): Promise<FoundSet> {
  const get = async (from: string): Promise<Found | undefined> => {
    const bytes = await getDocument({ isRemote: true }, from);
    return bytes && { shown: from, file: basename(new URL(from).pathname), bytes };
  };
  const kind = kindOf(new URL(address).pathname);
  const found = await get(address);
  if (!found) throw new SetFailure("unfetched", `there is nothing at ${address}`);
  if (kind === "lock") return { manifest: undefined, lock: found };
  const beside = lockBeside({ address, isRemote: true });
  return { manifest: found, lock: beside === undefined ? undefined : await get(beside) };
}

function setAt(path: string, show: (path: string) => string): FoundSet {
  const read = (each: string): Found | undefined => {
    const bytes = readDocument(each, show(each));
    return bytes && { shown: show(each), file: basename(each), bytes };
  };
  const kind = kindOf(path);
  const found = read(path);
  if (!found) throw new SetFailure("usage", `\`${show(path)}\` does not exist`);
  if (kind === "lock") return { manifest: undefined, lock: found };
  const beside = lockBeside({ address: path, isRemote: false });
  return { manifest: found, lock: beside === undefined ? undefined : read(beside) };
}

/** Bytes of a document; of one that is too large one more than it may have, which makes it invalid like any other fault. */
function readDocument(path: string, name: string): Buffer | undefined {
  try {
    return readFileAt(path, name, DOCUMENT_LIMIT);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return Buffer.alloc(DOCUMENT_LIMIT + 1);
  }
}

/** True for what is called like a document, whatever it is. */
function isDocument(path: string): boolean {
  return path.endsWith(SET_ENDING) || path.endsWith(LOCK_ENDING);
}

function kindOf(path: string): "manifest" | "lock" {
  if (path.endsWith(LOCK_ENDING)) return "lock";
  if (path.endsWith(SET_ENDING)) return "manifest";
  throw new SetFailure("usage", `\`${basename(path)}\` ends neither in ${SET_ENDING} nor in ${LOCK_ENDING}`);
}

/** Paths of the manifests below a folder, and of the locks that have none beside them, in byte order. */
function documentsIn(folder: string): string[] {
  const paths: string[] = [];
  let entries = 0;
  const visit = (inner: string, depth: number): void => {
    if (depth > DEPTH_LIMIT) throw tooMuch(folder);
    for (const entry of readdirSync(join(folder, inner), { withFileTypes: true })) {
      if ((entries += 1) > ENTRIES_LIMIT) throw tooMuch(folder);
      const path = inner === "" ? entry.name : `${inner}/${entry.name}`;
      if (isDocument(path)) paths.push(path);
      else if (entry.isDirectory() && !SKIPPED.includes(entry.name)) visit(path, depth + 1);
    }
  };
  visit("", 1);
  const all = new Set(paths);
  return paths
    .filter((path) => !path.endsWith(LOCK_ENDING) || !all.has(path.slice(0, -LOCK_ENDING.length) + SET_ENDING))
    .toSorted(byBytes)
    .map((path) => join(folder, path));
}

function tooMuch(folder: string): SetFailure {
  return new SetFailure(
    "usage",
    `${folder} holds more than ${ENTRIES_LIMIT} files and folders, or folders deeper than ${DEPTH_LIMIT}`,
  );
}
