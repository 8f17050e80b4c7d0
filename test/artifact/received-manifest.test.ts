import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentHash } from "../../src/artifact/content-hash.ts";
import { manifestOf, manifestOfSkill } from "../../src/artifact/manifest.ts";
import { receivedManifest } from "../../src/artifact/received-manifest.ts";
import { VECTORS } from "../tools/vectors.ts";

const HASH = "a".repeat(64);

interface Row {
  readonly path: unknown;
  readonly bytes: unknown;
  readonly sha256: unknown;
}

const row = (path: unknown, more: Partial<Row> = {}): Row => ({ path, bytes: 1, sha256: HASH, ...more });

/** A document with these rows as they are, whose digest and total are right. */
function documentOf(files: readonly Row[], more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const schema = "skills-anywhere-bundle-1";
  const identity = JSON.stringify([schema, files.map(({ path, bytes, sha256 }) => [path, bytes, sha256])]);
  const total = files.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  const digest = createHash("sha256").update(identity).digest("hex");
  return { schema, sha256: digest, total_bytes: total, files, ...more };
}

const read = (text: string | Uint8Array) => receivedManifest(Buffer.from(text));
const readValue = (value: unknown) => read(JSON.stringify(value));
const GOOD = documentOf([row("SKILL.md"), row("a.md")]);

test.each(
  Object.entries(VECTORS.cases).flatMap(([name, { bundle }]) => ("error" in bundle ? [] : [[name, bundle] as const])),
)("the manifest of %s is read", (_, { sha256, total_bytes, files }) => {
  const manifest = { schema: "skills-anywhere-bundle-1", sha256, total_bytes, files };
  expect(readValue(manifest)).toEqual({ manifest });
});

const segments = (count: number) => Array.from({ length: count }, () => "s").join("/");
const numbered = (count: number) =>
  Array.from({ length: count }, (_, number) => row(`a${String(number).padStart(4, "0")}`));
const without = (key: string) => Object.fromEntries(Object.entries(GOOD).filter(([name]) => name !== key));
const MIB = 1024 * 1024;

describe("what is received is accepted at every limit", () => {
  test.each<[string, unknown]>([
    ["one file", documentOf([row("SKILL.md")])],
    ["512 files", documentOf([row("SKILL.md"), ...numbered(511)])],
    ["128 KiB of SKILL.md", documentOf([row("SKILL.md", { bytes: 131_072 })])],
    ["16 MiB of a file", documentOf([row("SKILL.md"), row("a", { bytes: 16 * MIB })])],
    ["16 MiB of a SKILL.md elsewhere", documentOf([row("SKILL.md"), row("a/SKILL.md", { bytes: 16 * MIB })])],
    [
      "32 MiB together",
      documentOf([row("SKILL.md"), row("a", { bytes: 16 * MIB }), row("b", { bytes: 16 * MIB - 1 })]),
    ],
    ["12 parts", documentOf([row("SKILL.md"), row(segments(12))])],
    ["1,024 bytes of path", documentOf([row("SKILL.md"), row("é".repeat(512))])],
    ["names that begin like a folder's", documentOf([row("SKILL.md"), row("a"), row("a-"), row("a.md"), row("a0/b")])],
    ["UTF-16 order", documentOf([row("SKILL.md"), row("\u{1F600}"), row("\uFF61")])],
    ["both Unicode forms of a name", documentOf([row("SKILL.md"), row("e\u0301"), row("\u00E9")])],
    [
      "blanks, dots, dashes, C1 controls",
      documentOf([row(" "), row("-rf"), row("..."), row("SKILL.md"), row("\u0085")]),
    ],
  ])("%s", (_, value) => expect(readValue(value)).toEqual({ manifest: value }));
});

