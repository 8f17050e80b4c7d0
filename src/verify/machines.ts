import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Machine } from "./client.ts";

/** A machine that nobody used before: a home and a project, both empty. It is removed when its use is over. */
export type FreshMachine = Required<Pick<Machine, "home" | "project" | "stop">>;

/** Signals that ask this process to end. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Does something with each of some things, on a machine of its own. A signal ends what is under way and what would come,
 * and then this process, with nothing left behind.
 *
 * @returns a result for each, in the order given
 */
export async function onMachines<Thing, Result>(
  things: readonly Thing[],
  use: (thing: Thing, machine: FreshMachine) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  // The client has a group of its own, which no signal to this process reaches.
  const stop = new AbortController();
  let signalled: NodeJS.Signals | undefined;
  const hear = (signal: NodeJS.Signals) => {
    signalled = signal;
    stop.abort();
  };
  for (const signal of SIGNALS) process.once(signal, hear);
  try {
    // One after the other: several at once would make npx fetch the client several times into one place.
    for (const thing of things) {
      if (stop.signal.aborted) break;
      const machine = mkdtempSync(join(realpathSync(tmpdir()), "skillpress-install-"));
      const [home, project] = [join(machine, "home"), join(machine, "project")];
      try {
        for (const folder of [home, project]) mkdirSync(folder);
        results.push(await use(thing, { home, project, stop: stop.signal }));
      } finally {
        rmSync(machine, { recursive: true, force: true });
      }
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, hear);
    if (signalled !== undefined) process.kill(process.pid, signalled); // now that nothing is left behind
  }
  return results;
}
