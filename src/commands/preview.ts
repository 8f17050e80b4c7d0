import { once } from "node:events";
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Options } from "../options.ts";
import { Halt, problem } from "../problem.ts";
import { stops } from "../publication/compose.ts";
import { layout, pages } from "../publication/layout.ts";
import { foreignMembers } from "../publication/sets.ts";
import { POLICY } from "../serve/headers.ts";
import { listen } from "../serve/listen.ts";
import { serveSite } from "../serve/site.ts";
import { watchSource } from "../source/watch.ts";
import { findClient } from "../verify/client.ts";
import type { Arguments } from "./arguments.ts";
import { type Built, runBuild } from "./build-process.ts";
import type { Io } from "./io.ts";
import { introduction } from "./preview-text.ts";
import { show, shown } from "./show.ts";
import { count } from "./summary.ts";
import { workFor } from "./work.ts";

/** Ports that are tried without `--port`, in this order: an address that stays the same can stay in a tab and in a shell. */
const PORTS = Array.from({ length: 20 }, (_, index) => 4777 + index);

/**
 * Builds the publication for an address of this machine and serves it there, until the process is asked to end.
 *
 * @returns exit code 0 then, or that of a build that published nothing when there is nothing to wait for
 */
export async function preview({ target, options, flags }: Arguments, io: Io): Promise<number> {
  const given = target === undefined ? options : { ...options, source: target };
  const { settings, request, site } = await workFor({ options: given }, io);
  const { source } = request;
  const { basePath } = request.origin;
  refusePublication(source, io);

  const ended = io.ended();
  const place = realpathSync(mkdtempSync(join(tmpdir(), "skillpress-preview-")));
  const closing = [async () => rmSync(place, { recursive: true, force: true })];
  try {
    let served: string | undefined;
    const server = await listen(
      // Pages of somebody's own site may need another policy than ours do.
      serveSite({ root: () => served, base: `${basePath}/`, policy: site ? undefined : POLICY }),
      flags.port === undefined ? PORTS : [portOf(flags.port)],
    );
    closing.unshift(server.close);
    const watcher = flags.watch === true ? await watchSource(source) : undefined;
    if (watcher) closing.unshift(watcher.close);
    ended.addEventListener("abort", () => void watcher?.close());

    const address = `${server.origin}${basePath}`;
    // Each build has a folder of its own, so that the last one is served until then, and read to its end by whoever began.
    for (let number = 1; !ended.aborted; number += 1) {
      const out = join(place, String(number));
      if (settings.resolve && foreignMembers(settings.sets).length > 0)
        io.err(`Installing the members of sets that are published elsewhere with ${findClient(io.project).what}.\n`);
      io.progress("building");
      const built = await runBuild(argvOf(given, { source, origin: address, out }), io, ended);
      io.progress("");
      if (ended.aborted) break;
      tell(built, request, io);
      if (built.published) {
        const root = siteIn(out);
        const hasPages = existsSync(join(root, pages.home, "index.html"));
        io.out(
          served
            ? `Built again: ${count(built.published.skills.length, "skill")}.\n`
            : introduction(built.published, { hasPages, paint: io.paint }),
        );
        served = root;
        rmSync(join(place, String(number - 2)), { recursive: true, force: true });
      } else if (!watcher || (built.exitCode !== 1 && !served)) {
        return built.exitCode;
      } else {
        io.err(
          `${served ? "The last good build is still served" : "Nothing is served yet"}; the next change is tried.\n`,
        );
      }
      await (watcher ? watcher.changed() : once(ended, "abort"));
    }
    return 0;
  } finally {
    for (const close of closing) await close();
  }
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new Halt(problem("usage", {}, { reason: `\`${text}\` is not a port` }));
}

/** A publication carries the address it was built for; served from here, nothing could be installed from it. */
function refusePublication(folder: string, io: Io): void {
  if (!existsSync(join(folder, layout.report))) return;
  const reason = `\`${shown(folder, io)}\` is a publication for another address; name the folder of the skills`;
  throw new Halt(problem("usage", {}, { reason }));
}

/** The options of the build. Warnings stop nothing, because the address of this machine is one itself. */
function argvOf(
  { bundle, catalog, resolve }: Options,
  paths: Readonly<Record<"source" | "origin" | "out", string>>,
): string[] {
  return [
    ...Object.entries(paths).flatMap(([name, value]) => [`--${name}`, value]),
    "--no-strict",
    // What is looked at is this source; earlier versions come with the build that is deployed.
    "--previous",
    "none",
    ...(catalog === false ? ["--no-catalog"] : []),
    ...(resolve === true ? ["--resolve"] : []),
    ...(bundle === undefined ? [] : ["--bundle", bundle]),
  ];
}

/** Shows the problems of a build, and a bug as it is. */
function tell(
  { exitCode, problems, said }: Built,
  { source, strict }: { source: string; strict: boolean },
  io: Io,
): void {
  const told = problems.filter(({ code }) => code !== "loopback-origin");
  if (exitCode > 2) io.err(said);
  show(told, io, `${shown(source, io)}/`);
  if (exitCode === 0 && told.some((each) => stops(each, strict)))
    io.err(io.paint("yellow", "`skillpress build` would stop here, because `strict` allows no warning.\n\n"));
}

/** The folder of a build that is served. Astro puts the files of a site with a server of its own into `client`. */
function siteIn(out: string): string {
  return [join(out, "client"), out].find((folder) => existsSync(join(folder, layout.sums))) ?? out;
}
