#!/usr/bin/env node
import nodeModule from "node:module";
import { dirname } from "node:path";
import { setFlagsFromString } from "node:v8";

const { env, stdout, stderr, versions } = process;

const [major = 0, minor = 0] = versions.node.split(".").map(Number);
if (major > 22 || (major === 22 && minor >= 20)) await main();
else {
  // An older one fails on what we import, and on what Astro does, without saying why.
  stderr.write(`skillpress needs Node 22.20 or later; this is Node ${versions.node}.\n`);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  // Thousands of short-lived buffers: without the first the young generation grows to three times what is in use; without
  // the second its collection takes the processors from the threads that pack.
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--no-parallel-scavenge");
  nodeModule.enableCompileCache();
  const { run } = await import("./commands/run.ts");
  const { painter } = await import("./terminal.ts");

  /** A package script runs in the package's folder; `INIT_CWD` says where the user stood. It is inherited by everything. */
  const isPackageScript = env["npm_package_json"] !== undefined && dirname(env["npm_package_json"]) === process.cwd();
  const showsProgress = stderr.isTTY && !env["CI"];

  // A reader that has seen enough, such as `head`, is no error; a full disk behind the output is one of the machine.
  for (const stream of [stdout, stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") process.exitCode = 2;
    });
  }

  // Where nothing is left to wait for and no command has come to its end, that is a bug; Node would exit with 13.
  const unsettled = () => {
    stderr.write("\nThis is a bug in skillpress: it ended without a result. Please report it.\n");
    process.exitCode = 70;
  };
  process.once("exit", unsettled);
  try {
    const exitCode = await run(process.argv.slice(2), {
      out: (text) => void stdout.write(text),
      err: (text) => void stderr.write(text),
      progress: (text) => void (showsProgress && stderr.write(`\r\u001B[K${text}`)),
      paint: painter(stdout.isTTY && stderr.isTTY && !env["NO_COLOR"] && stdout.hasColors()),
      ask: process.stdin.isTTY && stderr.isTTY ? ask : undefined,
      ended: () => {
        const controller = new AbortController();
        for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => controller.abort());
        return controller.signal;
      },
      environment: env,
      project: process.cwd(),
      invokedFrom: (isPackageScript && env["INIT_CWD"]) || process.cwd(),
    });
    process.exitCode ||= exitCode; // an output that could not be written to has been noted already
  } catch (error) {
    stderr.write(
      `\nThis is a bug in skillpress. Please report it with the lines below.\n${error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exitCode = 70;
  } finally {
    process.off("exit", unsettled);
  }
}

/** True for a `y` or `yes`; anything else, and the end of the input, is a no. */
async function ask(question: string): Promise<boolean> {
  const { createInterface } = await import("node:readline");
  const terminal = createInterface({ input: process.stdin, output: stderr });
  try {
    return await new Promise<boolean>((resolve) => {
      terminal.once("close", () => resolve(false));
      terminal.once("SIGINT", () => terminal.close());
      terminal.question(`${question} [y/N] `, (answer) => resolve(/^\s*y(?:es)?\s*$/i.test(answer)));
    });
  } finally {
    terminal.close();
  }
}
