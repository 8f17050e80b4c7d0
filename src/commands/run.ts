import { Halt } from "../problem.ts";
import { encodeJson } from "../publication/discovery-index.ts";
import { SetFailure } from "../sets/set-failure.ts";
import { VERSION } from "../version.ts";
import { parseArguments, wordsOf } from "./arguments.ts";
import { help } from "./help.ts";
import type { Io } from "./io.ts";
import { toldOf } from "./set-text.ts";
import { show } from "./show.ts";

/**
 * Runs one command line.
 *
 * @param argv arguments without program and script
 * @returns the exit code: 0 good, 1 the content has problems, 2 usage or machine, 7 to 9 not verified; a bug is thrown
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  try {
    const args = await parseArguments(argv);
    switch (args.command) {
      case "help":
        io.out(help(args.topic));
        return 0;
      case "version":
        io.out(`${VERSION}\n`);
        return 0;
      case "build":
        return await (await import("./build.ts")).build(args, io);
      case "check":
        return await (await import("./check.ts")).check(args, io);
      case "verify":
        return await (await import("./verify.ts")).verify(args, io);
      case "checklist":
        return await (await import("./checklist.ts")).checklist(args, io);
      case "preview":
        return await (await import("./preview.ts")).preview(args, io);
      case "manifest":
        return await (await import("./manifest.ts")).manifest(args, io);
      case "set":
        return await (await import("./set.ts")).set(args, io);
    }
  } catch (error) {
    if (!(error instanceof Halt)) throw error;
    io.progress("");
    const [command = null] = wordsOf(argv);
    // The formats of manifests and sets have their own: the one usage text on standard error, the other one line.
    if (argv.includes("--json") && command === "set") {
      const [, subcommand = null] = wordsOf(argv);
      io.out(`${JSON.stringify(toldOf(subcommand, new SetFailure("usage", error.message)))}\n`);
    } else if (argv.includes("--json") && command !== "manifest")
      io.out(encodeJson({ command, exitCode: 2, problems: error.problems }).toString());
    show(error.problems, io, "");
    if (command === "manifest") io.err(help(command));
    return 2;
  }
}
