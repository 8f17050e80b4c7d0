import { isUnordered, isWebSource, parseLocator, RESERVED } from "./locator.ts";
import { lockFaults } from "./lock-of.ts";
import type { ReadLock, ReadManifest } from "./read-documents.ts";
import { placeName, quoted, type SetFault, type SetProblem, setProblem, type Spot } from "./set-fault.ts";

/**
 * What the format admits in a manifest and no client can serve, or few can: warnings (skill-set draft, 1.2, 2.1, 5.1 and 7.1).
 */
export function lintManifest({ manifest, placeOf }: ReadManifest): SetProblem[] {
  const at = (...segments: readonly string[]): Spot => ({ segments, ...placeOf(segments) });
  const { $schema, homepage, author, skills } = manifest;
  const addresses: readonly (readonly [text: string | undefined, ...segments: string[]])[] = [
    [$schema, "$schema"],
    [homepage, "homepage"],
    [author?.url, "author", "url"],
    [author?.uri, "author", "uri"],
  ];
  const disputed = addresses.flatMap(([text, ...segments]) =>
    text === undefined || URL.canParse(text)
      ? []
      : [setProblem("set-uri-disputed", at(...segments), { place: placeName(segments) })],
  );
  return [...disputed, ...skills.flatMap((locator, index) => lintLocator(locator, at("skills", String(index))))];
}

/** What the format admits in a lock and no installation can satisfy: warnings. */
export function lintLock({ members, placeOf }: ReadLock): SetProblem[] {
  const contents = new Map<string, string>();
  return [...members].flatMap(([locator, { skill, computedHash }]) => {
    const at = (field: string): Spot => {
      const segments = ["skills", locator, field];
      return { segments, ...placeOf(segments) };
    };
    const first = contents.get(skill) ?? computedHash;
    contents.set(skill, first);
    return [
      ...(first === computedHash ? [] : [setProblem("set-skill-twice", at("computedHash"), { skill: quoted(skill) })]),
      ...(skill === RESERVED ? [setProblem("set-member-reserved", at("skill"), { locator: quoted(locator) })] : []),
    ];
  });
}

/** What there is to say of the locators of a lock that has no manifest beside it: warnings. */
export function lintLocked({ members, placeOf }: ReadLock): SetProblem[] {
  return [...members].flatMap(([locator, { skill }]) => {
    const segments = ["skills", locator];
    const spot = { segments, ...placeOf(segments) };
    const isOther = (parseLocator(locator).skill ?? skill) !== skill;
    const details = { locator: quoted(locator), skill: quoted(skill) };
    return [
      ...(isOther ? [setProblem("set-lock-other-skill", spot, details)] : []),
      ...lintLocator(locator, spot).filter(({ code }) => code !== "set-member-reserved"),
    ];
  });
}

/** Why a lock is not that of the manifest beside it: errors, each at its place in the lock. */
export function disagreements({ manifest }: ReadManifest, { lock, placeOf }: ReadLock): SetFault[] {
  return lockFaults(manifest, lock).map(({ segments, reason }) => ({
    ...setProblem("set-lock-disagrees", { segments, ...placeOf(segments) }, { reason }),
    faultClass: "INVALID_LOCK",
  }));
}

/** That a manifest has no lock beside it: a warning. */
export function withoutLock(): SetProblem {
  return setProblem("set-without-lock", { segments: [] });
}

function lintLocator(locator: string, spot: Spot): SetProblem[] {
  const { source, skill, ref } = parseLocator(locator);
  const details = { locator: quoted(locator) };
  const isWeb = isWebSource(source);
  return [
    ...(isWeb && skill === undefined ? [setProblem("set-member-unnamed", spot, details)] : []),
    ...(isWeb && ref !== undefined ? [setProblem("set-member-ref", spot, details)] : []),
    ...(hasUser(source) ? [setProblem("set-member-credentials", spot, details)] : []),
    ...(isUnordered(locator) ? [setProblem("set-member-unordered", spot, details)] : []),
    ...(locator.isWellFormed() ? [] : [setProblem("set-member-not-unicode", spot, details)]),
    ...(skill === RESERVED ? [setProblem("set-member-reserved", spot, details)] : []),
  ];
}

/** True for a web address with a user, and for one whose host is no whole name, as in `https://user@localhost`. */
function hasUser(source: string): boolean {
  if (!/^https?:\/\//i.test(source) || !URL.canParse(source)) return false;
  const { username, password, hostname } = new URL(source);
  return username !== "" || password !== "" || !/[.:]|^localhost$/.test(hostname);
}
