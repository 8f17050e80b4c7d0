import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { setTimeout as wait } from "node:timers/promises";
import { VERSION } from "../../version.ts";
import { type Resolve, type Resolved, resolveHost } from "./addresses.ts";
import { answerOf, noAnswer } from "./answer.ts";
import { exchange, NoAnswer, type Received } from "./exchange.ts";
import { ANY_ENCODING, type Answer, type Ask, type Host, type Redirect } from "./host.ts";
import type { Limits } from "./limits.ts";
import { reason, type Reason } from "./reason.ts";

const USER_AGENT = `skillpress/${VERSION}`;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Statuses of a host that is busy or in trouble for the moment (RFC 6585, RFC 9110). */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Longest wait that a host may ask for, in milliseconds. */
const LONGEST_WAIT = 30_000;

const FIRST_WAIT = 500;

/** A host on the network, and the way to let go of its connections. */
export interface OriginHost extends Host {
  readonly close: () => void;
}

/**
 * Opens an origin for reading. Redirects are followed one by one and policed: never from https to http, never from a
 * public address to one that is not. Busy hosts are asked again after the time they name.
 *
 * @param base origin with base path, without a slash at the end
 */
export function openOrigin(base: string, limits: Limits, resolve: Resolve = resolveHost): OriginHost {
  const agents = {
    "http:": new HttpAgent({ keepAlive: true, maxSockets: limits.concurrency }),
    "https:": new HttpsAgent({ keepAlive: true, maxSockets: limits.concurrency }),
  };
  const end = AbortSignal.timeout(limits.totalSeconds * 1000);
  const names = new Map<string, Promise<Resolved>>();
  let requests = 0;

  const find = async (host: string): Promise<Resolved> => {
    const resolved = names.get(host) ?? resolve(host);
    names.set(host, resolved);
    try {
      return await resolved;
    } catch (error) {
      names.delete(host);
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      throw new NoAnswer(code === "EAI_AGAIN" ? "network" : "name", `the name ${host} does not resolve (${code})`);
    }
  };

  const once = async (url: URL, { method = "GET", encoding = "identity", limit }: Ask): Promise<Received> => {
    const resolved = await find(url.hostname);
    requests += 1;
    return exchange(url, {
      method,
      acceptEncoding: encoding === "identity" ? "identity" : ANY_ENCODING,
      limit,
      signal: AbortSignal.any([end, AbortSignal.timeout(limits.requestSeconds * 1000)]),
      agent: url.protocol === "https:" ? agents["https:"] : agents["http:"],
      resolved,
      userAgent: USER_AGENT,
    });
  };

  /** Asks again as long as the trouble looks passing. */
  const patiently = async (url: URL, ask: Ask): Promise<Received> => {
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt >= limits.attempts;
      let pause = FIRST_WAIT * 2 ** (attempt - 1);
      try {
        const received = await once(url, ask);
        if (last || !PASSING.has(received.status)) return received;
        pause = retryAfter(received) ?? pause;
        if (pause > LONGEST_WAIT) return received;
      } catch (error) {
        if (!(error instanceof NoAnswer) || error.why !== "network" || last || end.aborted) throw error;
      }
      await wait(pause, undefined, { signal: end }).catch((error: unknown) => {
        if (!end.aborted) throw error;
      });
    }
  };

  const get = async (asked: string, ask: Ask): Promise<Answer> => {
    const { what } = ask;
    const redirects: Redirect[] = [];
    const seen = new Set<string>([asked]);
    const isPublic = (await find(new URL(base).hostname).catch(() => undefined))?.isPublic ?? true;
    let url = new URL(asked);
    const none = (found: Reason) => noAnswer({ url: asked, finalUrl: url.href, redirects }, found);
    try {
      for (;;) {
        if (end.aborted) return none(reason("out-of-time", { what, seconds: limits.totalSeconds }));
        const fault = isPublic && (await find(url.hostname)).isPrivate ? "at a private or loopback address" : undefined;
        if (fault !== undefined) {
          return none(
            redirects.length > 0
              ? reason("unsafe-redirect", { what, to: url.href, reason: fault })
              : reason("unsafe-url", { name: what, url: url.href, reason: fault }),
          );
        }
        const received = await patiently(url, ask);
        const location = REDIRECTS.has(received.status) ? received.headers.location : undefined;
        if (location === undefined) return answerOf(received, { url: asked, finalUrl: url.href, redirects }, ask);

        const next = URL.canParse(location, url) ? new URL(location, url) : undefined;
        const to = next?.href ?? location;
        const unsafe = next ? downgrade(url, next) : "no address";
        if (unsafe !== undefined || !next) return none(reason("unsafe-redirect", { what, to, reason: unsafe ?? "" }));
        next.hash = "";
        if (seen.has(next.href)) return none(reason("redirect-loop", { what, to }));
        if (redirects.length === limits.redirects)
          return none(reason("too-many-redirects", { what, limit: limits.redirects }));
        redirects.push({ status: received.status, url: next.href });
        seen.add(next.href);
        url = next;
      }
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      if (error.why === "limit") return none(reason("read-limit", { what, reason: error.message }));
      return none(
        end.aborted
          ? reason("out-of-time", { what, seconds: limits.totalSeconds })
          : reason("unreachable", { what, reason: error.message }),
      );
    }
  };

  return {
    kind: "origin",
    name: base,
    base,
    get,
    requests: () => requests,
    close: () => {
      agents["http:"].destroy();
      agents["https:"].destroy();
    },
  };
}

/** What is wrong with going from one address to the next; undefined when nothing is. */
function downgrade(from: URL, to: URL): string | undefined {
  if (to.protocol !== "https:" && to.protocol !== "http:") return "no web address";
  if (from.protocol === "https:" && to.protocol === "http:") return "not https";
  if (to.username !== "" || to.password !== "") return "an address with credentials";
  return undefined;
}

/** The wait that a host asks for (RFC 9110, section 10.2.3), in milliseconds. */
function retryAfter({ headers }: Received): number | undefined {
  const value = headers["retry-after"];
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const until = Date.parse(value) - Date.now();
  return Number.isNaN(until) ? undefined : Math.max(0, until);
}
