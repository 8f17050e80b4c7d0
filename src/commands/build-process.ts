import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { BuildRecord } from "../publication/record.ts";
import { beside } from "../thread.ts";
import type { Io } from "./io.ts";

/** How a build in a process of its own ended. */
export interface Built extends Pick<BuildRecord, "problems"> {
  /** As `skillpress build` has them: 0 published, 1 the content has problems, 2 usage or machine, 70 a bug. */
  readonly exitCode: number;
  readonly published: BuildRecord["published"];
  /** What it said for people. */
  readonly said: string;
}

const PROGRAM = fileURLToPath(beside(import.meta.url, "../cli"));

/**
 * Runs `skillpress build` in a process of its own: it can be ended at any moment, leaves no memory behind, and this process
 * can answer requests meanwhile.
 *
 * @param argv its options
 * @param ended ends it
 */
export async function runBuild(
  argv: readonly string[],
  { environment, project }: Pick<Io, "environment" | "project">,
  ended: AbortSignal,
): Promise<Built> {
  const child = spawn(process.execPath, [PROGRAM, "build", ...argv, "--json"], {
    cwd: project,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.setEncoding("utf8").on("data", (text: string) => out.push(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => err.push(text));
  const end = () => child.kill();
  ended.addEventListener("abort", end);
  if (ended.aborted) end();
  await once(child, "close");
  ended.removeEventListener("abort", end);

  const exitCode = child.exitCode ?? 70; // nobody but us ends it with a signal
  const said = err.join("");
  if (exitCode > 2) return { exitCode, published: null, problems: [], said };
  const { published = null, problems }: Partial<BuildRecord> & Pick<BuildRecord, "problems"> = JSON.parse(out.join(""));
  return { exitCode, published, problems, said };
}
