import { createHash } from "node:crypto";
import { byBytes } from "../order.ts";

/** What a lock records of a member. */
export interface LockedMember {
  /** Name of the folder that is installed. */
  readonly skill: string;
  /** `contentHash` of that folder. */
  readonly computedHash: string;
  readonly sourceType?: string | undefined;
  readonly ref?: string | undefined;
}

/** A lock of the skill-set format (draft). */
export interface SetLock {
  readonly version: 1;
  readonly name: string;
  readonly setVersion: string;
  readonly setHash: string;
  /** By locator. */
  readonly skills: Readonly<Record<string, LockedMember>>;
}

/** The hash of a set: SHA-256 over the locator and the content hash of each member, a line each, in byte order. */
export function setHashOf(members: ReadonlyMap<string, Pick<LockedMember, "computedHash">>): string {
  const hash = createHash("sha256");
  for (const [locator, { computedHash }] of [...members].toSorted(([a], [b]) => byBytes(a, b)))
    hash.update(`${locator}\n${computedHash}\n`);
  return hash.digest("hex");
}

/**
 * The bytes of a lock, in the exact form of the format.
 *
 * @param members by locator; none is `__proto__` or made of digits only, which no object of JavaScript keeps in order
 */
export function encodeSetLock(
  { name, version }: { readonly name: string; readonly version: string },
  members: ReadonlyMap<string, LockedMember>,
): Buffer {
  const skills = Object.fromEntries(
    [...members]
      .toSorted(([a], [b]) => byBytes(a, b))
      .map(([locator, { skill, computedHash, sourceType, ref }]) => [
        locator,
        { skill, computedHash, ...(sourceType && { sourceType }), ...(ref && { ref }) },
      ]),
  );
  const lock = { version: 1, name, setVersion: version, setHash: setHashOf(members), skills };
  return Buffer.from(`${JSON.stringify(lock, null, 2)}\n`);
}
