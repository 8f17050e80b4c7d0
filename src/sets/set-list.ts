import { byBytes } from "../order.ts";
import type { SetManifest } from "../skill-set/set-manifest.ts";
import { NAME } from "../skill.ts";
import { isRecord } from "../verify/json.ts";
import { places } from "./places.ts";
import { SetFailure } from "./set-failure.ts";

/**
 * Reads `skill-sets.json`, the list of a project's sets.
 *
 * @param text undefined when there is no such file
 * @returns by name, the address each was added from, when it is known
 * @throws SetFailure when it is no such list
 */
export function readSetList(text: string | undefined): ReadonlyMap<string, string | undefined> {
  if (text === undefined) return new Map();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (!isRecord(value) || !isRecord(value["sets"]) || !Object.keys(value["sets"]).every((name) => NAME.test(name)))
    throw new SetFailure("refused", `${places.list} is no list of sets`, {
      hint: "Restore it from version control, or remove it: the next `set add` or `set remove` writes it from the manifests beside it.",
    });
  return new Map(
    Object.entries(value["sets"]).map(([name, entry]) => {
      const source = isRecord(entry) ? entry["source"] : undefined;
      return [name, typeof source === "string" ? source : undefined];
    }),
  );
}

/** The bytes of `skill-sets.json` as the skill-set format's consumer writes it. */
export function encodeSetList(
  manifests: readonly SetManifest[],
  sources: ReadonlyMap<string, string | undefined>,
): Buffer {
  const sets = manifests
    .toSorted((a, b) => byBytes(a.name, b.name))
    .map(({ name, version, description, skills }) => {
      const source = sources.get(name);
      const entry = { version, description, skills: skills.toSorted(byBytes), source };
      return [name, entry] as const;
    });
  return Buffer.from(`${JSON.stringify({ version: 1, sets: Object.fromEntries(sets) }, null, 2)}\n`);
}
