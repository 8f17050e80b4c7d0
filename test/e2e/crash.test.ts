import { mkdirSync, watch } from "node:fs";
import { expect, test, type TestContext } from "vitest";
import { breakGround, type Ground, other, randomFrom, type State, type Version, WORKSPACE } from "../tools/crash.ts";
import type { Finished } from "../tools/program.ts";

/** Builds to kill in each test. */
const KILLS = Number(process.env["SKILLPRESS_KILLS"] ?? 100);
/** Outputs that builds are killed over at the same time, each with a seed of its own. */
const SEEDS = [20_261_130, 7];
/** The end of a build, where it replaces the output. In milliseconds. */
const END = 300;
/** How long after a build says that it begins to replace the output it is killed at the latest. In milliseconds. */
const SWAP = 5;
const MINUTES = 60_000;

const SOMEBODYS = {
  "index.html": "<h1>My site</h1>\n",
  "404.html": "<h1>Not here</h1>\n",
  ".well-known/security.txt": "Contact: mailto:me@example.com\n",
  // Even below our own folders.
  "agent-skills/why.html": "<h1>Why skills</h1>\n",
  ".well-known/agent-skills/notes.txt": "Mine.\n",
};

test(
  "a build into a site, killed at any moment, harms no file of the site, and the next run leaves a whole publication",
  async (context) => {
    await onEachGround(context, ["--no-catalog"], {
      somebodys: SOMEBODYS,
      afterKill: async (ground, { next, random }) => {
        expect(ground.isSiteUntouched()).toBe(true);
        // The next run publishes, or it refuses its source; either way it clears up first.
        const publishes = random() < 0.5;
        const { exitCode, said } = await (publishes ? ground.build(next) : ground.refuse());
        expect({ exitCode, said }).toMatchObject({ exitCode: publishes ? 0 : 1 });
        const state = ground.state();
        expect(publishes ? [next] : ["first", "second"]).toContain(state);
        expect(ground.beside()).toEqual([]);
        await ground.confirmSums();
        return state;
      },
    });
  },
  20 * MINUTES,
);

test(
  "a build of a whole folder, killed at any moment, leaves the old folder or the new one",
  async (context) => {
    await onEachGround(context, [], {
      afterKill: async (ground, { current, next }) => {
        expect([WORKSPACE]).toEqual(expect.arrayContaining(ground.beside()));
        const state = ground.state();
        expect([current, next, "absent"]).toContain(state);
        // Between its two renames there is no folder; then the next run has to put one there.
        if (state === "absent") expect(await ground.build(next)).toMatchObject({ exitCode: 0 });
        await ground.confirmSums();
        return ground.state();
      },
    });
  },
  20 * MINUTES,
);

interface Killing {
  readonly somebodys?: Readonly<Record<string, string>>;
  /** Judges a killed build that would have replaced `current` by `next`; returns what the output is now. */
  readonly afterKill: (
    ground: Ground,
    killed: { current: Version; next: Version; random: () => number },
  ) => Promise<State>;
}

/** Kills builds over several outputs until there are enough, and tells what the kills left. */
async function onEachGround(
  { annotate, task }: TestContext,
  flags: readonly string[],
  { somebodys, afterKill }: Killing,
): Promise<void> {
  const left: string[] = [];
  let finished = 0;
  const failure = new AbortController();

  const lane = async (seed: number) => {
    const ground = await breakGround(flags, somebodys);
    const random = randomFrom(seed);
    let current: Version = "second";
    try {
      while (left.length < KILLS && !failure.signal.aborted) {
        const next = other(current);
        const { exitCode, said } = await killed(ground, next, random);
        if (exitCode !== null) {
          expect({ exitCode, said }).toMatchObject({ exitCode: 0 });
          finished += 1;
          current = next;
          continue;
        }
        const seen = ground.state();
        left.push(seen === current ? "old" : seen === next ? "new" : seen);
        const state = await afterKill(ground, { current, next, random });
        if (state !== "first" && state !== "second") throw new Error(`the output is ${state}`);
        current = state;
      }
      // Whatever the last kill left, an undisturbed build clears it away.
      expect(await ground.build(other(current))).toMatchObject({ exitCode: 0 });
      expect(ground.beside()).toEqual([]);
    } catch (error) {
      failure.abort();
      throw error;
    } finally {
      await ground.close();
    }
  };
  // All of them, so that no build is still running when the test is over.
  for (const end of await Promise.allSettled(SEEDS.map(lane))) if (end.status === "rejected") throw end.reason;
  const count = (state: string) => left.filter((each) => each === state).length;
  const summary = `${left.length} kills: ${["old", "new", "mixed", "absent"].map((state) => `${count(state)} ${state}`).join(", ")}; ${finished} builds ended before theirs`;
  await annotate(summary);
  process.stderr.write(`${task.name}: ${summary}\n`);
}

/** Kills a build anywhere, or near its end, or when its workspace shows that it begins to replace the output. */
async function killed(ground: Ground, version: Version, random: () => number): Promise<Finished> {
  const kill = new AbortController();
  const [kind, fraction, duration] = [random(), random(), ground.duration()];
  const killIn = (milliseconds: number) => setTimeout(() => kill.abort(), milliseconds);
  if (kind < 2 / 3) {
    const timer = killIn(kind < 1 / 3 ? fraction * duration : Math.max(0, duration - END) + fraction * (END + 50));
    return ground.build(version, { kill: kill.signal }).finally(() => clearTimeout(timer));
  }
  mkdirSync(ground.workspace, { recursive: true });
  const watcher = watch(ground.workspace, (_, name) => {
    if (name?.startsWith("swap.json") !== true) return;
    // The replacement takes less than a millisecond, which is as short as a timer can be.
    if (fraction < 2 / 3) kill.abort();
    else killIn(fraction * SWAP);
  });
  return ground.build(version, { kill: kill.signal }).finally(() => watcher.close());
}
