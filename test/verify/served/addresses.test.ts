import { expect, test } from "vitest";
import { isPrivateAddress, resolveHost } from "../../../src/verify/served/addresses.ts";

test.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "ff02::1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::7f00:1",
  "2002:7f00:1::",
  "::127.0.0.1",
  "::ffff:0:127.0.0.1",
  "fec0::1",
  "100::1",
  "2001:db8::1",
  "192.0.2.1",
  "198.51.100.1",
  "203.0.113.1",
])("%s is not reachable from everywhere", (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  "1.1.1.1",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "128.0.0.1",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "223.255.255.255",
  "2001:4860:4860::8888",
  "::ffff:1.1.1.1",
  "64:ff9b::1.1.1.1",
])("%s is public", (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});

test.each([
  ["127.0.0.1", [{ address: "127.0.0.1", family: 4 }]],
  ["[::1]", [{ address: "::1", family: 6 }]],
])("a literal address stands for itself: %s", async (host, addresses) => {
  expect(await resolveHost(host)).toEqual({ addresses, isPrivate: true, isPublic: false });
});

test("localhost is private by where it leads, not by its name", async () => {
  expect(await resolveHost("localhost")).toMatchObject({ isPrivate: true });
});

test("a name that cannot exist is an error of the system (RFC 6761)", async () => {
  await expect(resolveHost("no-such-host.invalid")).rejects.toMatchObject({ syscall: "getaddrinfo" });
});
