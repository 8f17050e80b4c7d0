import { installSets, type InstalledSet } from "../sets/install.ts";
import { FAILURES, SetFailure } from "../sets/set-failure.ts";
import { findClient } from "../verify/client.ts";
import { visible } from "../visible.ts";
import type { SetCommand } from "./set.ts";
import { columns, short } from "./set-text.ts";
import { count } from "./summary.ts";

/** Installs what one set, or every set of the project, lacks. */
export async function setInstall({ operand, io, say }: SetCommand): Promise<object> {
  const client = findClient(io.project);
  say(`Members that are missing are fetched with ${client.what}.\n`);
  const results = await installSets(operand, {
    project: io.project,
    client,
    environment: io.environment,
    stop: io.ended(),
    progress: (locator) => io.progress(`installing ${visible(locator)}`),
  });
  io.progress("");
  const good = results.flatMap((result) => (result instanceof SetFailure ? [] : [result]));
  for (const each of good) say(textOf(each));
  if (results.length === 0) say("There are no sets in this project.\n");
  const failures = results.filter((result) => result instanceof SetFailure);
  if (operand !== undefined && failures[0]) throw failures[0];
  if (failures.length > 0) throw together(results, failures);
  const [only] = good;
  return operand !== undefined && only ? payload(only) : { sets: good.map(payload) };
}

function payload({ name, installed, skipped, failed }: InstalledSet): object {
  return { name, installed, skipped, failed };
}

function together(results: readonly (InstalledSet | SetFailure)[], failures: readonly SetFailure[]): SetFailure {
  const worst = failures.toSorted((a, b) => FAILURES[b.kind].exitCode - FAILURES[a.kind].exitCode)[0];
  const sets = results.map((result) =>
    result instanceof SetFailure
      ? Object.assign({}, result.data, { error: FAILURES[result.kind].code })
      : payload(result),
  );
  return new SetFailure(worst?.kind ?? "uninstalled", `${failures.length} of ${results.length} sets failed`, {
    details: failures.flatMap(({ what, details }) => [what, ...details]),
    ...(worst?.hint === undefined ? {} : { hint: worst.hint }),
    data: { sets },
  });
}

function textOf({ name, installed, skipped, replaced, isLocked }: InstalledSet): string {
  const rows = installed.map(({ skill, computedHash }) => [
    "+",
    skill,
    short(computedHash),
    replaced.includes(skill) ? "in place of what differed from the lock" : "",
  ]);
  return [
    `${name}: ${count(installed.length, "skill")} installed, ${skipped.length} there already.\n`,
    columns(rows),
    isLocked ? "" : "  NOT VERIFIED: the set has no lock.\n",
  ].join("");
}
