import { Halt, problem, type Problem } from "../problem.ts";
import { isLoopback, isUncontrolled } from "./hosts.ts";

/** Where a publication is served from. */
export interface Origin {
  /** Origin and base path without a slash at the end; every published URL starts with it. */
  readonly base: string;
  /** Path below the origin that it is served at: empty, or `/` and a path without a slash at the end. */
  readonly basePath: string;
  readonly placeholder: boolean;
  readonly warnings: readonly Problem[];
}

/** Stands in every address when no origin is given (RFC 2606 keeps `.example` free). */
const PLACEHOLDER = "https://skills.example";

/** A host name in ASCII (RFC 1123) or an IPv6 address: nothing that would need quoting in commands. */
const HOST = /^(?:(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.?|\[[0-9a-f:.]+\])$/;

/**
 * Reads the address a publication is served from.
 *
 * @param text as given, or undefined for the placeholder
 * @throws Halt `invalid-origin` with the reason
 */
export function parseOrigin(text: string | undefined): Origin {
  const origin = text ?? PLACEHOLDER;
  const refuse = (reason: string) => new Halt(problem("invalid-origin", {}, { origin, reason }));

  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(origin))
    throw refuse(`it has no scheme; write \`https://${origin.replace(/^\/+/, "")}\``);
  if (/[\\\u0000-\u001F\u007F-\u009F]/u.test(origin) || !URL.canParse(origin)) throw refuse("it is not an address");
  const { protocol, username, password, host, hostname, port, search, hash, pathname } = new URL(origin);
  if (username !== "" || password !== "")
    throw refuse("it contains credentials, which would be published in every address");
  if (search !== "" || origin.includes("?")) throw refuse("it contains a query");
  if (hash !== "" || origin.includes("#")) throw refuse("it contains a fragment");
  const loopback = isLoopback(hostname);
  if (protocol !== "https:" && !(protocol === "http:" && loopback)) throw refuse("it is not https");
  if (!HOST.test(hostname) || port === "0") throw refuse("its host is not a name or address that can be reached");
  if (isUncontrolled(hostname)) throw refuse(`the publisher does not control what ${hostname} delivers`);
  if (!/^[A-Za-z0-9._~/-]*$/.test(pathname))
    throw refuse("its path has characters that would need quoting in commands");
  if (/\/\//.test(pathname)) throw refuse("its path has an empty segment");

  const basePath = pathname.replace(/\/$/, "");
  const base = `${protocol}//${host}${basePath}`;
  const placeholder = hostname === new URL(PLACEHOLDER).hostname;
  const warnings: Problem[] = [];
  if (placeholder) warnings.push(problem("placeholder-origin", {}, { origin: base }));
  if (loopback) warnings.push(problem("loopback-origin", {}, { origin: base }));
  if (basePath !== "") warnings.push(problem("base-path", {}, { path: basePath }));
  return { base, basePath, placeholder, warnings };
}
