import { byBytes } from "../order.ts";
import { isRecord } from "./json.ts";
import type { Locator } from "../skill-set/locator.ts";

/** Path in a project of the file in which the `skills` client records what it installed. */
export const RECORD = "skills-lock.json";

/** That file, as the client 1.7.4 has it. */
export interface SkillsLock {
  readonly whole: Readonly<Record<string, unknown>>;
  readonly skills: Readonly<Record<string, unknown>>;
}

/** Reads the client's record; the reason why it cannot be extended is one clause. */
export function readSkillsLock(text: string | undefined): SkillsLock | { readonly fault: string } {
  if (text === undefined) return { whole: { version: 1 }, skills: {} };
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { fault: "it is not JSON" };
  }
  if (!isRecord(whole)) return { fault: "it is no object" };
  // The client empties a file of another version, so nothing of it would be left after the next `skills add`.
  if (whole["version"] !== 1) return { fault: `its version is not 1, the one that the client writes` };
  return isRecord(whole["skills"]) ? { whole, skills: whole["skills"] } : { fault: "it has no `skills`" };
}

/** The text of the record with the entries of other skills added or replaced, in the form in which the client writes it. */
export function skillsLockWith({ whole, skills }: SkillsLock, entries: ReadonlyMap<string, unknown>): string {
  const all = new Map([...Object.entries(skills), ...entries]);
  const sorted = Object.fromEntries([...all].toSorted(([a], [b]) => byBytes(a, b)));
  return `${JSON.stringify({ ...whole, skills: sorted }, null, 2)}\n`;
}

/** The skill that was installed for a member which names none: the only one that the client recorded of its source. */
export function recordedSkill({ skills }: SkillsLock, { source }: Locator): string | undefined {
  const found = Object.entries(skills).filter(
    ([, entry]) => isRecord(entry) && (entry["source"] === source || entry["sourceUrl"] === source),
  );
  return found.length === 1 ? found[0]?.[0] : undefined;
}
