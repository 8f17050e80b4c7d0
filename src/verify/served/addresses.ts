import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

/** Where a name leads. */
export interface Resolved {
  readonly addresses: readonly { readonly address: string; readonly family: number }[];
  /** True when one of the addresses is not reachable from everywhere: loopback, private, link-local, multicast. */
  readonly isPrivate: boolean;
  /** True when one of the addresses is reachable from everywhere. */
  readonly isPublic: boolean;
}

/** Finds the addresses of a host; rejects with a system error when there are none. */
export type Resolve = (host: string) => Promise<Resolved>;

/** Address ranges that are not globally reachable (RFC 6890, RFC 6598, RFC 4193, RFC 4291, RFC 5737, RFC 8215), or lead to IPv4 ones (RFC 3056, RFC 2765). */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  PRIVATE.addSubnet(network, prefix, "ipv4");
  PRIVATE.addSubnet(`64:ff9b::${network}`, 96 + prefix, "ipv6"); // the same by way of NAT64 (RFC 6052)
}
for (const [network, prefix] of [
  ["::", 96],
  ["::ffff:0:0:0", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const)
  PRIVATE.addSubnet(network, prefix, "ipv6");

/** True for an IP address that is not globally reachable. An IPv4 address inside an IPv6 one is judged as itself. */
export function isPrivateAddress(address: string): boolean {
  return PRIVATE.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** Resolves a host with the system's resolver. A literal address stands for itself; `[::1]` is written with brackets. */
export async function resolveHost(host: string): Promise<Resolved> {
  const literal = host.replace(/^\[|\]$/g, "");
  const family = isIP(literal);
  const addresses = family === 0 ? await lookup(literal, { all: true }) : [{ address: literal, family }];
  const found = addresses.map(({ address }) => isPrivateAddress(address));
  return { addresses, isPrivate: found.includes(true), isPublic: found.includes(false) };
}