describe("what is received is refused", () => {
  test.each<[string, unknown, string]>([
    ["null", null, "not an object"],
    ["a list", [GOOD], "not an object"],
    ["text", "x", "not an object"],
    ...["schema", "sha256", "total_bytes", "files"].map((key): [string, unknown, string] => [
      `no ${key}`,
      without(key),
      "exactly `schema`",
    ]),
    ["another member", { ...GOOD, name: "tides" }, "exactly `schema`"],
    ["a member in another spelling", { ...without("files"), Files: GOOD["files"] }, "exactly `schema`"],
    ["another schema", documentOf([row("SKILL.md")], { schema: "skills-anywhere-bundle-2" }), "its `schema`"],
    [
      "a schema that is no text",
      documentOf([row("SKILL.md")], { schema: ["skills-anywhere-bundle-1"] }),
      "its `schema`",
    ],
    ["files that are no list", { ...GOOD, files: { 0: row("SKILL.md"), length: 1 } }, "no list"],
    ["no file", documentOf([]), "no file"],
    ["513 files", documentOf([row("SKILL.md"), ...numbered(512)]), "more than 512 files"],
    ["a file that is null", { ...GOOD, files: [null] }, "exactly `path`"],
    ["a file that is a list", { ...GOOD, files: [["SKILL.md", 1, HASH]] }, "exactly `path`"],
    ["a file without a size", { ...GOOD, files: [{ path: "SKILL.md", sha256: HASH }] }, "exactly `path`"],
    ["a file with a mode", { ...GOOD, files: [{ ...row("SKILL.md"), mode: 493 }] }, "exactly `path`"],
    ["a path that is a number", documentOf([row(1)]), "exactly `path`"],
    ["a size that is text", documentOf([row("SKILL.md", { bytes: "1" })]), "exactly `path`"],
    ["a size that is true", documentOf([row("SKILL.md", { bytes: true })]), "exactly `path`"],
    ["a size that is null", documentOf([row("SKILL.md", { bytes: null })]), "exactly `path`"],
    ["a hash that is a number", documentOf([row("SKILL.md", { sha256: 1 })]), "exactly `path`"],
    ["an empty path", documentOf([row(""), row("SKILL.md")]), "not a plain relative path"],
    ["a path that begins at the root", documentOf([row("/a"), row("SKILL.md")]), "not a plain relative path"],
    ["a path that ends with a slash", documentOf([row("SKILL.md"), row("a/")]), "not a plain relative path"],
    ["a doubled slash", documentOf([row("SKILL.md"), row("a//b")]), "not a plain relative path"],
    ["a part .", documentOf([row("./a"), row("SKILL.md")]), "not a plain relative path"],
    ["a part ..", documentOf([row("SKILL.md"), row("a/../../b")]), "not a plain relative path"],
    ["the path ..", documentOf([row(".."), row("SKILL.md")]), "not a plain relative path"],
    ...["\\", ":", "\u0000", "\n", "\u001F", "\u007F", "\uFFFD"].map((character): [string, unknown, string] => [
      `${JSON.stringify(character)} in a path`,
      documentOf([row("SKILL.md"), row(`a${character}b`)]),
      "contains the character",
    ]),
    ["half a surrogate pair", documentOf([row("SKILL.md"), row("a\uD800")]), "no well-formed Unicode"],
    ["13 parts", documentOf([row("SKILL.md"), row(segments(13))]), "more than 12 parts"],
    ["1,025 bytes of path", documentOf([row("SKILL.md"), row(`${"é".repeat(512)}x`)]), "more than 1024 bytes"],
    ["disorder", documentOf([row("SKILL.md"), row("b"), row("a")]), "not in order"],
    ["the order of UTF-8", documentOf([row("SKILL.md"), row("\uFF61"), row("\u{1F600}")]), "not in order"],
    ["a path twice", documentOf([row("SKILL.md"), row("a"), row("a")]), "there twice"],
    ["a negative size", documentOf([row("SKILL.md", { bytes: -1 })]), "no number of bytes"],
    ["half a byte", documentOf([row("SKILL.md", { bytes: 0.5 })]), "no number of bytes"],
    ["a size beyond what is exact", documentOf([row("SKILL.md", { bytes: 2 ** 53 })]), "no number of bytes"],
    ["128 KiB and a byte of SKILL.md", documentOf([row("SKILL.md", { bytes: 131_073 })]), "more than 131072"],
    ["16 MiB and a byte", documentOf([row("SKILL.md"), row("a", { bytes: 16 * MIB + 1 })]), "more than 16777216"],
    ["a hash in upper case", documentOf([row("SKILL.md", { sha256: "A".repeat(64) })]), "not 64 lower-case"],
    ["a hash that is too short", documentOf([row("SKILL.md", { sha256: "a".repeat(63) })]), "not 64 lower-case"],
    ["a hash with a line end", documentOf([row("SKILL.md", { sha256: `${HASH}\n` })]), "not 64 lower-case"],
    ["a file that is a folder too", documentOf([row("SKILL.md"), row("a"), row("a/b")]), "both a file and a folder"],
    [
      "a file that is a folder too, with others between",
      documentOf([row("SKILL.md"), row("a"), row("a-b"), row("a.md"), row("a/b")]),
      "both a file and a folder",
    ],
    ["a folder SKILL.md", documentOf([row("SKILL.md"), row("SKILL.md/a")]), "both a file and a folder"],
    ["no SKILL.md", documentOf([row("skill.md")]), "no SKILL.md"],
    ["a SKILL.md elsewhere alone", documentOf([row("a/SKILL.md")]), "no SKILL.md"],
    [
      "32 MiB and a byte together",
      documentOf([row("SKILL.md"), row("a", { bytes: 16 * MIB }), row("b", { bytes: 16 * MIB })]),
      "more than 33554432",
    ],
    ["another total", { ...GOOD, total_bytes: 3 }, "its `total_bytes`"],
    ["a total that is true", documentOf([row("SKILL.md")], { total_bytes: true }), "its `total_bytes`"],
    ["a total that is text", { ...GOOD, total_bytes: "2" }, "its `total_bytes`"],
    ["another digest", { ...GOOD, sha256: "b".repeat(64) }, "not the digest of its files"],
    ["a digest in upper case", { ...GOOD, sha256: String(GOOD["sha256"]).toUpperCase() }, "not 64 lower-case"],
    ["a digest that is a list", { ...GOOD, sha256: [GOOD["sha256"]] }, "not 64 lower-case"],
  ])("%s", (_, value, why) => expect(readValue(value)).toEqual({ fault: expect.stringContaining(why) }));

  const text = JSON.stringify(GOOD);
  test.each<[string, string | Uint8Array, string]>([
    ["nothing", "", "not JSON"],
    ["a web page", "<!doctype html><p>Not found", "not JSON"],
    ["something after it", `${text} x`, "not JSON"],
    ["two of them", text + text, "not JSON"],
    ["a comment", `/* */${text}`, "not JSON"],
    ["a comma at the end", text.replace(/\}$/, ",}"), "not JSON"],
    ["a million brackets", "[".repeat(MIB), "not JSON"],
    ["half a million lists in each other", "[".repeat(MIB / 2) + "]".repeat(MIB / 2), "not an object"],
    ["a byte that is not UTF-8", Buffer.concat([Buffer.from(text), Buffer.from([0xff])]), "not UTF-8"],
    ["UTF-16", Buffer.from(`\uFEFF${text}`, "utf16le"), "not UTF-8"],
    ["two byte order marks", `\uFEFF\uFEFF${text}`, "not JSON"],
    ["1 MiB and a byte", text.padEnd(MIB + 1), "more than 1048576 bytes"],
    ["a member __proto__", text.replace(/^\{/, '{"__proto__":{},'), "exactly `schema`"],
    ["a file's member __proto__", text.replace(/"path":"a\.md"/, '"__proto__":{"path":"a.md"}'), "exactly `path`"],
    ["a number that is not", text.replace(/"total_bytes":2/, '"total_bytes":NaN'), "not JSON"],
    ["a number without an end", text.replace(/"bytes":1/, '"bytes":1e999'), "no number of bytes"],
  ])("%s", (_, bytes, why) => expect(read(bytes)).toEqual({ fault: expect.stringContaining(why) }));
});

