import { expect, test } from "vitest";
import { controlCharacter, decodeText, invisibleCharacter } from "../../src/front-matter/text.ts";

const decode = (bytes: Uint8Array) => {
  const decoded = decodeText(bytes, { path: "tides/SKILL.md" });
  return typeof decoded === "string" ? { text: decoded } : decoded;
};

test.each([
  ["letters beyond ASCII", "Café ☕ 潮汐 🌊\n"],
  ["CRLF line ends", "a\r\nb\r\n"],
  ["a byte order mark that is not at the start", "a\uFEFFb"],
  ["nothing", ""],
])("%s come through as they are", (_, text) => {
  expect(decode(Buffer.from(text))).toEqual({ text });
});

test.each([
  ["EF BB BF", "byte-order-mark", Buffer.from("\uFEFF---\n")],
  ["FF FE", "utf-16", Buffer.from("\uFEFF---\n", "utf16le")],
  ["FE FF", "utf-16", Buffer.from("\uFEFF---\n", "utf16le").swap16()],
])("a file that starts with %s is refused, naming the bytes and how to save it", (mark, code, bytes) => {
  const found = decode(bytes);
  expect(found).toMatchObject({
    code,
    severity: "error",
    path: "tides/SKILL.md",
    line: 1,
    column: 1,
    message: expect.stringContaining(mark),
  });
  expect(found).toHaveProperty("hint", expect.stringContaining("UTF-8 without BOM"));
});

test.each([
  ["little", Buffer.from("---\nname: tides\n", "utf16le")],
  ["big", Buffer.from("---\nname: tides\n", "utf16le").swap16()],
])("UTF-16 without a mark is recognised too (%s-endian)", (_, bytes) => {
  expect(decode(bytes)).toMatchObject({ code: "utf-16", severity: "error" });
});

// Offsets are those at which Python's decoder stops: `bytes.decode()` names the start of the malformed sequence.
test.each([
  ["Latin-1 text", Buffer.from("name: a\nCaf\xe9 tides\n", "latin1"), { byte: "E9", offset: 11, line: 2, column: 4 }],
  [
    "a stray byte after a long character",
    Buffer.concat([Buffer.from("é"), Buffer.from([0xff]), Buffer.from("x")]),
    { byte: "FF", offset: 2, line: 1, column: 2 },
  ],
  ["a continuation byte alone", Buffer.from([0x61, 0x80]), { byte: "80", offset: 1, line: 1, column: 2 }],
  [
    "a sequence cut off by the end of the file",
    Buffer.from([0x61, 0x0a, 0xe2, 0x82]),
    { byte: "E2", offset: 2, line: 2, column: 1 },
  ],
  ["an overlong slash", Buffer.from([0xc0, 0xaf]), { byte: "C0", offset: 0, line: 1, column: 1 }],
  ["half a surrogate pair", Buffer.from([0xed, 0xa0, 0x80]), { byte: "ED", offset: 0, line: 1, column: 1 }],
  [
    "bytes after 100 KiB of text",
    Buffer.concat([Buffer.alloc(102_400, "a\n"), Buffer.from([0xfe])]),
    { byte: "FE", offset: 102_400, line: 51_201, column: 1 },
  ],
])("%s: the first malformed byte is named with its place", (_, bytes, { byte, offset, line, column }) => {
  expect(decode(bytes)).toMatchObject({
    code: "not-utf-8",
    severity: "error",
    line,
    column,
    message: expect.stringContaining(`byte ${byte} at offset ${offset} `),
  });
});

test.each([
  ["a\tb\r\nc", undefined],
  ["a\u0000", "U+0000"],
  ["a\u001b[31m", "U+001B"],
  ["a\u007f", "U+007F"],
  ["a\u0085", "U+0085"],
])("the first control character of %j is %s", (text, character) => {
  expect(controlCharacter(text)).toBe(character);
});

test.each([
  ["👩‍🚀 naïve 潮", undefined],
  ["a\u200bb", "U+200B"],
  ["a\u202eb", "U+202E"],
  ["a\u2066b", "U+2066"],
  ["a\u{e0041}", "U+E0041"],
])("the first invisible character of %j is %s", (text, character) => {
  expect(invisibleCharacter(text)).toBe(character);
});
