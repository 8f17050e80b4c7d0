import { existsSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { Refusal } from "../astro/refusal.ts";
import { asOptions } from "../options.ts";
import { Halt, problem, sorted } from "../problem.ts";
import type { Composition } from "../publication/compose.ts";
import { encodeJson } from "../publication/discovery-index.ts";
import { type Held, heldBy } from "../publication/previous.ts";
import { FOLDERS } from "../publication/layout.ts";
import { recordOf } from "../publication/record.ts";
import { asideOf } from "../publication/write/folder.ts";
import { carryForeignFiles } from "../publication/write/foreign.ts";
import {
  listOutput,
  refuseForeignOutput,
  refuseForeignSite,
  refusePrecious,
  safeOutput,
} from "../publication/write/output.ts";
import { swap } from "../publication/write/swap.ts";
import { openWorkspace, type Workspace } from "../publication/write/workspace.ts";
import { isSystemError } from "../source/system-error.ts";
import { heldIn } from "../verify/previous.ts";
import { type Asker, composeVerified } from "../verify/staged.ts";
import { visible } from "../visible.ts";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";
import { packing, show, shown } from "./show.ts";
import { suggestRepository } from "./suggestion.ts";
import { count, refused, summary } from "./summary.ts";
import { workFor, type Work } from "./work.ts";

/** Builds the publication, verifies it, and puts it in place. Exit code 0, or 1 when the content has problems. */
export async function build(args: Arguments, io: Io): Promise<number> {
  const work = await workFor(args, io);
  const { settings, request, site, out } = work;
  const source = `${shown(request.source, io)}/`;
  const output = safeOutput(out, {
    source: request.source,
    workingFolders: [io.project, io.invokedFrom],
  });
  const record =
    args.flags.record === undefined
      ? undefined
      : recordPath(resolve(io.invokedFrom, args.flags.record), [output, request.source]);

  const before = settings.previous === undefined ? heldIn(output) : heldBy({ skills: [], sets: [] });
  const composed = await withWorkspace(output, (workspace) =>
    (site || settings.catalog ? buildWhole : buildForeign)(work, { workspace, output, args, io }),
  );
  io.progress("");

  const composition = withLost(composed, before, shown(output, io));
  const { report, problems } = composition;
  const exitCode = report ? 0 : 1;
  if (record !== undefined) writeRecord(record, encodeJson(recordOf(composition)));
  if (args.flags.json) io.out(encodeJson({ command: "build", exitCode, ...recordOf(composition) }).toString());
  show(problems, io, source);
  const say = args.flags.json ? io.err : io.out;
  if (report)
    say(
      summary(composition, { output: shown(output, io), paint: io.paint }) +
        (settings.git === undefined ? suggestRepository(request.source) : ""),
    );
  else io.err(refused(problems, { strict: request.strict, paint: io.paint }));
  return exitCode;
}

/** Names how much the output had that is gone, when nobody said where it is to be kept from. */
function withLost(composition: Composition, before: Held, output: string): Composition {
  const { report, problems } = composition;
  if (!report) return composition;
  const now = heldBy(report);
  const lost = [
    count(before.snapshots.difference(now.snapshots).size, "snapshot"),
    count(before.setVersions.difference(now.setVersions).size, "version of a set", "versions of sets"),
  ].filter((words) => !words.startsWith("0 "));
  if (lost.length === 0) return composition;
  const told = problem("snapshots-lost", {}, { output, count: lost.join(" and ") });
  return { ...composition, problems: sorted([...problems, told]) };
}

/** The record names files that are not published, so it must not land where it would be published itself. */
function recordPath(path: string, folders: readonly string[]): string {
  const inside = folders.find((folder) => path.startsWith(folder + sep));
  if (inside !== undefined)
    throw new Halt(problem("usage", {}, { reason: `the record \`${path}\` would lie inside \`${inside}\`` }));
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory())
    throw new Halt(problem("usage", {}, { reason: `the folder of the record \`${path}\` does not exist` }));
  return path;
}

function writeRecord(path: string, record: Buffer): void {
  try {
    writeFileSync(path, record);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new Halt(problem("record-failed", {}, { path, reason: error.code }));
  }
}

interface Place {
  readonly workspace: Workspace;
  readonly output: string;
  readonly args: Arguments;
  readonly io: Io;
}

