import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { breakGround, type Ground, other, type Version, WORKSPACE } from "../tools/crash.ts";
import { REPOSITORY } from "../tools/program.ts";

const MINUTES = 60_000;
const SOMEBODYS = { "index.html": "<h1>My site</h1>\n", "agent-skills/why.html": "<h1>Why skills</h1>\n" };
/** The first thing written when the new tree is complete and begins to replace the old one. */
const SWAP = "swap.json";
/** The first thing a build writes: that it is at work. */
const START = join(WORKSPACE, "pid");

describe.each([
  { title: "a build into a site", flags: ["--no-catalog"], somebodys: SOMEBODYS, whole: [] },
  { title: "a build of a whole folder", flags: [], somebodys: {}, whole: ["first", "second", "absent"] },
])("$title", ({ flags, somebodys, whole }) => {
  let ground: Ground;
  beforeAll(async () => {
    ground = await breakGround(flags, somebodys);
    return ground.close;
  });

  test("killed at any step of the replacement is finished or undone by a run that publishes nothing", async () => {
    let current: Version = "second";
    for (const { kill, isLast } of deaths(SWAP)) {
      const next = other(current);
      const { exitCode } = await ground.build(next, { env: kill });
      const state = ground.state();
      if (isLast(exitCode)) {
        expect({ exitCode, state }).toEqual({ exitCode: 0, state: next });
        current = next;
        continue;
      }
      expect(exitCode, "killed").toBeNull();
      expect(ground.isSiteUntouched()).toBe(true);
      if (whole.length > 0) expect(whole, JSON.stringify(kill)).toContain(state);
      current = await cleared(ground, [current, next]);
    }
  }, 10 * MINUTES);

  test("killed between its two renames, and again at any step of clearing up, is still finished", async () => {
    const gap = await findGap(ground);
    const wreck = `${ground.place}-wreck`;
    cpSync(ground.place, wreck, { recursive: true });
    const states = new Set<string>();
    for (const { kill, isLast } of deaths(START)) {
      rmSync(ground.place, { recursive: true });
      cpSync(wreck, ground.place, { recursive: true });
      const { exitCode } = await ground.refuse({ env: kill });
      if (!isLast(exitCode)) expect(exitCode, "killed").toBeNull();
      states.add(await cleared(ground, [gap.old, gap.new]));
    }
    // Once the journal is written the new tree is the one that stays.
    expect([...states]).toEqual([gap.new]);
  }, 10 * MINUTES);
});

/**
 * Deaths before step 1, 2, 3 … of a run, until there is no such step.
 *
 * @param from part of the path whose change is step 1
 */
function* deaths(from: string) {
  const preload = `--import=${pathToFileURL(join(REPOSITORY, "test", "tools", "die-at-step.ts")).href}`;
  for (let step = 1, more = true; more; step += 1) {
    /** True for the run that ended by itself. */
    const isLast = (exitCode: number | null) => {
      more = exitCode === null;
      if (!more) expect(step, "steps that were tried").toBeGreaterThan(5);
      return !more;
    };
    yield { kill: { NODE_OPTIONS: preload, DIE_FROM: from, DIE_AT: String(step) }, isLast };
  }
}

/** Runs a build that refuses its source; it has to leave one of these versions, whole, and nothing beside it. */
async function cleared(ground: Ground, versions: readonly Version[]): Promise<Version> {
  const { exitCode, said } = await ground.refuse();
  expect({ exitCode, said }).toMatchObject({ exitCode: 1 });
  expect(ground.beside()).toEqual([]);
  await ground.confirmSums();
  const state = ground.state();
  const version = versions.find((each) => each === state);
  if (version === undefined) throw new Error(`the output is ${state}`);
  return version;
}

/** Kills a build so that the old tree is in its workspace and the new one not yet in its place. */
async function findGap(ground: Ground): Promise<{ old: Version; new: Version }> {
  for (const { kill, isLast } of deaths(SWAP)) {
    const state = ground.state();
    if (state !== "first" && state !== "second") throw new Error(`the output is ${state}`);
    const next = other(state);
    const { exitCode } = await ground.build(next, { env: kill });
    if (!isLast(exitCode) && !existsSync(join(ground.output, "agent-skills"))) return { old: state, new: next };
    if (exitCode === null) await cleared(ground, [state, next]);
  }
  throw new Error("no step leaves a gap");
}
