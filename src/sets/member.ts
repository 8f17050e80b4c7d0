import { parseLocator, RESERVED } from "../skill-set/locator.ts";
import type { SetLock } from "../skill-set/set-lock.ts";
import type { SetManifest } from "../skill-set/set-manifest.ts";

/** Why a lock is not the lock of a manifest, one clause each; which members they have is not compared. */
export function lockFaults({ version }: SetManifest, { setVersion, skills }: SetLock): string[] {
  return [
    ...(setVersion === version ? [] : [`it locks version ${setVersion}, and the manifest is version ${version}`]),
    ...Object.entries(skills).flatMap(([locator, entry]) => {
      const { skill } = parseLocator(locator);
      const reserved =
        entry.skill === RESERVED
          ? [`${locator} is locked as the skill \`${RESERVED}\`, whose folder is that of the sets`]
          : [];
      const other =
        skill === undefined || skill === entry.skill ? [] : [`${locator} is locked as the skill \`${entry.skill}\``];
      return [...reserved, ...other];
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
