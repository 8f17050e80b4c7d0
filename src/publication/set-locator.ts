import { isWebSource, type Locator, memberFault, parseLocator } from "../skill-set/locator.ts";
import { isLoopback } from "./hosts.ts";
import { layout, urlOf } from "./layout.ts";
import type { Origin } from "./origin.ts";

/** A member of a set as a publisher writes it: a skill of their own by its name, or a locator of somebody else's. */
export type Member = { readonly own: string } | { readonly locator: string; readonly parts: Locator };

/** Reads a member: what has neither `/` nor `:` is a name. */
export function memberOf(text: string): Member {
  return /[/:]/.test(text) ? { locator: text, parts: parseLocator(text) } : { own: text };
}

/** The locator of a snapshot, which no later publication changes. */
export function ownLocator(name: string, version: string, origin: Pick<Origin, "base">): string {
  return `${urlOf(origin, layout.snapshot(name, version))}@${name}`;
}

/** True for an address of a publication, however it is spelled. */
function isBelow(source: string, base: string): boolean {
  if (!URL.canParse(source)) return false;
  const [found, own] = [new URL(source), new URL(`${base}/`)];
  return found.origin === own.origin && `${found.pathname}/`.startsWith(own.pathname);
}

/** The version of a skill of this publication that a locator pins; null for one of somebody else's. */
export function pinnedBy(locator: string, skill: string, origin: Pick<Origin, "base">): string | null {
  const version = /\/([0-9a-f]{32})@[^/]*$/.exec(locator)?.[1] ?? "";
  return locator === ownLocator(skill, version, origin) ? version : null;
}

/** What is wrong with a locator, and what to do. */
export interface LocatorFault {
  readonly reason: string;
  readonly correction: string;
}

/** Why a locator cannot be locked, or would not be verified by the reference consumer; undefined when it can. */
export function locatorFault(locator: string, origin: Pick<Origin, "base">): LocatorFault | undefined {
  const refused = memberFault(locator);
  return (
    publishingFault(locator, origin) ??
    (refused === undefined
      ? undefined
      : { reason: `it ${refused}`, correction: "Write `https://HOST/PATH@SKILL`, or `OWNER/REPO@SKILL`." })
  );
}

/** What is asked of a locator beyond what consumers ask of it. */
function publishingFault(locator: string, { base }: Pick<Origin, "base">): LocatorFault | undefined {
  const { source, skill, ref } = parseLocator(locator);
  const fault = (reason: string, correction: string): LocatorFault => ({ reason, correction });
  if (locator.endsWith("#")) return fault("it ends with `#`", "Remove the `#`, or write a tag or branch after it.");
  if (!/^[\u0021-\u007E]+$/.test(locator))
    return fault("it has a blank or a character beyond ASCII", "Write it in ASCII, percent-encoded where it must be.");
  if (isBelow(source, base))
    return fault("it is an address of this publication", "Write the name of the skill; the build pins its snapshot.");
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(source)) return repositoryFault(source);
  const unread = fault(
    "its address is not one that all readers of addresses admit",
    "Write the address as RFC 3986 has it.",
  );
  if (!URL.canParse(source)) return unread;
  const { protocol, hostname, username, password } = new URL(source);
  if (username !== "" || password !== "")
    return fault("it contains user information", "Remove it from the address; it would be published.");
  if (protocol !== "https:" && !(protocol === "http:" && isLoopback(hostname)))
    return fault("it is not https", "Write an https address, or OWNER/REPO@SKILL for a repository.");
  if (!URI.test(source)) return unread;
  // `https://user@localhost` reads as the skill `localhost` of the host `user`.
  if (!hostname.includes(".") && !isLoopback(hostname))
    return fault(
      `its host is \`${hostname}\`, which is no public name`,
      "Write the whole name of the host, and `@SKILL` at the end.",
    );
  if (!isWebSource(source)) return undefined;
  if (ref !== undefined)
    return fault(
      "clients ignore what follows `#` in a web address",
      "Pin a version by an address that has one in its path.",
    );
  if (skill === undefined)
    return fault("it does not name its skill, so nobody could verify it", `Write \`${source}@NAME\`.`);
  return undefined;
}

/** `OWNER/REPO`, with a folder perhaps, or what `git clone` takes over SSH. A path would be one of the publisher's machine. */
function repositoryFault(source: string): LocatorFault | undefined {
  const isRepository = /^(?:[a-z]+:|[\w.-]+@[\w.-]+:)?[\w-][\w.-]*(?:\/[\w.+-]+)+$/i.test(source);
  const isPath = source.split("/").some((segment) => segment === "." || segment === "..") || /^[a-z]:/i.test(source);
  return isRepository && !isPath
    ? undefined
    : {
        reason: "it is neither an address nor a repository",
        correction: "Write `https://HOST/PATH@SKILL`, or `OWNER/REPO@SKILL` with `#TAG` after it.",
      };
}

/** An absolute address as RFC 3986 has it, without query, fragment and names that need other than ASCII. */
const URI =
  /^[a-z]+:\/\/(?:[\w.-]+@)?(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[0-9a-f]{2})*)*$/i;

/** True for an https address that a WHATWG parser and the grammar of RFC 3986 both admit. */
export function isPlainAddress(text: string): boolean {
  const [, address = "", query = "", fragment = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(text) ?? [];
  const rest = /^[?#]?(?:[\w.~!$&'()*+,;=:@/?-]|%[0-9a-f]{2})*$/i;
  return (
    URL.canParse(text) &&
    new URL(text).protocol === "https:" &&
    URI.test(address) &&
    rest.test(query) &&
    rest.test(fragment)
  );
}
