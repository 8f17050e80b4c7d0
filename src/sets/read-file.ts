import { lstatSync } from "node:fs";
import { basename, dirname } from "node:path";
import { readLocal } from "../verify/local.ts";
import { SetFailure } from "./set-failure.ts";

/**
 * Reads a file that need not be there. What is in its place and is no file is not taken for its absence: behind it a
 * document may be hidden that says otherwise.
 *
 * @param path absolute
 * @param limit most bytes
 * @param shown what to call it
 * @returns undefined when nothing has this name
 * @throws SetFailure `refused` for a link, a folder or anything else; TooLarge, and a system error for what cannot be read
 */
export function readPresent(path: string, limit: number, shown: string): Buffer | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  const bytes = stats.isFile() ? readLocal(dirname(path), basename(path), limit) : undefined;
  if (bytes) return bytes;
  const what = stats.isSymbolicLink() ? "a link, which is not followed" : stats.isDirectory() ? "a folder" : "no file";
  throw new SetFailure("refused", `${shown} is ${what}`, {
    hint: "Put the file itself in its place, or remove it when there is to be none.",
  });
}
