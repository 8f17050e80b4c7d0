import { isSafeLine } from "./text.ts";

/** Why a path cannot be one of the repository; such a path is rejected, never repaired. */
export type PathFault = "too_long" | "absolute" | "forbidden_character" | "empty_segment" | "dot_segment";

/** Longest path of a file, in UTF-16 units. */
const PATH_LIMIT = 1024;

/**
 * Judges a path of the repository: relative to its root, `/` between segments; the root is the empty string
 * (SkillCDN Format, paths).
 *
 * @returns undefined for a path in canonical form
 */
export function pathFault(path: string): PathFault | undefined {
  if (path.length > PATH_LIMIT) return "too_long";
  if (path.startsWith("/")) return "absolute";
  if (path.includes("\\") || !isSafeLine(path)) return "forbidden_character";
  if (path.includes("//") || path.endsWith("/")) return "empty_segment";
  return /(?:^|\/)\.{1,2}(?:\/|$)/.test(path) ? "dot_segment" : undefined;
}

/**
 * Resolves a path that is written like a link: from the root when it starts with `/`, otherwise from a folder; `.` and
 * `..` are followed.
 *
 * @returns undefined when it leaves the repository, or is no path
 */
export function resolve(folder: string, written: string): string | undefined {
  const rooted = written.startsWith("/");
  const segments = rooted || folder === "" ? [] : folder.split("/");
  for (const segment of (rooted ? written.slice(1) : written).split("/")) {
    if (segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  const path = segments.join("/");
  return path === "" || pathFault(path) !== undefined ? undefined : path;
}

/** The folder of a file or folder; that of a name at the root is the empty string. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

/** The last segment of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A path inside a folder, as a path of the repository. */
export function inside(folder: string, path: string): string {
  return folder === "" ? path : `${folder}/${path}`;
}

/** True for the folder itself and for everything below it. */
export function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

/** A path relative to a folder that it lies below. */
export function relativeTo(folder: string, path: string): string {
  return folder === "" ? path : path.slice(folder.length + 1);
}

/** True when a segment starts with a dot. */
export function isHidden(path: string): boolean {
  return path.startsWith(".") || path.includes("/.");
}

/** How many folders a path lies below. */
export function depthOf(path: string): number {
  return path === "" ? 0 : path.split("/").length;
}
