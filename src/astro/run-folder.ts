import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "../publication/write/lock.ts";

/**
 * A folder for one run alone, because a site may be built twice at once, or built while it is developed. Whoever makes it
 * removes it; what ended runs have left is removed here.
 *
 * @param parent absolute path of the folder to have it in
 * @returns its absolute path; it does not exist yet
 */
export function runFolder(parent: string): string {
  for (const name of existsSync(parent) ? readdirSync(parent) : []) {
    const id = /^skillpress-(\d+)-/.exec(name)?.[1];
    if (id !== undefined && !isAlive(Number(id))) rmSync(join(parent, name), { recursive: true, force: true });
  }
  return join(parent, `skillpress-${process.pid}-${randomUUID().slice(0, 8)}`);
}
