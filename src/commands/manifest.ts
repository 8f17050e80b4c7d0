import { resolve } from "node:path";
import { type Changes, compareManifests, type DirectoryManifest } from "../artifact/directory-manifest.ts";
import type { Manifest } from "../artifact/manifest.ts";
import { Halt, problem } from "../problem.ts";
import { type Expected, expectedManifest } from "../verify/expected-manifest.ts";
import { manifestOfDirectory } from "../verify/installed/directory.ts";
import { quoted } from "../visible.ts";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";

const COMPARISON_SCHEMA = "skills-anywhere-bundle-comparison-1";
const ERROR_SCHEMA = "skills-anywhere-bundle-error-1";

/**
 * Makes the directory manifest of a skill's folder, or compares the folder with one. Output and exit codes are those of
 * the format `skills-anywhere-bundle-1`, not those of the other commands: 0 made or equal, 1 different, 2 anything else.
 */
export async function manifest({ target, flags }: Arguments, io: Io): Promise<number> {
  const { against, cwd = ".", json = false } = flags;
  if (target === undefined) throw usage("`manifest` needs the folder of a skill");
  // An argument from a variable that is not set must not turn a comparison into something else.
  if (target === "" || against === "" || cwd === "") throw usage("an argument of `manifest` is empty");
  const folder = resolve(io.invokedFrom, cwd);
  const refuse = (sentence: string) => {
    if (json) io.out(`${JSON.stringify({ schema: ERROR_SCHEMA, error: sentence })}\n`);
    else io.err(`error ${quoted(sentence)}\n`);
    return 2;
  };

  const expected = against === undefined ? undefined : await expectedManifest(against, folder);
  if (expected && "fault" in expected) return refuse(expected.fault);
  const actual = manifestOfDirectory(resolve(folder, target), expected?.file);
  if ("fault" in actual) return refuse(`The folder ${quoted(target)} has no manifest: ${actual.fault}.`);
  const comparison = expected && comparisonOf(expected, actual.manifest);
  if (json) io.out(comparison ? `${JSON.stringify(comparison, null, 2)}\n` : actual.text);
  else io.out(textOf(actual, comparison));
  return comparison && !comparison.matches ? 1 : 0;
}

interface Comparison extends Changes {
  readonly schema: typeof COMPARISON_SCHEMA;
  readonly matches: boolean;
  readonly expected_sha256: string;
  readonly actual_sha256: string;
  readonly manifest: DirectoryManifest;
}

/** The comparison document, with the members in the order in which they are written. */
function comparisonOf({ manifest: expected }: Expected, actual: DirectoryManifest): Comparison {
  const { added, removed, changed } = compareManifests(expected, actual);
  return {
    schema: COMPARISON_SCHEMA,
    matches: expected.sha256 === actual.sha256,
    expected_sha256: expected.sha256,
    actual_sha256: actual.sha256,
    added,
    removed,
    changed,
    manifest: actual,
  };
}

/** What people read; the format gives the order of the lines, and `N files, N bytes` for every N. */
function textOf({ manifest: actual }: Manifest, comparison: Comparison | undefined): string {
  const lines = (word: string, paths: readonly string[] = []) => paths.map((path) => `${word} ${quoted(path)}`);
  return [
    `sha256 ${actual.sha256}`,
    `${actual.files.length} files, ${actual.total_bytes} bytes`,
    ...(comparison ? [verdict(comparison)] : []),
    ...lines("ADDED", comparison?.added),
    ...lines("REMOVED", comparison?.removed),
    ...lines("CHANGED", comparison?.changed),
    "The digest covers the path and the bytes of every file: not modes, empty folders, the author, or whether it is safe.",
    "",
  ].join("\n");
}

function verdict({ matches, expected_sha256: expected }: Comparison): string {
  return matches
    ? "Every file matches the manifest."
    : `The folder differs from the manifest, whose digest is ${expected}.`;
}

function usage(reason: string): Halt {
  return new Halt(problem("usage", {}, { reason }));
}
