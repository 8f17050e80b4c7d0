import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createFixture, type FileTree } from "fs-fixture";
import { type Finished, type Running, runSkillpress, succeed } from "./program.ts";
import { skillMd } from "./skill.ts";
import { digestsOf } from "./tree.ts";

/** Two versions of a source that differ in a file, in a skill that comes and in one that goes; and one with a mistake. */
const SOURCES = {
  first: {
    "tides/SKILL.md": skillMd("tides", { body: "# First\n" }),
    "moon/SKILL.md": skillMd("moon"),
    "moon/phases.md": "New, full.\n",
  },
  second: {
    "tides/SKILL.md": skillMd("tides", { body: "# Second\n" }),
    "wind/SKILL.md": skillMd("wind"),
    "wind/scale.md": "Calm, storm.\n",
  },
  broken: { "tides/SKILL.md": "No front matter.\n" },
};

/** The projects of the versions: one publishes a set, the other none. */
const PROJECTS = {
  first: {
    "skillpress.config.json": '{ "sets": [{ "name": "sky", "version": "1.0.0", "members": ["tides", "moon"] }] }',
  },
  second: { "skillpress.config.json": "{}" },
  broken: { "skillpress.config.json": "{}" },
};

export type Version = "first" | "second";

/** What an output is: one version and nothing else, not there, or anything else. */
export type State = Version | "absent" | "mixed";

/** An output that builds are killed over. */
export interface Ground {
  /** The folder that holds the output and, while a build runs, its workspace. Nothing else is in it. */
  readonly place: string;
  readonly output: string;
  /** Milliseconds that the last finished build took. */
  readonly duration: () => number;
  /** The folder beside the output that a build works in. */
  readonly workspace: string;
  readonly build: (version: Version, running?: Pick<Running, "kill" | "env">) => Promise<Finished>;
  /** Runs a build that refuses its source, so that all it does is to clear up. */
  readonly refuse: (running?: Pick<Running, "kill" | "env">) => Promise<Finished>;
  readonly state: () => State;
  /** Fails unless the output's own sums hold. */
  readonly confirmSums: () => Promise<void>;
  /** True when every one of somebody's files that lie outside our folders is as it was. */
  readonly isSiteUntouched: () => boolean;
  /** What lies beside the output. */
  readonly beside: () => string[];
  readonly close: () => Promise<void>;
}

export const WORKSPACE = ".public.skillpress";

/**
 * Makes an output and learns what it is after an undisturbed build of each version. It holds the second one then.
 *
 * @param flags further options of `skillpress build`
 * @param somebodys files that are in the output before the first build
 */
export async function breakGround(flags: readonly string[], somebodys: FileTree = {}): Promise<Ground> {
  const fixture = await createFixture({
    sources: SOURCES,
    projects: PROJECTS,
    home: { ".keep": "" },
    temporary: { ".keep": "" },
    place: { public: somebodys },
  });
  const place = fixture.getPath("place");
  const output = join(place, "public");
  const whole = new Map<string, Version>();
  const before = digestsOf(output);
  let duration = 0;

  const run = (version: Version | "broken", extra: readonly string[], { kill, env }: Pick<Running, "kill" | "env">) =>
    runSkillpress(
      [
        "build",
        "--source",
        fixture.getPath("sources", version),
        "--origin",
        "https://docs.example.com",
        "--out",
        output,
        ...extra,
      ],
      {
        cwd: fixture.getPath("projects", version),
        env: { HOME: fixture.getPath("home"), TMPDIR: fixture.getPath("temporary"), ...env },
        ...(kill && { kill }),
      },
    );

  const ground: Ground = {
    place,
    output,
    workspace: join(place, WORKSPACE),
    duration: () => duration,
    build: async (version, running = {}) => {
      const started = performance.now();
      const finished = await run(version, flags, running);
      if (finished.exitCode === 0) duration = performance.now() - started;
      return finished;
    },
    // Clearing up is the same in both modes, and without a catalog it takes a fifth of the time.
    refuse: (running = {}) => run("broken", ["--no-catalog"], running),
    state: () => (existsSync(output) ? (whole.get(JSON.stringify(digestsOf(output))) ?? "mixed") : "absent"),
    confirmSums: async () =>
      void (await succeed("sha256sum", ["--check", "--strict", "--quiet", "agent-skills/-/SHA256SUMS"], {
        cwd: output,
      })),
    isSiteUntouched: () => {
      const now = existsSync(output) ? digestsOf(output) : {};
      return Object.entries(before).every(([path, digest]) => isOurFolder(path) || now[path] === digest);
    },
    beside: () => readdirSync(place).filter((name) => name !== "public"),
    close: () => fixture.rm(),
  };

  try {
    for (const version of ["first", "second"] as const) {
      const { exitCode, said } = await ground.build(version);
      if (exitCode !== 0) throw new Error(`an undisturbed build ended with ${exitCode ?? "a signal"}:\n${said}`);
      whole.set(JSON.stringify(digestsOf(output)), version);
    }
  } catch (error) {
    await fixture.rm();
    throw error;
  }
  return ground;
}

export function other(version: Version): Version {
  return version === "first" ? "second" : "first";
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function isOurFolder(path: string): boolean {
  return path.startsWith("agent-skills/") || path.startsWith(".well-known/agent-skills/") || path.startsWith("sets/");
}
