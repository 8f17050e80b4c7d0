import { problem, type Problem } from "../problem.ts";
import { codePoint, HIDDEN } from "../visible.ts";
import { splitPath } from "./ustar.ts";

/** Names that Windows reserves for devices, with or without an extension. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\.|$)/i;

/**
 * Judges the paths of one skill for storage in an archive that every client unpacks whole.
 *
 * @param paths relative POSIX paths inside the skill
 * @param folder folder of the skill, shown before each path in problems
 */
export function judgePaths(paths: Iterable<string>, folder: string): Problem[] {
  const problems: Problem[] = [];
  const seen = new Map<string, string>();
  for (const path of paths) {
    const where = { path: `${folder}/${path}` };
    problems.push(...judge(path, where));
    const other = prefixesOf(path)
      .map((prefix) => [prefix, seen.get(fold(prefix)) ?? prefix] as const)
      .find(([prefix, first]) => prefix !== first);
    if (other) problems.push(problem("path-collision", where, { other: `${folder}/${other[1]}` }));
    for (const prefix of prefixesOf(path)) if (!seen.has(fold(prefix))) seen.set(fold(prefix), prefix);
  }
  return problems;
}

/** The path and every folder above it: folders collide as files do. */
function prefixesOf(path: string): string[] {
  const segments = path.split("/");
  return segments.map((_, index) => segments.slice(0, index + 1).join("/"));
}

/** A path as disks see it that ignore case and Unicode form. */
function fold(path: string): string {
  return path.normalize("NFC").toLowerCase().normalize("NFC");
}

function judge(path: string, where: { path: string }): Problem[] {
  const problems: Problem[] = [];
  const control = /[\u0000-\u001F\u007F-\u009F]/u.exec(path)?.[0];
  if (control !== undefined) {
    const character = `U+${(control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
    problems.push(problem("path-control-character", where, { character }));
  }
  if (path.includes("\uFFFD")) problems.push(problem("path-not-utf-8", where));
  const absolute = /^[A-Za-z]:/.test(path);
  if (absolute) problems.push(problem("path-absolute", where));
  if (path.includes("\\")) problems.push(problem("path-backslash", where));
  if (splitPath(path) === undefined)
    problems.push(problem("path-too-long", where, { length: Buffer.byteLength(path) }));
  if (path !== path.normalize("NFC")) problems.push(problem("path-not-nfc", where));
  const part = absolute ? undefined : hardPart(path);
  if (part !== undefined) problems.push(problem("path-not-portable", where, { part }));
  return problems;
}

/** The first part of a path that is hard for some client or system, in words. */
function hardPart(path: string): string | undefined {
  const character = /[:?#%*"<>|]/.exec(path)?.[0];
  if (character !== undefined) return `\`${character}\``;
  const hidden = HIDDEN.exec(path.replace(/[\u0000-\u001F\u007F-\u009F]/gu, " "))?.[0];
  if (hidden !== undefined) return `the invisible character ${codePoint(hidden)}`;
  for (const segment of path.split("/")) {
    if (/[. ]$/.test(segment)) return "a name that ends in a dot or blank";
    if (WINDOWS_DEVICE.test(segment)) return `the Windows device name \`${segment}\``;
  }
  return undefined;
}
