import { run } from "../../src/commands/run.ts";
import { painter } from "../../src/terminal.ts";

/** What a command printed and how it ended. */
export interface Ended {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process, as if typed in `folder`, without colours. */
export async function skillpress(
  folder: string,
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  let out = "";
  let err = "";
  const exitCode = await run(argv, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    progress: () => undefined,
    paint: painter(false),
    ask: undefined,
    ended: () => new AbortController().signal,
    environment,
    project: folder,
    invokedFrom: folder,
  });
  return { exitCode, out, err };
}
