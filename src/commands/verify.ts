import { statSync } from "node:fs";
import { resolve } from "node:path";
import { Halt, problem } from "../problem.ts";
import { encodeJson } from "../publication/discovery-index.ts";
import { layout } from "../publication/layout.ts";
import { parseOrigin } from "../publication/origin.ts";
import { isSystemError } from "../source/system-error.ts";
import { TooLarge } from "../verify/installed/read-file.ts";
import { linkedFolders, listLocal } from "../verify/local.ts";
import { appendResults, readResults } from "../publication/write/results-file.ts";
import { findClient } from "../verify/client.ts";
import { installSkills } from "../verify/install.ts";
import { resultsOf } from "../verify/served/results.ts";
import { type Build, readBuild } from "../verify/served/build.ts";
import { baseOf, openFolder } from "../verify/served/folder-host.ts";
import type { Install } from "../verify/served/installs.ts";
import { LIMITS } from "../verify/served/limits.ts";
import { openOrigin } from "../verify/served/origin-host.ts";
import { ALLOWABLE, type Allowable } from "../verify/served/outcome.ts";
import { readPages } from "../verify/served/pages.ts";
import type { Target } from "../verify/served/target.ts";
import type { Verification } from "../verify/served/verification.ts";
import { verifyServed } from "../verify/served/verify.ts";
import { visible } from "../visible.ts";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";
import { shown } from "./show.ts";
import { count } from "./summary.ts";
import { showVerification } from "./verdict.ts";

/** Verifies what is served at an origin or lies in a folder. The exit code is that of the outcome: 0, 7, 8 or 9. */
export async function verify({ target, options, flags }: Arguments, io: Io): Promise<number> {
  if (target === undefined || target === "") throw usage("`verify` needs a folder or the https address of an origin");
  const read = (typed: string | undefined) =>
    typed === undefined ? undefined : readBuild(resolve(io.invokedFrom, typed), typed);
  const allowed = (flags.allow ?? []).map(allowable);
  const as = flags.as === undefined ? undefined : originOf(flags.as);
  const build = read(flags.report);
  const previous = new Set([...(read(options.previous)?.sums.values() ?? [])].map((hex) => `sha256:${hex}`));
  const results = options.results === undefined ? undefined : resolve(io.invokedFrom, options.results);
  if (results !== undefined) readResults(results); // refused now rather than after the run
  const install = installFor({ target, flags }, io);
  const { close, ...place } = placeOf(target, { as, build, io });
  try {
    const verification = await verifyServed(
      { ...place, as, build, previous },
      {
        requireBuild: flags["require-build"] ?? false,
        sameOrigin: flags["same-origin"] ?? false,
        thorough: flags.thorough ?? false,
        allowed,
        install,
        limits: LIMITS,
        startedAt: new Date(),
        progress: (done, of) => io.progress(`hashing ${done} of ${of} artifacts`),
      },
    );
    io.progress("");
    const say = flags.json === true ? io.err : io.out;
    showVerification(verification, { ...io, out: say });
    if (results !== undefined) say(await record(verification, results, io));
    if (flags.json === true) io.out(encodeJson(verification).toString());
    return verification.exit_code;
  } finally {
    close();
  }
}

/** Appends a run to the file of results, and says so. */
async function record(verification: Verification, file: string, io: Io): Promise<string> {
  const { results, left } = resultsOf(verification);
  if (results.length > 0) await appendResults(file, results);
  const names = left.map((name) => `\`${visible(name)}\``).join(", ");
  return [
    `Recorded ${count(results.length, "result")} in ${visible(shown(file, io))}.\n`,
    ...(left.length > 0 ? [`Not recorded, because no digest is known for them: ${names}.\n`] : []),
  ].join("");
}

/** How the skills that were asked for are installed; undefined when none were. */
function installFor({ target, flags }: Pick<Arguments, "target" | "flags">, io: Io): Install | undefined {
  const { install = false, skill: names, as } = flags;
  if (!install && names !== undefined) throw usage("`--skill` says what `--install` installs; add that");
  if (!install) return undefined;
  if (!isAddress(target ?? "")) throw usage("the client of `--install` fetches from an origin, not from a folder");
  if (as !== undefined)
    throw usage("with `--as` the client of `--install` would fetch from the addresses in the index, not from here");
  const client = findClient(io.project);
  io.err(`Skills are installed with ${client.what}.\n`);
  const progress = (name: string) => io.progress(`installing ${visible(name)}`);
  return {
    names,
    run: (skills) => installSkills(skills, { client, environment: io.environment, progress }),
  };
}

interface Place extends Pick<Target, "host" | "present" | "pages"> {
  readonly close: () => void;
}

/** The folder or origin that was named. */
function placeOf(
  target: string,
  { as, build, io }: { as: string | undefined; build: Build | undefined; io: Io },
): Place {
  if (isAddress(target)) {
    const host = openOrigin(originOf(target), LIMITS);
    return { host, present: undefined, pages: undefined, close: host.close };
  }
  const root = resolve(io.invokedFrom, target);
  try {
    if (!statSync(root, { throwIfNoEntry: false })?.isDirectory())
      throw usage(`\`${target}\` is neither a folder nor the address of an origin`);
    const base = as ?? baseOf(root) ?? build?.report.origin ?? parseOrigin(undefined).base;
    return {
      host: openFolder(root, base, shown(root, io)),
      present: [...linkedFolders(root), ...listLocal(root)],
      pages: build?.pages ?? readPages(root),
      close: () => undefined,
    };
  } catch (error) {
    if (!(error instanceof TooLarge || isSystemError(error))) throw error;
    throw usage(`\`${target}\` cannot be read: ${error.message}`);
  }
}

function isAddress(target: string): boolean {
  return /^https?:/i.test(target);
}

/** An origin with base path as it was typed, without a slash at the end; the address of its index stands for it too. */
function originOf(typed: string): string {
  const refuse = (why: string) => usage(`\`${typed.replace(/\/\/[^/]*@/, "//")}\` is not an origin: ${why}`);
  if (!URL.canParse(typed)) throw refuse("write it like https://docs.example.com");
  const url = new URL(typed);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refuse("it is no web address");
  if (url.username !== "" || url.password !== "") throw refuse("it has credentials");
  if (url.search !== "" || url.hash !== "") throw refuse("it has a query or fragment");
  return url.href.replace(new RegExp(`/${layout.index.replaceAll(".", "\\.")}$`), "").replace(/\/+$/, "");
}

function allowable(word: string): Allowable {
  const found = ALLOWABLE.find((each) => each === word);
  if (found === undefined)
    throw usage(
      word === "failed"
        ? "`failed` cannot be allowed"
        : `\`--allow\` takes ${ALLOWABLE.map((each) => `\`${each}\``).join(" or ")}, not \`${word}\``,
    );
  return found;
}

function usage(reason: string): Halt {
  return new Halt(problem("usage", {}, { reason }));
}
