import type { Answer } from "./host.ts";
import { outcomeOf, reason, type Reason } from "./reason.ts";

/** Content types that the discovery format admits. */
export const TYPES = {
  index: ["application/json"],
  "skill-md": ["text/markdown", "text/plain"],
  archive: ["application/gzip", "application/zip"],
  gzip: ["application/gzip"],
} as const;

const HTML = /^<(?:!doctype html|html[\s>])/i;

/** Most bytes at the start of a body that are looked at. */
const GLANCE = 4096;

/** True for a body that is a web page, whatever it is called. */
export function isPage({ bytes, contentType }: Pick<Answer, "bytes" | "contentType">): boolean {
  const text = withoutComments(start(bytes).replace(/^\u00EF\u00BB\u00BF/, ""));
  return HTML.test(text) || (mediaType(contentType) === "text/html" && /^\s*</.test(start(bytes)));
}

/** Text from where it is no blank and no comment any more; one pass, because strangers write it. */
function withoutComments(text: string): string {
  let rest = text.trimStart();
  while (rest.startsWith("<!--")) {
    const end = rest.indexOf("-->", "<!--".length);
    if (end === -1) return rest;
    rest = rest.slice(end + "-->".length).trimStart();
  }
  return rest;
}

/**
 * Why an answer does not hold the file that was asked for; empty when it does, or may.
 *
 * @param what what to call the file
 */
export function judgeAnswer(answer: Answer, what: string): readonly Reason[] {
  const { status, reasons } = answer;
  if (outcomeOf(reasons) !== "verified" || status === null) return reasons;
  const says = `the host answers ${status}${answer.redirects.length > 0 ? ` at ${answer.finalUrl}` : ""}`;
  if (status === 401 || status === 403 || status === 407 || status === 451)
    return [...reasons, reason("access-denied", { what, answer: says })];
  if (status === 200 && isLogin(answer))
    return [...reasons, reason("access-denied", { what, answer: `a login page comes from ${answer.finalUrl}` })];
  if (status === 200) return reasons;
  if (isTrouble(status)) return [...reasons, reason("unreachable", { what, reason: says })];
  if (status >= 400) return [...reasons, reason("missing", { what, answer: says })];
  return [...reasons, reason("not-the-artifact", { what, found: `status ${status}` })];
}

/** True for a status that says nothing of the file: the host is busy or in trouble. */
export function isTrouble(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

/** What is wrong with the content type of an answer; nothing for a folder, which has none. */
export function judgeType({ status, contentType }: Answer, what: string, expected: readonly string[]): Reason[] {
  if (status === null || expected.includes(mediaType(contentType))) return [];
  const found = mediaType(contentType) === "" ? "(none)" : `\`${contentType?.slice(0, 100)}\``;
  return [reason("content-type", { what, found, expected: expected.map((type) => `\`${type}\``).join(" or ") })];
}

/** A page that asks for a password, or to which a preview host sends everybody who has not logged in. */
function isLogin(answer: Answer): boolean {
  if (!isPage(answer)) return false;
  if (/<input[^>]{0,500}type=["']?password/i.test(start(answer.bytes, 64 * 1024))) return true;
  const { hostname, pathname } = new URL(answer.finalUrl);
  return (
    answer.redirects.length > 0 &&
    /(?:^|[./-])(?:log-?in|sign-?in|sso|auth|oauth2?|access|protection)(?:$|[./-])/i.test(`${hostname}${pathname}`)
  );
}

function mediaType(contentType: string | null): string {
  return (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function start(bytes: Buffer | undefined, length = GLANCE): string {
  return bytes?.toString("latin1", 0, length) ?? "";
}
