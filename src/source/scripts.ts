import { problem, type Problem } from "../problem.ts";
import type { Files } from "../skill.ts";

/** Programs a `#!` line may name, and the word to run a script with. */
const PROGRAMS: ReadonlyMap<string, string> = new Map([
  ["sh", "sh"],
  ["bash", "bash"],
  ["zsh", "zsh"],
  ["python", "python3"],
  ["python3", "python3"],
  ["node", "node"],
  ["ruby", "ruby"],
  ["perl", "perl"],
]);

/** True when the first line of the file names its interpreter. */
export function hasShebang(bytes: Uint8Array): boolean {
  return bytes[0] === 0x23 && bytes[1] === 0x21;
}

/**
 * Finds lines in a skill's instructions that run one of its scripts bare. Clients install every file without the
 * execute bit, so such a line fails after an install.
 */
export function checkScripts(files: Files, text: string, folder: string): Problem[] {
  const scripts = [...files]
    .filter(([path, { executable }]) => executable && text.includes(path))
    .map(([path]) => path);
  if (scripts.length === 0) return [];
  return text.split("\n").flatMap((line, index) => {
    if (!scripts.some((script) => line.includes(script))) return [];
    const command = /^\s*(?:[$>]\s+)?(?:\.\/)?(\S+)/.exec(line)?.[1] ?? "";
    // A path alone in backticks names the file; with `./` in front or words behind it, it is run.
    const spans = [...line.matchAll(/`(\.\/)?([^\s`]+)(\s[^`]*)?`/g)].filter(
      ([, dot, , rest]) => dot !== undefined || rest !== undefined,
    );
    const bare = scripts.find((script) => command === script || spans.some(([, , path]) => path === script));
    if (bare === undefined) return [];
    const advice = `${programOf(files.get(bare)?.bytes ?? new Uint8Array())} ${bare}`;
    return [
      problem(
        "bare-script",
        { path: `${folder}/SKILL.md`, line: index + 1, quote: line.trim().slice(0, 200) },
        { script: bare, advice },
      ),
    ];
  });
}

function programOf(bytes: Uint8Array): string {
  const first = Buffer.from(bytes.subarray(0, 200)).toString().split("\n")[0] ?? "";
  const words = first
    .replace(/^#!\s*/, "")
    .trim()
    .split(/[\s/]+/);
  return words.map((word) => PROGRAMS.get(word)).find((program) => program !== undefined) ?? "bash";
}
