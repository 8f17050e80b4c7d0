import { statSync } from "node:fs";
import { resolve } from "node:path";
import { Halt, problem } from "../problem.ts";
import { encodeJson } from "../publication/discovery-index.ts";
import { layout } from "../publication/layout.ts";
import { linkedFolders, listLocal } from "../verify/local.ts";
import { type Build, readBuild } from "../verify/served/build.ts";
import { baseOf, openFolder } from "../verify/served/folder-host.ts";
import { LIMITS } from "../verify/served/limits.ts";
import { openOrigin } from "../verify/served/origin-host.ts";
import { ALLOWABLE, type Allowable } from "../verify/served/outcome.ts";
import { readPages } from "../verify/served/pages.ts";
import type { Target } from "../verify/served/target.ts";
import { verifyServed } from "../verify/served/verify.ts";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";
import { shown } from "./show.ts";
import { showVerification } from "./verdict.ts";

/** Verifies what is served at an origin or lies in a folder. The exit code is that of the outcome: 0, 7, 8 or 9. */
export async function verify({ target, flags }: Arguments, io: Io): Promise<number> {
  if (target === undefined) throw usage("`verify` needs a folder or the https address of an origin");
  const read = (typed: string | undefined) =>
    typed === undefined ? undefined : readBuild(resolve(io.invokedFrom, typed), typed);
  const allowed = (flags.allow ?? []).map(allowable);
  const as = flags.as === undefined ? undefined : originOf(flags.as);
  const build = read(flags.report);
  const previous = new Set([...(read(flags.previous)?.sums.values() ?? [])].map((hex) => `sha256:${hex}`));
  const { close, ...place } = placeOf(target, { as, build, io });
  try {
    const verification = await verifyServed(
      { ...place, as, build, previous },
      {
        requireBuild: flags["require-build"] ?? false,
        sameOrigin: flags["same-origin"] ?? false,
        thorough: flags.thorough ?? false,
        allowed,
        limits: LIMITS,
        startedAt: new Date(),
        progress: (done, of) => io.progress(`hashing ${done} of ${of} artifacts`),
      },
    );
    io.progress("");
    if (flags.json === true) io.out(encodeJson(verification).toString());
    showVerification(verification, { ...io, out: flags.json === true ? io.err : io.out });
    return verification.exit_code;
  } finally {
    close();
  }
}

interface Place extends Pick<Target, "host" | "present" | "pages"> {
  readonly close: () => void;
}

/** The folder or origin that was named. */
function placeOf(
  target: string,
  { as, build, io }: { as: string | undefined; build: Build | undefined; io: Io },
): Place {
  if (/^https?:/i.test(target)) {
    const host = openOrigin(originOf(target), LIMITS);
    return { host, present: undefined, pages: undefined, close: host.close };
  }
  const root = resolve(io.invokedFrom, target);
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory())
    throw usage(`\`${target}\` is neither a folder nor the address of an origin`);
  return {
    host: openFolder(root, as ?? baseOf(root) ?? build?.report.origin ?? "https://skills.example", shown(root, io)),
    present: [...linkedFolders(root), ...listLocal(root)],
    pages: readPages(root),
    close: () => undefined,
  };
}

/** An origin with base path as it was typed, without a slash at the end; the address of its index stands for it too. */
function originOf(typed: string): string {
  const refuse = (why: string) => usage(`\`${typed}\` is not an origin: ${why}`);
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
