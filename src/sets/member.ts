import { memberFault, RESERVED } from "../skill-set/locator.ts";
import type { SetLock } from "../skill-set/set-lock.ts";
import type { SetManifest } from "../skill-set/set-manifest.ts";

/** Why the client is not asked for the members of a set, one clause each. */
export function memberFaults({ skills }: SetManifest, lock: SetLock | undefined): string[] {
  const refused = skills.flatMap((locator) => {
    const fault = memberFault(locator);
    return fault === undefined ? [] : [`the member ${locator} ${fault}`];
  });
  const reserved = Object.entries(lock?.skills ?? {}).filter(
    ([locator, { skill }]) => skill === RESERVED && memberFault(locator) === undefined,
  );
  return [
    ...refused,
    ...reserved.map(
      ([locator]) => `the member ${locator} is locked as the skill \`${RESERVED}\`, whose folder is that of the sets`,
    ),
  ];
}
