import { NAME } from "../skill.ts";
import { HIDDEN } from "../visible.ts";

/** The folder in which consumers keep their sets, among the skills, so no skill can be installed under this name. */
export const RESERVED = "skill-sets";

/** A member of a set, as the resolver is asked for it. */
export interface Locator {
  /** A repository or an address. */
  readonly source: string;
  /** The skill it names; undefined when it names none. */
  readonly skill: string | undefined;
  /** A git tag or branch. */
  readonly ref: string | undefined;
}

/**
 * Splits a locator as the reference consumer does (skill-set draft): what follows the last `#` is the ref; of the rest,
 * what follows the last `@` is the skill, when it has the form of a name and the part before it contains `/` or `:`.
 */
export function parseLocator(text: string): Locator {
  const whole = text.endsWith("#") ? text.slice(0, -1) : text;
  const hash = whole.lastIndexOf("#");
  const hasRef = hash > 0 && hash < whole.length - 1;
  const before = hasRef ? whole.slice(0, hash) : whole;
  const ref = hasRef ? whole.slice(hash + 1) : undefined;
  const at = before.lastIndexOf("@");
  const [source, skill] = [before.slice(0, Math.max(at, 0)), before.slice(at + 1)];
  return at !== -1 && NAME.test(skill) && /[/:]/.test(source)
    ? { source, skill, ref }
    : { source: before, skill: undefined, ref };
}

/** Why clients must not be asked for a member, in words that follow it; undefined when they may be. */
export function memberFault(locator: string): string | undefined {
  const { source, skill, ref } = parseLocator(locator);
  if (!locator.isWellFormed() || HIDDEN.test(locator)) return "has characters that cannot be seen";
  if (isUnordered(locator)) return "has no place in a lock";
  if (source.startsWith("-") || ref?.startsWith("-") === true) return "would be an option of the client";
  if (/^(?:[./~\\]|[A-Za-z]:[/\\]|file:)/i.test(source))
    return "names a place on a disk, which is another one for everybody";
  if (source.includes("::")) return "names a program that git would run";
  if (/^[a-z]+:\/\/[^/]*@/i.test(source) && !/^ssh:/i.test(source)) return "has credentials in its address";
  return skill === RESERVED ? `names the skill \`${RESERVED}\`, whose folder is that of the sets` : undefined;
}

/** True for a key that objects of JavaScript put before others, whatever the order it was written in, or lose. */
export function isUnordered(locator: string): boolean {
  return locator === "__proto__" || /^\d+$/.test(locator);
}

/** Hosts whose addresses clients clone as repositories instead of looking for an index. */
const REPOSITORY_HOSTS: ReadonlySet<string> = new Set(["github.com", "www.github.com", "gitlab.com", "www.gitlab.com"]);

/** True when clients look for a discovery index at the source of a member. */
export function isWebSource(source: string): boolean {
  if (!/^https?:\/\//i.test(source) || !URL.canParse(source)) return false;
  const { hostname, pathname } = new URL(source);
  return !REPOSITORY_HOSTS.has(hostname) && !pathname.endsWith(".git");
}
