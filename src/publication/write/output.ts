import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, parse, relative, resolve, sep } from "node:path";
import { Halt, problem } from "../../problem.ts";
import { GENERATOR } from "../../version.ts";
import { layout } from "../layout.ts";
import { parseSums } from "../sums.ts";

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
  const stats = lstatSync(real, { throwIfNoEntry: false });
  if (stats && !stats.isDirectory()) throw refuse("it is not a folder");
  if (real === parse(real).root) throw refuse("it is the root of the file system");
  if (contains(real, realPath(homedir()))) throw refuse("it is, or holds, your home folder");
  if (workingFolders.some((folder) => contains(real, realPath(folder)))) throw refuse("it is, or holds, the folder you work in");
  if (contains(real, realPath(source))) throw refuse("it is, or holds, the source");
  if (contains(realPath(source), real)) throw refuse("it lies inside the source");
  return real;
}

/**
 * Makes sure that an output which is replaced as a whole holds nothing but what earlier builds wrote.
 *
 * @throws Halt `foreign-output`
 */
export function refuseForeignOutput(output: string): void {
  if (!existsSync(output) || readdirSync(output).length === 0) return;
  if (!["", "client"].some((folder) => isOurs(join(output, folder)))) throw new Halt(problem("foreign-output", {}, { path: output }));
}

/** A tree is ours as a whole when it has our sums and either our catalog or nothing that the sums do not list. */
function isOurs(root: string): boolean {
  const file = join(root, layout.sums);
  const sums = existsSync(file) ? parseSums(readFileSync(file, "utf8")) : undefined;
  if (!sums?.has(layout.index)) return false;
  const home = join(root, "agent-skills", "index.html");
  const generator = GENERATOR.split(" ")[0] ?? GENERATOR;
  if (existsSync(home) && readFileSync(home, "utf8").includes(`content="${generator} `)) return true;
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .every((path) => path === layout.sums || sums.has(path));
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
