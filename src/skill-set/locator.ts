import { NAME } from "../skill.ts";

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

/** Hosts whose addresses clients clone as repositories instead of looking for an index. */
const REPOSITORY_HOSTS: ReadonlySet<string> = new Set(["github.com", "www.github.com", "gitlab.com", "www.gitlab.com"]);

/** True when clients look for a discovery index at the source of a member. */
export function isWebSource(source: string): boolean {
  if (!/^https?:\/\//i.test(source) || !URL.canParse(source)) return false;
  const { hostname, pathname } = new URL(source);
  return !REPOSITORY_HOSTS.has(hostname) && !pathname.endsWith(".git");
}
