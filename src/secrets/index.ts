import { byBytes } from "../order.ts";
import { problem, type Problem } from "../problem.ts";
import type { Files } from "../skill.ts";
import { textOf } from "./content.ts";
import { lint } from "./lint.ts";
import { type Piece, piecesOf } from "./pieces.ts";

/** Most findings that are told of one file; what comes behind them is not examined. */
export const FINDINGS_LIMIT = 100;

/** Findings that a publisher knows to be no secrets: those of one rule in one file, or below one folder. */
export interface Allowed {
  /** From the root of the source. */
  readonly path: string;
  readonly rule: string;
}

/** A place in a text that looks like a secret. It never holds the secret, nor a part of it. */
export interface Finding {
  /** Counted from 1, as in `Where`. */
  readonly line: number;
  readonly column: number;
  /** The name of secretlint's rule, for example `aws`. */
  readonly rule: string;
  /** What it looks like, for example `AWS Access Key ID`. */
  readonly what: string;
}

/** What a scan found, and what it did not look at. Paths are as in the problems. */
export interface Scan {
  /** An error for every finding, in order of path and place. */
  readonly problems: readonly Problem[];
  /** Entries of the list that let something pass. */
  readonly used: ReadonlySet<Allowed>;
  /** Files that are not text, which are not examined. */
  readonly binary: readonly string[];
}

/**
 * Looks for secrets in the text files of a skill, with the recommended rules of secretlint. No disk, no network.
 *
 * @param folder put before each path, so that it is one from the root of the source
 */
export async function scanForSecrets(
  files: Files,
  { folder, allowed }: { readonly folder: string; readonly allowed: readonly Allowed[] },
): Promise<Scan> {
  const problems: Problem[] = [];
  const used = new Set<Allowed>();
  const binary: string[] = [];
  for (const [name, { bytes }] of [...files].toSorted(([a], [b]) => byBytes(a, b))) {
    const path = folder === "" || folder === "." ? name : `${folder}/${name}`;
    const text = textOf(bytes);
    if (text === undefined) {
      binary.push(path);
      continue;
    }
    const entries = allowed.filter((each) => isBelow(path, each.path));
    const { findings, isWhole } = await scanText(text, path, (rule) => {
      const entry = entries.find((each) => each.rule === rule);
      if (entry) used.add(entry);
      return entry !== undefined;
    });
    for (const { line, column, rule, what } of findings)
      problems.push(problem("secret-found", { path, line, column }, { rule, what }));
    if (!isWhole) problems.push(problem("secrets-too-many", { path }, { limit: FINDINGS_LIMIT }));
  }
  return { problems, used, binary };
}

function isBelow(path: string, allowed: string): boolean {
  const folder = allowed.replace(/^\.\/|\/+$/g, "");
  return folder === "." || path === folder || path.startsWith(`${folder}/`);
}

async function scanText(
  text: string,
  path: string,
  isAllowed: (rule: string) => boolean,
): Promise<{ findings: readonly Finding[]; isWhole: boolean }> {
  const findings: Finding[] = [];
  const places = new Places(text);
  for (const piece of piecesOf(text)) {
    for (const { offset, rule, what } of await lint(piece.text, path)) {
      if (!isOf(piece, offset) || isAllowed(rule)) continue;
      if (findings.length === FINDINGS_LIMIT) return { findings, isWhole: false };
      findings.push({ ...places.at(piece.start + offset), rule, what });
    }
  }
  return { findings, isWhole: true };
}

/** Pieces overlap: what begins in the overlap belongs to one of them. */
function isOf({ start, from, to }: Piece, offset: number): boolean {
  return start + offset >= from && start + offset < to;
}

/** Lines and columns of a text, asked for in rising order. */
class Places {
  readonly #text: string;
  #line = 1;
  #start = 0;

  constructor(text: string) {
    this.#text = text;
  }

  at(offset: number): { line: number; column: number } {
    for (let end = this.#text.indexOf("\n", this.#start); end !== -1 && end < offset;) {
      this.#line += 1;
      this.#start = end + 1;
      end = this.#text.indexOf("\n", this.#start);
    }
    return { line: this.#line, column: offset - this.#start + 1 };
  }
}
