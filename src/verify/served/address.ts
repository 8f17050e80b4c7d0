import { isLoopback } from "../../publication/hosts.ts";
import type { Host } from "./host.ts";
import { reason, type Reason } from "./reason.ts";
import type { Listed } from "./served-index.ts";

/** Where an artifact is to be fetched. */
export interface Address {
  /** Absolute; undefined when there is no safe one. */
  readonly url: string | undefined;
  /** A relative address of an index that was redirected to another host leads here from where it was asked for. */
  readonly otherUrl: string | undefined;
  readonly reasons: readonly Reason[];
}

/** What addresses are read against. */
export interface Base {
  readonly host: Pick<Host, "base">;
  /** Origin with base path that stands for the host's own. */
  readonly as: string | undefined;
  /** Where the index was asked for, and where it came from. */
  readonly index: { readonly url: string; readonly finalUrl: string };
}

/**
 * Reads the address of an entry as a client does: against the address that the index came from. Only https is safe; where
 * the host is itself verified over http, plain http is taken from it, and from a loopback host.
 */
export function addressOf({ name, url: written }: Pick<Listed, "name" | "url">, { host, as, index }: Base): Address {
  const none = (found: Reason) => ({ url: undefined, otherUrl: undefined, reasons: [found] });
  if (written === "" || !URL.canParse(written, index.finalUrl))
    return none(reason("unsafe-url", { name, url: `\`${written.slice(0, 200)}\``, reason: "no address" }));
  const url = new URL(written, index.finalUrl);
  url.hash = "";
  const unsafe = (why: string) => none(reason("unsafe-url", { name, url: url.href.slice(0, 200), reason: why }));
  if (url.protocol === "data:") return unsafe("bytes in the index itself, which no host serves");
  if (url.protocol !== "https:" && url.protocol !== "http:") return unsafe("no web address");
  if (url.username !== "" || url.password !== "") return unsafe("an address with credentials");
  const mapped = as !== undefined && url.href.startsWith(`${as}/`) ? host.base + url.href.slice(as.length) : url.href;
  const base = new URL(host.base);
  const { protocol, hostname, origin } = new URL(mapped);
  if (protocol === "http:" && (base.protocol !== "http:" || (origin !== base.origin && !isLoopback(hostname))))
    return unsafe("not https");

  const other = URL.canParse(written) ? undefined : new URL(written, index.url).href;
  return { url: mapped, otherUrl: other === mapped ? undefined : other, reasons: [] };
}
