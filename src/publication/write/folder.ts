import { existsSync, lstatSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { isSystemError } from "../../source/system-error.ts";

/**
 * Makes a folder and those above it that are missing. Unlike `mkdirSync` with `recursive`, which never returns below
 * `/proc`, it fails where the system refuses.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (!isSystemError(error) || error.code !== "EEXIST" || !lstatSync(path).isDirectory()) throw error;
  }
}