/** Publication and pages in a folder of their own, which is replaced as a whole. */
async function buildWhole(
  { settings, request, site, outOfSite }: Work,
  { workspace, output, args, io }: Place,
): Promise<Composition> {
  const refuseForeign = () => (outOfSite ? refuseForeignSite : refuseForeignOutput)(output);
  if (!args.flags.force) refuseForeign();
  refusePrecious(output);
  // Astro takes paths for addresses here and there, and leaves style sheets and scripts out without a word.
  const odd = /[#?%]/.exec(workspace.folder)?.[0];
  if (odd !== undefined)
    throw new Halt(
      problem(
        "unsafe-output",
        {},
        { path: output, reason: `pages cannot be made below a folder with \`${odd}\` in its name` },
      ),
    );
  const { buildCatalog, buildSite } = await import("../astro/build.ts");
  let composition: Composition | undefined;
  const driver = {
    flags: site ? args.options : asOptions(settings),
    invokedFrom: io.invokedFrom,
    tree: join(workspace.folder, "tree"),
    onComposition: (composed: Composition) => {
      composition = composed;
      if (composed.report) io.progress("making the pages");
    },
    asker: askerOf(io),
  };
  const named = args.options.origin !== undefined || Boolean(io.environment["SKILLPRESS_ORIGIN"]);
  try {
    if (site) await buildSite(io.project, workspace.next, { driver, origin: named ? request.origin : undefined });
    else await buildCatalog(workspace.site, workspace.next, { driver, origin: request.origin });
  } catch (error) {
    if (!(error instanceof Refusal)) throw asMachineError(error);
  }
  if (!composition) throw new Error("Astro built the site without composing the publication");
  if (!composition.report) return composition;
  if (!outOfSite) listOutput(workspace.next);
  // Asked again: making the pages takes long enough for somebody to put a file there.
  const foreign = foreignProblem(refuseForeign);
  if (foreign && !args.flags.force) throw foreign;
  if (!foreign) {
    swap(workspace.folder, output, [""]);
    return composition;
  }
  const kept = replaceKeeping(workspace, output);
  const told = problem("replaced-kept", {}, { path: output, kept });
  return { ...composition, problems: sorted([...composition.problems, told]) };
}

/** Moves what is in the output aside before anything takes its place, so that no kill can lose it. */
function replaceKeeping(workspace: Workspace, output: string): string {
  const kept = asideOf(output);
  renameSync(output, kept);
  try {
    swap(workspace.folder, output, [""]);
  } catch (error) {
    renameSync(kept, output);
    throw error;
  }
  return kept;
}

/** The problem of an output that holds files which no build wrote. */
function foreignProblem(refuse: () => void): Halt | undefined {
  try {
    refuse();
    return undefined;
  } catch (error) {
    if (error instanceof Halt) return error;
    throw error;
  }
}

/** The bundler wraps what the system said, so its code is looked for in the text. */
function asMachineError(error: unknown): unknown {
  const code = /\b(?:ENOSPC|EDQUOT|EROFS|EACCES|EIO|EMFILE)\b|No space left on device/.exec(String(error))?.[0];
  return code === undefined ? error : new Halt(problem("output-failed", {}, { reason: code }));
}

/** The publication alone, in a folder that may hold a site. */
async function buildForeign({ request }: Work, { workspace, output, args, io }: Place): Promise<Composition> {
  const composition = await composeVerified(request, workspace.next, askerOf(io));
  if (!composition.report) return composition;
  const kept = carryForeignFiles(output, workspace.next, args.flags.force ?? false);
  if (kept.length > 0 && request.strict)
    return { ...composition, report: undefined, problems: sorted([...composition.problems, ...kept]) };
  swap(
    workspace.folder,
    output,
    // Sets name snapshots, and the index is what clients begin with: each after what it leads to.
    FOLDERS.filter((folder) => existsSync(join(workspace.next, folder))),
  );
  return { ...composition, problems: sorted([...composition.problems, ...kept]) };
}

function askerOf(io: Io): Asker {
  const { project, environment } = io;
  return { project, environment, progress: packing(io), say: (text) => io.err(`${visible(text)}\n`) };
}

/** Runs with the workspace of an output, and turns what the machine refuses into a problem. */
async function withWorkspace<T>(output: string, run: (workspace: Workspace) => Promise<T>): Promise<T> {
  try {
    const workspace = openWorkspace(output);
    try {
      return await run(workspace);
    } finally {
      workspace.close();
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new Halt(problem("output-failed", {}, { reason: error.message }));
  }
}
