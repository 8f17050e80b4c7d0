import { closeSync, fstatSync, openSync, realpathSync } from "node:fs";
import { sep } from "node:path";
import { problem, type Problem, type Where } from "../problem.ts";
import { BYTES_LIMIT } from "../skill.ts";
import { readAtMost, SAFE_OPEN } from "./open-file.ts";
import { isSystemError } from "./system-error.ts";
import type { Kind } from "./tree.ts";

/** The bytes and the execute bit of one source file, and what is worth saying about it. */
export interface ReadFile {
  readonly bytes: Uint8Array;
  /** The owner's execute bit. */
  readonly bit: boolean;
  readonly warning: Problem | undefined;
}

/** Where a file stands. */
export interface Surroundings {
  /** Absolute path of the skill's folder. */
  readonly folder: string;
  /** Paths of all files of the skill, which are the only ones that a link may lead to. */
  readonly published: ReadonlySet<string>;
  /** Most bytes to read; more are never held. */
  readonly limit: number;
  /** Place shown in problems. */
  readonly where: Where;
}

/**
 * Reads one file of a skill whole. A link is followed only when it stays inside the skill.
 *
 * @param path absolute path
 */
export function readSourceFile(
  path: string,
  kind: Kind,
  { folder, published, limit, where }: Surroundings,
): ReadFile | Problem {
  try {
    if (kind === "special") return problem("special-file", where);
    if (kind === "linked-folder") return problem("linked-folder", where);
    if (kind === "file") return readRegular(path, limit, where);
    const root = realpathSync(folder);
    const target = realpathSync(path);
    const inside = target.startsWith(root + sep)
      ? target
          .slice(root.length + 1)
          .split(sep)
          .join("/")
      : undefined;
    if (inside === undefined || !published.has(inside))
      return problem("link-escapes", where, { target: inside ?? target });
    const file = readRegular(target, limit, where);
    return "code" in file ? file : { ...file, warning: problem("link-followed", where, { target: inside }) };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (kind === "link" && (error.code === "ENOENT" || error.code === "ELOOP"))
      return problem("link-broken", where, { target: error.code === "ELOOP" ? "a circle of links" : "a missing file" });
    return problem("file-unreadable", where, { reason: error.code });
  }
}

function readRegular(path: string, limit: number, where: Where): ReadFile | Problem {
  const descriptor = openSync(path, SAFE_OPEN);
  try {
    const before = fstatSync(descriptor);
    if (!before.isFile()) return problem("special-file", where);
    if (before.size > limit) return problem("skill-too-large", where, { limit: BYTES_LIMIT });
    // One byte more than expected shows a file that grows.
    const bytes = readAtMost(descriptor, before.size + 1);
    const after = fstatSync(descriptor);
    if (bytes.length !== before.size || after.size !== before.size || after.mtimeMs !== before.mtimeMs)
      return problem("changed-while-reading", where);
    return { bytes, bit: (before.mode & 0o100) !== 0, warning: undefined };
  } finally {
    closeSync(descriptor);
  }
}
