import { expect, test } from "vitest";
import { Halt } from "../../src/problem.ts";
import { parseOrigin } from "../../src/publication/origin.ts";

const warned = (text?: string) => {
  const { base, basePath, placeholder, warnings } = parseOrigin(text);
  return { base, basePath, placeholder, warnings: warnings.map(({ code }) => code) };
};

test.each([
  ["https://docs.example.com", "https://docs.example.com", ""],
  ["https://docs.example.com/", "https://docs.example.com", ""],
  ["HTTPS://Docs.Example.COM", "https://docs.example.com", ""],
  ["https://docs.example.com:443", "https://docs.example.com", ""],
  ["https://docs.example.com:8443", "https://docs.example.com:8443", ""],
  // RFC 3492 gives bücher as xn--bcher-kva.
  ["https://bücher.example", "https://xn--bcher-kva.example", ""],
  ["https://octo.github.io", "https://octo.github.io", ""],
  ["https://192.0.2.1", "https://192.0.2.1", ""],
])("%s is an origin", (text, base, basePath) => {
  expect(warned(text)).toEqual({ base, basePath, placeholder: false, warnings: [] });
});

test.each([
  ["https://example.com/docs", "https://example.com/docs", "/docs"],
  ["https://example.com/docs/", "https://example.com/docs", "/docs"],
  ["https://octo.github.io/my-skills/v1.0/~x", "https://octo.github.io/my-skills/v1.0/~x", "/my-skills/v1.0/~x"],
  ["https://example.com/a/../b", "https://example.com/b", "/b"],
])("%s is allowed with a warning that root discovery will not find it", (text, base, basePath) => {
  expect(warned(text)).toEqual({ base, basePath, placeholder: false, warnings: ["base-path"] });
});

test.each([
  ["http://localhost", "http://localhost"],
  ["http://localhost:4321", "http://localhost:4321"],
  ["https://localhost:4321", "https://localhost:4321"],
  ["http://docs.localhost:4321", "http://docs.localhost:4321"],
  ["http://127.0.0.1:80", "http://127.0.0.1"],
  ["http://127.8.8.8:8080", "http://127.8.8.8:8080"],
  ["http://[::1]:8080", "http://[::1]:8080"],
])("%s is allowed for a preview and marked so", (text, base) => {
  expect(warned(text)).toEqual({ base, basePath: "", placeholder: false, warnings: ["loopback-origin"] });
});

test("without an origin the placeholder is used and marked", () => {
  expect(warned()).toEqual({
    base: "https://skills.example",
    basePath: "",
    placeholder: true,
    warnings: ["placeholder-origin"],
  });
});

test("the placeholder given by hand is still the placeholder", () => {
  expect(warned("https://skills.example/")).toMatchObject({ placeholder: true, warnings: ["placeholder-origin"] });
});

test.each([
  ["http://example.com", "not https"],
  ["ftp://example.com", "not https"],
  ["file:///srv/skills", "not https"],
  ["http://localhost.example.com", "not https"],
  ["http://128.0.0.1", "not https"],
  ["https://user:pw@x", "credentials"],
  ["https://user@x", "credentials"],
  ["https://:pw@x", "credentials"],
  ["https://x/?a", "query"],
  ["https://x/?", "query"],
  ["https://x/#a", "fragment"],
  ["https://x/#", "fragment"],
  ["https://raw.githubusercontent.com/o/r", "does not control"],
  ["https://RAW.githubusercontent.com./o/r", "does not control"],
  ["https://github.com/o/r", "does not control"],
  ["example.com", "write `https://example.com`"],
  ["//example.com", "write `https://example.com`"],
  ["localhost:4321", "scheme"],
  ["", "scheme"],
  ["https://", "not an address"],
  ["https://exa mple.com", "not an address"],
  ["https://example.com:99999", "not an address"],
  ["https://example.com/a b", "quoting"],
  ["https://example.com/$(id)", "quoting"],
  ["https://example.com/a'b", "quoting"],
  ["https://example.com/dö", "quoting"],
  ["https://example.com//docs", "empty segment"],
])("%j is refused, saying that %s", (text, reason) => {
  const refused = (() => {
    try {
      return parseOrigin(text);
    } catch (error) {
      return error;
    }
  })();
  expect(refused).toBeInstanceOf(Halt);
  expect(refused).toMatchObject({
    problems: [{ code: "invalid-origin", severity: "halt", message: expect.stringContaining(reason) }],
  });
});

test.each([
  ["https://$(id).org"],
  ["https://a`id`.org"],
  ["https://a;id;.org"],
  ["https://a&b.org"],
  ["https://a'b.org"],
  ['https://a"b.org'],
  ["https://e..org"],
  ["https://."],
  ["https://x.example:0"],
  ["https://x.exa\tmple"],
  ["https://x.example\\y"],
])("%j is refused: nothing in a command may be read as anything but the address", (text) => {
  expect(() => parseOrigin(text)).toThrow(Halt);
});
