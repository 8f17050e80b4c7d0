import {
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { sha256 } from "../../artifact/digest.ts";
import { Halt, problem, type Problem } from "../../problem.ts";
import { FOLDERS, layout, OWN_FOLDERS, SETS_FOLDER } from "../layout.ts";
import { parseSums } from "../sums.ts";

/**
 * Prepares the replacement of our folders in somebody's site: every file in them that the last build did not write is
 * carried over into the new tree. What the last build wrote and this one does not is left behind.
 *
 * @param site folder of the site
 * @param next the new tree, complete
 * @param force replace foreign files that stand at our paths
 * @returns warnings about files that are kept although an earlier build wrote them
 * @throws Halt `foreign-file` for every file at one of our paths that the last build did not write, or that was changed
 */
export function carryForeignFiles(site: string, next: string, force: boolean): Problem[] {
  if (!force && existsSync(join(site, layout.files))) throw new Halt(problem("output-has-pages", {}, { path: site }));
  const recorded = recordedSums(site);
  const carried: string[] = [];
  const conflicts: Problem[] = [];
  const warnings: Problem[] = [];
  const folders = foldersIn(site, next, recorded);
  for (const path of listFolders(site, folders)) {
    const stats = lstatSync(join(site, path));
    if (!stats.isFile() && !stats.isSymbolicLink()) {
      throw new Halt(
        problem("unsafe-output", {}, { path: join(site, path), reason: "it is neither a file nor a folder" }),
      );
    }
    if (isRecorded(site, path, recorded)) continue;
    if (existsSync(join(next, path)) || collidesWithFolder(next, path)) {
      if (!force) conflicts.push(problem("foreign-file", {}, { path: join(site, path) }));
    } else {
      carried.push(path);
      if (recorded.has(path)) warnings.push(problem("kept-file", {}, { path: join(site, path) }));
    }
  }
  if (conflicts.length > 0) throw new Halt(...conflicts);
  for (const path of carried) carry(join(site, path), join(next, path));
  // Empty where everything in it was ours and is published no longer; it still has to be replaced.
  for (const folder of folders) mkdirSync(join(next, folder), { recursive: true });
  return warnings;
}

/**
 * Carries over what somebody put into a folder of a site while our folders were being replaced, and nobody has replaced it.
 *
 * @param before folder that holds what was replaced so far, with the sums of the build that wrote it
 */
export function carryLateFiles(site: string, next: string, { folder, before }: LatePlace): void {
  const recorded = recordedSums(before);
  for (const path of listFolders(site, [folder])) {
    const isTaken = lstatSync(join(next, path), { throwIfNoEntry: false }) !== undefined;
    if (isTaken || collidesWithFolder(next, path) || isRecorded(site, path, recorded)) continue;
    carry(join(site, path), join(next, path));
  }
}

/** Which folder of a site is looked at, and where the sums of the build before are. */
interface LatePlace {
  readonly folder: string;
  readonly before: string;
}

/** True for a file that the build before wrote, and that is as it wrote it. */
function isRecorded(site: string, path: string, recorded: ReadonlyMap<string, string>): boolean {
  if (path === layout.sums) return recorded.size > 0;
  const expected = recorded.get(path);
  const file = join(site, path);
  return expected !== undefined && lstatSync(file).isFile() && sha256(readFileSync(file)) === expected;
}

/** A site may have a folder of sets of its own: it is touched only when there are sets, or were some. */
function foldersIn(site: string, next: string, recorded: ReadonlyMap<string, string>): readonly string[] {
  const hadSets = [...recorded.keys()].some((path) => path.startsWith(`${SETS_FOLDER}/`));
  const isOurs = existsSync(join(next, SETS_FOLDER)) || (hadSets && existsSync(join(site, SETS_FOLDER)));
  return isOurs ? FOLDERS : OWN_FOLDERS;
}

/** Files and links in our folders; a link in place of a folder is refused, because it leads elsewhere. */
function listFolders(site: string, folders: readonly string[]): string[] {
  const found: string[] = [];
  const list = (path: string) => {
    for (const entry of readdirSync(join(site, path), { withFileTypes: true })) {
      const inner = `${path}/${entry.name}`;
      if (entry.isDirectory()) list(inner);
      else found.push(inner);
    }
  };
  for (const folder of folders) {
    const steps = folder.split("/").map((_, index, segments) => segments.slice(0, index + 1).join("/"));
    for (const step of steps) {
      const stats = lstatSync(join(site, step), { throwIfNoEntry: false });
      if (stats && !stats.isDirectory())
        throw new Halt(
          problem("unsafe-output", {}, { path: join(site, step), reason: "it is a link or a file, not a folder" }),
        );
    }
    if (existsSync(join(site, folder))) list(folder);
  }
  return found;
}

/** A foreign file `a` stands in the way of our `a/b`. */
function collidesWithFolder(next: string, path: string): boolean {
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    if (lstatSync(join(next, folder), { throwIfNoEntry: false })?.isFile()) return true;
  }
  return false;
}

function recordedSums(site: string): ReadonlyMap<string, string> {
  const file = join(site, layout.sums);
  return (lstatSync(file, { throwIfNoEntry: false })?.isFile() && parseSums(readFileSync(file, "utf8"))) || new Map();
}

function carry(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else copyFileSync(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
}
