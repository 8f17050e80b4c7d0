import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { breakGround, type Ground, other, type Version, WORKSPACE } from "../tools/crash.ts";

const MINUTES = 60_000;
const SOMEBODYS = { "index.html": "<h1>My site</h1>\n", "agent-skills/why.html": "<h1>Why skills</h1>\n" };
/** Part of the path that is written first when the new tree is complete and begins to replace the old one. */
const SWAP = "swap.json";
/** Part of the path that a build writes first, to say that it is at work. */
const START = join(WORKSPACE, "pid");
/** Fewer steps than this cannot be the whole of what was to be interrupted. */
const STEPS = 5;

describe.each([
  { title: "a build into a site", flags: ["--no-catalog"], somebodys: SOMEBODYS, isWhole: false },
  { title: "a build of a whole folder", flags: [], somebodys: {}, isWhole: true },
])("$title", ({ flags, somebodys, isWhole }) => {
  let ground: Ground;
  beforeAll(async () => {
    ground = await breakGround(flags, somebodys);
    return ground.close;
  });

  test(
    "killed at any step of the replacement is finished or undone by a run that publishes nothing",
    async () => {
      let current: Version = "second";
      for (let step = 1; ; step += 1) {
        const next = other(current);
        const { exitCode } = await ground.build(next, { env: deathBefore(step, SWAP) });
        const state = ground.state();
        if (exitCode !== null) {
          expect({ exitCode, state }).toEqual({ exitCode: 0, state: next });
          expect(step).toBeGreaterThan(STEPS);
          return;
        }
        expect(ground.isSiteUntouched()).toBe(true);
        if (isWhole) expect([current, next, "absent"], `at step ${step}`).toContain(state);
        current = await cleared(ground, [current, next]);
      }
    },
    15 * MINUTES,
  );

  test(
    "killed between its two renames, and again at any step of clearing up, is still finished",
    async () => {
      const published = await leaveGap(ground);
      const wreck = `${ground.place}-wreck`;
      cpSync(ground.place, wreck, { recursive: true });
      for (let step = 1; ; step += 1) {
        const { exitCode } = await ground.refuse({ env: deathBefore(step, START) });
        await cleared(ground, [published]);
        if (exitCode !== null) {
          expect(exitCode).toBe(1);
          expect(step).toBeGreaterThan(STEPS);
          return;
        }
        rmSync(ground.place, { recursive: true });
        cpSync(wreck, ground.place, { recursive: true });
      }
    },
    15 * MINUTES,
  );
});

/**
 * The environment of a run that is to die.
 *
 * @param step the change of the disk that does not happen any more
 * @param from part of the path whose change is step 1
 */
function deathBefore(step: number, from: string): Record<string, string> {
  const preload = new URL("../tools/die-at-step.ts", import.meta.url);
  return { NODE_OPTIONS: `--import=${preload.href}`, DIE_AT: String(step), DIE_FROM: from };
}

/** Runs a build that refuses its source; it has to leave one of these versions, whole, and nothing beside it. */
async function cleared(ground: Ground, versions: readonly Version[]): Promise<Version> {
  const { exitCode, said } = await ground.refuse();
  expect({ exitCode, said }).toMatchObject({ exitCode: 1 });
  expect(ground.beside()).toEqual([]);
  const state = ground.state();
  const version = versions.find((each) => each === state);
  if (version === undefined) throw new Error(`the output is ${state}`);
  // Not even as an empty folder.
  expect(existsSync(join(ground.output, "sets"))).toBe(version === "first");
  await ground.confirmSums();
  return version;
}

/**
 * Kills a build so that the old tree is in its workspace and the new one not yet in its place.
 *
 * @returns the new version: from here on it is the one that stays
 */
async function leaveGap(ground: Ground): Promise<Version> {
  for (let step = 1; ; step += 1) {
    const state = ground.state();
    if (state !== "first" && state !== "second") throw new Error(`the output is ${state}`);
    const next = other(state);
    const { exitCode } = await ground.build(next, { env: deathBefore(step, SWAP) });
    if (exitCode !== null) throw new Error("no step leaves a gap");
    if (!existsSync(join(ground.output, "agent-skills"))) return next;
    await cleared(ground, [state, next]);
  }
}
