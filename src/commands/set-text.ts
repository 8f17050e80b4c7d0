import { FAILURES, type SetFailure } from "../sets/set-failure.ts";
import { CLIENT_VERSION } from "../version.ts";
import { visible } from "../visible.ts";

/** A hash as people compare it at a glance; the whole of it is in `--json` and in the lock. */
export function short(hash: string): string {
  return `${hash.slice(0, 12)}…`;
}

/** Rows of foreign text as columns, indented, without blanks at the ends of lines. */
export function columns(rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map((cell) => visible(cell)));
  const widths = (shown[0] ?? []).map((_, column) => Math.max(...shown.map((row) => (row[column] ?? "").length)));
  return shown
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd() + "\n")
    .join("");
}

/** The command that removes an installed skill and what the client recorded of it. */
export function removalOf(skill: string): string {
  return `npx skills@${CLIENT_VERSION} remove ${skill} -y`;
}

/** What `--json` says of a failure. */
export function toldOf(command: string | null, { kind, message, hint, data }: SetFailure): object {
  return { ok: false, command, error: { code: FAILURES[kind].code, message, hint, data } };
}
