import { expect, test } from "vitest";
import { isLoopback, isUncontrolled } from "../../src/publication/hosts.ts";

test.each([
  ["raw.githubusercontent.com"],
  ["gist.githubusercontent.com"],
  ["media.githubusercontent.com"],
  ["github.com"],
  ["www.github.com"],
  ["codeload.github.com"],
  ["gist.github.com"],
  ["gitlab.com"],
  ["bitbucket.org"],
  ["cdn.jsdelivr.net"],
  ["fastly.jsdelivr.net"],
  ["gcore.jsdelivr.net"],
  ["unpkg.com"],
  ["huggingface.co"],
  ["raw.githack.com"],
  ["cdn.statically.io"],
  ["GitHub.com"],
  ["github.com."],
])("nobody who publishes on %s controls what it delivers", (host) => {
  expect(isUncontrolled(host)).toBe(true);
});

test.each([
  ["octo.github.io"],
  ["octo.gitlab.io"],
  ["mygithub.com"],
  ["github.com.example.org"],
  ["docs.example.com"],
  ["pages.dev"],
])("%s is the publisher's own", (host) => {
  expect(isUncontrolled(host)).toBe(false);
});

test.each([
  ["localhost", true],
  ["a.localhost", true],
  ["127.0.0.1", true],
  ["127.255.0.9", true],
  ["[::1]", true],
  ["localhost.example.com", false],
  ["127.0.0.1.example.com", false],
  ["126.0.0.1", false],
  ["0.0.0.0", false],
  ["mylocalhost", false],
])("only this machine answers to %s: %s", (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
