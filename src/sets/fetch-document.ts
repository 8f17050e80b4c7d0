import { Agent } from "node:https";
import { DOCUMENT_LIMIT } from "../skill-set/strict-json.ts";
import { type Resolve, resolveHost } from "../verify/served/addresses.ts";
import { decoded, Undecodable } from "../verify/served/content-encoding.ts";
import { exchange, NoAnswer } from "../verify/served/exchange.ts";
import { VERSION } from "../version.ts";

/** Bounds on fetching one document of a set. */
export const DOCUMENT_LIMITS = { bytes: DOCUMENT_LIMIT, redirects: 5, milliseconds: 30_000 } as const;

/** Statuses that say that there is nothing at an address (RFC 9110). Every other failure says nothing of the kind. */
const ABSENT: ReadonlySet<number> = new Set([404, 410]);

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Thrown when a document could not be fetched; the message is one clause. */
export class NoDocument extends Error {}

/**
 * Fetches a document of a set. Redirects are followed on the same host and port alone, the content type is ignored.
 *
 * @param address https address without a fragment
 * @param milliseconds most time for each request, finding the address of its host included
 * @returns undefined when the host says that there is none
 * @throws NoDocument
 */
export async function fetchDocument(
  address: string,
  milliseconds: number = DOCUMENT_LIMITS.milliseconds,
  resolve: Resolve = resolveHost,
): Promise<Buffer | undefined> {
  const agent = new Agent({ maxSockets: 1 });
  try {
    let url = new URL(address);
    for (let redirects = 0; redirects <= DOCUMENT_LIMITS.redirects; redirects += 1) {
      const signal = AbortSignal.timeout(milliseconds);
      const { status, headers, wire } = await exchange(url, {
        method: "GET",
        acceptEncoding: "identity",
        limit: DOCUMENT_LIMITS.bytes,
        signal,
        agent,
        resolved: await within(signal, resolve(url.hostname)),
        userAgent: `skillpress/${VERSION}`,
      });
      if (status === 200) return decoded(wire, headers["content-encoding"] ?? null, DOCUMENT_LIMITS.bytes);
      if (ABSENT.has(status)) return undefined;
      if (!REDIRECTS.has(status) || headers.location === undefined) throw new NoDocument(`the host answers ${status}`);
      url = redirected(url, headers.location);
    }
    throw new NoDocument(`the host redirects more than ${DOCUMENT_LIMITS.redirects} times`);
  } catch (error) {
    if (error instanceof NoAnswer) throw new NoDocument(error.message);
    if (error instanceof Undecodable) throw new NoDocument(`its Content-Encoding does not fit: ${error.message}`);
    if (error instanceof Error && "syscall" in error && error.syscall === "getaddrinfo")
      throw new NoDocument("the name of the host does not resolve");
    throw error;
  } finally {
    agent.destroy();
  }
}

/** A promise that ends with the signal, also where what it waits for cannot be ended itself. */
async function within<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return Promise.race([
    promise,
    new Promise<never>((_, reject) =>
      signal.addEventListener("abort", () => reject(new NoDocument("the time for it was over")), { once: true }),
    ),
  ]);
}

function redirected(from: URL, location: string): URL {
  if (!URL.canParse(location, from)) throw new NoDocument("the host redirects to what is no address");
  const to = new URL(location, from);
  if (to.protocol !== "https:" || to.host !== from.host || to.username !== "" || to.password !== "")
    throw new NoDocument(`the host redirects to ${to.href}, and only ${from.origin} itself is followed`);
  to.hash = "";
  return to;
}