test.each([
  ["a byte order mark", `\uFEFF${JSON.stringify(GOOD)}`],
  ["white space around it", `\n\t ${JSON.stringify(GOOD)}\r\n`],
  ["exactly 1 MiB", JSON.stringify(GOOD).padEnd(MIB)],
  [
    "a number written 1.0 or 2e0",
    JSON.stringify(GOOD)
      .replace(/"bytes":1/, '"bytes":1.0')
      .replace(":2,", ":2e0,"),
  ],
  ["escapes that nobody needs", JSON.stringify(GOOD).replace("SKILL", "\\u0053KILL")],
  ["equal keys, of which the last counts", JSON.stringify(GOOD).replace(/^\{/, '{"sha256":"x","files":[],')],
  ["equal keys of a file", JSON.stringify(GOOD).replace('{"path":"a.md"', '{"path":"..","path":"a.md"')],
])("%s is accepted, as the reference does", (_, text) => {
  expect(read(text)).toEqual({ manifest: GOOD });
});

/** A segment of a path that every rule admits. */
const segment = fc
  .string({
    unit: fc.constantFrom("a", "b", "Z", "-", ".", '"', " ", "é", "e\u0301", "\uFF61", "\u{1F600}"),
    minLength: 1,
    maxLength: 4,
  })
  .filter((name) => !/^\.\.?$/.test(name));
const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
const content = fc.uint8Array({ maxLength: 3 });

/** Paths and content of a skill in which no file is a folder too. */
const tree = fc
  .uniqueArray(fc.tuple(path, content), { selector: ([name]) => name, maxLength: 6 })
  .map((files) => files.filter(([name]) => !files.some(([other]) => other.startsWith(`${name}/`))))
  .map((files): [string, Uint8Array][] => [["SKILL.md", new Uint8Array()], ...files]);

function manifestOfTree(files: readonly (readonly [string, Uint8Array])[]) {
  const made = manifestOfSkill(new Map(files.map(([name, bytes]) => [name, { bytes, executable: false }])));
  if ("fault" in made) throw new Error(made.fault);
  return made;
}

/** JSON with the members of objects in another order, and white space wherever it may be. */
function disguised(value: unknown, draw: () => number): string {
  const blank = () => [" ", "\n", "\t", "\r\n", ""][draw() % 5] ?? "";
  const joined = (parts: readonly string[]) => parts.map((part) => blank() + part + blank()).join(",");
  if (Array.isArray(value)) return `[${joined(value.map((each) => disguised(each, draw)))}${blank()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, each]) => [draw(), `${JSON.stringify(key)}${blank()}:${blank()}${disguised(each, draw)}`] as const,
  );
  return `{${joined(members.toSorted(([a], [b]) => a - b).map(([, member]) => member))}}`;
}

describe("of any files", () => {
  test("what is written is read, and is the same again", () => {
    fc.assert(
      fc.property(tree, (files) => {
        const { manifest, text } = manifestOfTree(files);
        expect(read(text)).toEqual({ manifest });
        expect(text).toBe(`${JSON.stringify(manifest, null, 2)}\n`);
      }),
    );
  });

  test("the order of members and white space do not matter in what is received", () => {
    fc.assert(
      fc.property(tree, fc.infiniteStream(fc.nat()), (files, numbers) => {
        const { manifest } = manifestOfTree(files);
        const draw = (): number => Number(numbers.next().value);
        expect(read(disguised(manifest, draw))).toEqual({ manifest });
      }),
    );
  });

  test("the digest does not depend on the order in which they come", () => {
    fc.assert(
      fc.property(tree, (files) => {
        const rows = manifestOfTree(files).manifest.files;
        expect(manifestOf(rows.toReversed())).toEqual(manifestOf(rows));
        expect(manifestOfTree(files.toReversed())).toEqual(manifestOfTree(files));
      }),
    );
  });

  test("two digests are equal exactly when every path and byte is", () => {
    const plain = (files: readonly (readonly [string, Uint8Array])[]) =>
      JSON.stringify(
        files.map(([name, bytes]) => [name, [...bytes]]).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      );
    /** Often the same, often with one path or byte changed. */
    const pair = tree.chain((files) =>
      fc.tuple(
        fc.constant(files),
        fc.oneof(
          fc.constant(files),
          tree,
          fc.nat(files.length - 1).map((at) => files.filter((_, index) => index !== at || at === 0)),
          fc
            .tuple(fc.nat(files.length - 1), content)
            .map(([at, bytes]) =>
              files.map((each, index): [string, Uint8Array] => (index === at ? [each[0], bytes] : each)),
            ),
        ),
      ),
    );
    let equal = 0;
    fc.assert(
      fc.property(pair, ([one, other]) => {
        const same = plain(one) === plain(other);
        equal += same ? 1 : 0;
        expect(manifestOfTree(one).manifest.sha256 === manifestOfTree(other).manifest.sha256).toBe(same);
      }),
      { numRuns: 500 },
    );
    expect(equal).toBeGreaterThan(20);
  });

  test("the rows are in the order of UTF-16 units", () => {
    const units = (name: string) => Buffer.from(name, "utf16le").swap16();
    fc.assert(
      fc.property(tree, (files) => {
        const paths = manifestOfTree(files).manifest.files.map((each) => each.path);
        expect(paths).toEqual(paths.toSorted((a, b) => Buffer.compare(units(a), units(b))));
      }),
    );
  });

  test("another Unicode form of a name is another digest, but the same content hash", () => {
    const accented = fc.string({ unit: fc.constantFrom("é", "ö", "가", "ẛ̣", "a", "/"), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        accented.filter((name) => !/^\/|\/$|\/\//.test(name) && name.normalize("NFC") !== name.normalize("NFD")),
        content,
        (name, bytes) => {
          const files = (form: string): [string, Uint8Array][] => [
            ["SKILL.md", new Uint8Array()],
            [name.normalize(form), bytes],
          ];
          expect(manifestOfTree(files("NFC")).manifest.sha256).not.toBe(manifestOfTree(files("NFD")).manifest.sha256);
          expect(contentHash(files("NFC"))).toBe(contentHash(files("NFD")));
        },
      ),
    );
  });
});
