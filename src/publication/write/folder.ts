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

/** A free name beside a folder, for keeping what was in its place and no build had written. */
export function asideOf(folder: string): string {
  for (let number = 1; ; number += 1) {
    const path = `${folder}.replaced${number === 1 ? "" : `-${number}`}`;
    if (!existsSync(path)) return path;
  }
}
