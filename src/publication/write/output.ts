import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, parse, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { sha256 } from "../../artifact/digest.ts";
import { Halt, problem } from "../../problem.ts";
import { isSystemError } from "../../source/system-error.ts";
import { layout } from "../layout.ts";
import { encodeSums, parseSums } from "../sums.ts";
import { makeFolder } from "./folder.ts";

/** Folders that decide whether an output is safe; absolute paths. */
export interface Surroundings {
  readonly source: string;
  /** Where the user stands, and the project. */
  readonly workingFolders: readonly string[];
}

/**
 * The real path of an output, after making sure that replacing it can harm nobody.
 *
 * @param output absolute path as given
 * @throws Halt `unsafe-output` with the reason
 */
export function safeOutput(output: string, { source, workingFolders }: Surroundings): string {
  const real = realPath(output);
  const refuse = (reason: string) => new Halt(problem("unsafe-output", {}, { path: output, reason }));
  if (!isFolderOrNothing(real)) throw refuse("it is not a folder, or lies below something that is none");
  if (real === parse(real).root) throw refuse("it is the root of the file system");
  if (contains(real, realPath(homedir()))) throw refuse("it is, or holds, your home folder");
  if (workingFolders.some((folder) => contains(real, realPath(folder))))
    throw refuse("it is, or holds, the folder you work in");
  if (contains(real, realPath(source))) throw refuse("it is, or holds, the source");
  if (contains(realPath(source), real)) throw refuse("it lies inside the source");
  return real;
}

/**
 * Makes sure that an output which is replaced as a whole holds nothing but what earlier builds wrote.
 *
 * @throws Halt `foreign-output`, naming a file that no build wrote
 */
export function refuseForeignOutput(output: string): void {
  if (!existsSync(output)) return;
  const ours = listedFiles(output);
  const stranger = filesBelow(output).find((path) => !ours.has(path));
  if (stranger !== undefined) throw new Halt(problem("foreign-output", {}, { path: output, file: stranger }));
}

/**
 * Makes sure that the output folder of an Astro site, which Astro itself empties on every build, was one before.
 *
 * @throws Halt `foreign-output`
 */
export function refuseForeignSite(output: string): void {
  if (!existsSync(output) || readdirSync(output).length === 0) return;
  if (!["", "client"].some((folder) => existsSync(join(output, folder, layout.sums)))) {
    throw new Halt(problem("foreign-output", {}, { path: output, file: filesBelow(output)[0] ?? "" }));
  }
}

/**
 * Refuses to replace a folder as a whole, also when told to, that holds a repository or the tool itself.
 *
 * @throws Halt `unsafe-output`
 */
export function refusePrecious(output: string): void {
  if (!existsSync(output)) return;
  const refuse = (reason: string) => new Halt(problem("unsafe-output", {}, { path: output, reason }));
  if (contains(output, realPath(fileURLToPath(new URL(".", import.meta.url)))))
    throw refuse("it holds skillpress itself");
  const repository = ["", ...readdirSync(output)].find((name) => existsSync(join(output, name, ".git")));
  if (repository !== undefined) throw refuse(`it holds a repository, \`${join(output, repository)}\``);
}

/** Writes the sums of all files of a whole output, which the next build goes by, and with which a folder is verified. */
export function listOutput(root: string): void {
  const file = join(root, layout.files);
  makeFolder(dirname(file));
  writeFileSync(
    file,
    encodeSums(new Map(filesBelow(root).map((path) => [path, sha256(readFileSync(join(root, path)))]))),
  );
}

/** What earlier builds wrote into an output: all of it by their list, or the machine files by their sums. */
function listedFiles(output: string): ReadonlySet<string> {
  const listed = [layout.files, layout.sums].flatMap((list) => {
    const file = join(output, list);
    const sums = existsSync(file) ? parseSums(readFileSync(file, "utf8")) : undefined;
    return sums ? [list, ...sums.keys()] : [];
  });
  return new Set(listed);
}

function filesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
}

function isFolderOrNothing(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? true;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return error.code !== "ENOTDIR";
  }
}

/** True when `inner` is `outer` or lies below it. */
function contains(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

/** The real path, also of something that does not exist yet. */
function realPath(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) return realpathSync(absolute);
  const parent = dirname(absolute);
  return parent === absolute ? absolute : join(realPath(parent), absolute.slice(parent.length).replace(/^[/\\]+/, ""));
}
