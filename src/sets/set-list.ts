import { byBytes } from "../order.ts";
import type { SetManifest } from "../skill-set/set-manifest.ts";
import { NAME } from "../skill.ts";
import { isRecord } from "../verify/json.ts";
import { places } from "./places.ts";
import { SetFailure } from "./set-failure.ts";

/** What the list of a project's sets says of one: `source` and `locked` are looked at. */
export type ListEntry = Readonly<Record<string, unknown>>;

/**
 * Reads `skill-sets.json`, the list of a project's sets.
 *
 * @param text undefined when there is no such file
 * @returns entries by name of the set
 * @throws SetFailure `project` when it is no such list
 */
export function readSetList(text: string | undefined): Map<string, ListEntry> {
  if (text === undefined) return new Map();
  const value = parsed(text);
  const sets = isRecord(value) ? value["sets"] : undefined;
  const entries = isRecord(sets) ? Object.entries(sets) : undefined;
  if (!entries?.every(([name]) => NAME.test(name)))
    throw new SetFailure("project", `${places.list} is no list of sets`, {
      hint: "Restore it from version control, or remove it: the next `set add` or `set remove` writes it from the manifests beside it.",
    });
  return new Map(entries.map(([name, entry]) => [name, isRecord(entry) ? entry : {}]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/**
 * The entry of a set, as the skill-set format's consumer writes it, and `locked: true` for a set that has a lock, so that
 * one whose lock is gone is not taken for one that never had any.
 *
 * @param source address it was added from
 */
export function listEntry(
  { version, description, skills }: SetManifest,
  { source, isLocked }: { readonly source: unknown; readonly isLocked: boolean },
): ListEntry {
  const address = typeof source === "string" ? source : undefined;
  return {
    version,
    description,
    skills: skills.toSorted(byBytes),
    source: address,
    locked: isLocked ? true : undefined,
  };
}

/** The bytes of `skill-sets.json`, in the order of names. */
export function encodeSetList(entries: ReadonlyMap<string, ListEntry>): Buffer {
  const sets = Object.fromEntries([...entries].toSorted(([a], [b]) => byBytes(a, b)));
  return Buffer.from(`${JSON.stringify({ version: 1, sets }, null, 2)}\n`);
}
