import { parseLocator } from "./locator.ts";
import { quoted } from "./set-fault.ts";
import type { SetLock } from "./set-lock.ts";
import type { SetManifest } from "./set-manifest.ts";

/** One reason why a lock is not the lock of a manifest. */
export interface LockFault {
  /** `added`: the manifest alone has the member. `removed`: the lock alone has it. */
  readonly about: "name" | "version" | "added" | "removed" | "skill";
  /** Of the member that it is about. */
  readonly locator?: string;
  /** JSON pointer of the place in the lock, in its segments (RFC 6901). */
  readonly segments: readonly string[];
  /** One clause whose subject is the lock, or a member that it names. */
  readonly reason: string;
}

/**
 * Why a lock is not the lock of a manifest, every reason. The `ref` of a member is not compared: a lock has it when it was
 * known to whoever made the lock (skill-set draft, 5.1).
 *
 * @returns nothing when they belong together
 */
export function lockFaults(manifest: SetManifest, lock: SetLock): LockFault[] {
  const wanted = new Set(manifest.skills);
  const added = manifest.skills.filter((locator) => !Object.hasOwn(lock.skills, locator));
  const faults: LockFault[] = [];
  if (lock.name !== manifest.name)
    faults.push({ about: "name", segments: ["name"], reason: `it is the lock of \`${quoted(lock.name)}\`` });
  if (lock.setVersion !== manifest.version)
    faults.push({
      about: "version",
      segments: ["setVersion"],
      reason: `it is of version ${quoted(lock.setVersion)}, and the manifest is version ${quoted(manifest.version)}`,
    });
  for (const locator of added)
    faults.push({
      about: "added",
      locator,
      segments: ["skills"],
      reason: `it does not have the member \`${quoted(locator)}\``,
    });
  for (const [locator, { skill }] of Object.entries(lock.skills)) {
    if (!wanted.has(locator))
      faults.push({
        about: "removed",
        locator,
        segments: ["skills", locator],
        reason: `the manifest does not have the member \`${quoted(locator)}\``,
      });
    if ((parseLocator(locator).skill ?? skill) !== skill)
      faults.push({
        about: "skill",
        locator,
        segments: ["skills", locator, "skill"],
        reason: `\`${quoted(locator)}\` is locked as the skill \`${quoted(skill)}\``,
      });
  }
  return faults;
}

/** Locators of the members that one of the two lacks, in the order of the documents. */
export function memberChanges(faults: readonly LockFault[]): { added: string[]; removed: string[] } {
  const named = (about: LockFault["about"]) =>
    faults.flatMap((fault) => (fault.about === about && fault.locator !== undefined ? [fault.locator] : []));
  return { added: named("added"), removed: named("removed") };
}
