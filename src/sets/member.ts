import { parseLocator } from "../skill-set/locator.ts";
import type { SetLock } from "../skill-set/set-lock.ts";
import type { SetManifest } from "../skill-set/set-manifest.ts";
import { HIDDEN } from "../visible.ts";
import { RESERVED } from "./places.ts";

/** Why the client is not asked for a member, in words that follow it; undefined when it may be. */
export function memberFault(locator: string): string | undefined {
  const { source, skill, ref } = parseLocator(locator);
  if (!locator.isWellFormed() || HIDDEN.test(locator)) return "has characters that cannot be seen";
  if (/^\d+$/.test(locator) || locator === "__proto__") return "has no place in a lock";
  if (source.startsWith("-") || ref?.startsWith("-") === true) return "would be an option of the client";
  if (/^(?:[./~\\]|[A-Za-z]:[/\\]|file:)/i.test(source))
    return "names a place on a disk, which is another one for everybody";
  if (source.includes("::")) return "names a program that git would run";
  if (/^[a-z]+:\/\/[^/]*@/i.test(source) && !/^ssh:/i.test(source)) return "has credentials in its address";
  return skill === RESERVED ? `names the skill \`${RESERVED}\`, whose folder is that of the sets` : undefined;
}

/** Why a lock is not the lock of a manifest, one clause each; which members they have is not compared. */
export function lockFaults({ version }: SetManifest, { setVersion, skills }: SetLock): string[] {
  return [
    ...(setVersion === version ? [] : [`it locks version ${setVersion}, and the manifest is version ${version}`]),
    ...Object.entries(skills).flatMap(([locator, entry]) => {
      const { skill, ref } = parseLocator(locator);
      const reserved =
        entry.skill === RESERVED
          ? [`${locator} is locked as the skill \`${RESERVED}\`, whose folder is that of the sets`]
          : [];
      const other =
        skill === undefined || skill === entry.skill ? [] : [`${locator} is locked as the skill \`${entry.skill}\``];
      const moved = (entry.ref ?? "") === (ref ?? "") ? [] : [`${locator} is locked at \`${entry.ref ?? "no ref"}\``];
      return [...reserved, ...other, ...moved];
    }),
  ];
}

/** Members that only one of the two has, in the order of the documents. */
export function memberChanges({ skills }: SetManifest, lock: SetLock): { added: string[]; removed: string[] } {
  const members = new Set(skills);
  return {
    added: skills.filter((locator) => !Object.hasOwn(lock.skills, locator)),
    removed: Object.keys(lock.skills).filter((locator) => !members.has(locator)),
  };
}
