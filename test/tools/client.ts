import { existsSync } from "node:fs";
import { join } from "node:path";
import { createFixture } from "fs-fixture";
import { type Finished, REPOSITORY, runProgram } from "./program.ts";
import { digestsOf } from "./tree.ts";

/** The program of the `skills` client. */
export const CLIENT = join(REPOSITORY, "node_modules", "skills", "bin", "cli.mjs");

/** The one that the reference consumer of skill sets has inside. */
export const LEGACY_CLIENT = join(REPOSITORY, "node_modules", "skills-1.5.14", "bin", "cli.mjs");

/** What the `skills` client did on a machine that nobody used before. */
export interface Installed extends Finished {
  /** Files of the skills a person has, `<skill>/<path>` -> SHA-256. */
  readonly personal: Readonly<Record<string, string>>;
  /** Files of the skills the project has, `<skill>/<path>` -> SHA-256. */
  readonly project: Readonly<Record<string, string>>;
}

/**
 * Runs `skills add …` for Claude Code with a home and a project of its own, without telemetry and without a terminal.
 *
 * @param argv what follows `add`
 */
export async function add(...argv: readonly string[]): Promise<Installed> {
  const machine = await createFixture({ "home/.keep": "", "project/.keep": "" });
  try {
    const finished = await addTo({ project: machine.getPath("project"), home: machine.getPath("home") }, argv);
    const skills = (owner: string) => skillsIn(machine.getPath(owner, ".claude", "skills"));
    return { ...finished, personal: skills("home"), project: skills("project") };
  } finally {
    await machine.rm();
  }
}

/** Where a client installs to, and which one it is. */
interface Place {
  /** Absolute path, and so is `home`. */
  readonly project: string;
  readonly home: string;
  readonly client?: string;
}

/** The same in a project that stays. */
export function addTo({ project, home, client = CLIENT }: Place, argv: readonly string[]): Promise<Finished> {
  return runProgram(process.execPath, [client, "add", ...argv, "-a", "claude-code", "-y"], {
    cwd: project,
    env: { HOME: home, DISABLE_TELEMETRY: "1", DO_NOT_TRACK: "1", NO_COLOR: "1" },
  });
}

function skillsIn(folder: string): Record<string, string> {
  return existsSync(folder) ? digestsOf(folder) : {};
}
