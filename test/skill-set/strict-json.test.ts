import { expect, test } from "vitest";
import { DOCUMENT_LIMIT, readStrictJson } from "../../src/skill-set/strict-json.ts";

/** Reason and place of each fault of a text; undefined for a good one. */
function faultsOf(text: string | Uint8Array): readonly string[] | undefined {
  const read = readStrictJson(typeof text === "string" ? Buffer.from(text) : text);
  return "faults" in read
    ? read.faults.map(({ reason, line, column }) => (line === undefined ? reason : `${line}:${column} ${reason}`))
    : undefined;
}

const TWICE = "this key is already in its object";

test.each([
  ["a comment", '{\n  // x\n  "a": 1}', "2:3 comments are not JSON"],
  ["a comma before the end of an object", '{"a":1,}', "1:8 a key in double quotes is expected"],
  ["a comma before the end of an array", "[1,]", "1:4 a value is expected"],
  ["a key without quotes", "{a:1}", "1:2 a key in double quotes or `}` is expected"],
  ["a text in single quotes", "{'a':1}", "1:2 a key in double quotes or `}` is expected"],
  ["no colon", '{"a" 1}', "1:6 a colon is expected"],
  ["no comma", "[1 2]", "1:4 a comma, or the end of the object or array, is expected"],
  ["an array that ends as an object", "[1}", "1:3 a comma, or the end of the object or array, is expected"],
  ["an end without a beginning", "}", "1:1 a value is expected"],
  ["nothing", " \r\n", "2:1 it ends where a value is expected"],
  ["no end", '{"a":[', "1:7 it ends where a value or `]` is expected"],
  ["two values", "1\r\n2", "2:1 nothing more is expected"],
  ["a number with a zero in front", "[01]", "1:3 a comma, or the end of the object or array, is expected"],
  ["a number with a plus", "[+1]", "1:2 a value or `]` is expected"],
  ["a number that is none", "[NaN]", "1:2 a value or `]` is expected"],
  ["a number without its exponent", "[1e]", "1:2 a value or `]` is expected"],
  ["a word", "[nul]", "1:2 a value or `]` is expected"],
  ["a tab in a text", '["a\tb"]', "1:2 a text in quotes is not closed, or has a character that must be escaped"],
  [
    "a wrong escape",
    String.raw`["\x41"]`,
    "1:2 a text in quotes is not closed, or has a character that must be escaped",
  ],
  ["a text without end", '["a', "1:2 a text in quotes is not closed, or has a character that must be escaped"],
  ["a blank that is none of JSON's", "[\u00A01]", "1:2 a value or `]` is expected"],
  ["a byte order mark", "\uFEFF1", "1:1 it starts with a byte order mark"],
])("a text with %s is refused at its place", (_, text, fault) => {
  expect(faultsOf(text)).toEqual([fault]);
});

test.each([
  ["bytes that are no UTF-8", Buffer.from([0x22, 0xff, 0x22])],
  ["half of a surrogate pair, encoded", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ["an overlong slash", Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
  ["UTF-16", Buffer.from("\uFEFF{}", "utf16le")],
])("%s are refused", (_, bytes) => {
  expect(faultsOf(bytes)).toEqual(["it is not UTF-8"]);
});

test.each([
  ["in the root", '{"a":1,"a":2}', ["1:8"]],
  ["with the same value", '{"a":1,"a":1}', ["1:8"]],
  ["escaped", String.raw`{"a":1,"\u0061":2}`, ["1:8"]],
  ["with an escaped slash", String.raw`{"a/b":1,"a\/b":2}`, ["1:10"]],
  ["as a surrogate pair", String.raw`{"𐀀":1,"\ud800\udc00":2}`, ["1:9"]],
  ["in an object of an array", '[[{"a":1,\n"a":2}]]', ["2:1"]],
  ["three times, and deep inside", '{"x":{"y":{"z":{"q":{"a":1,"a":2,"a":3}}}}}', ["1:28", "1:34"]],
  ["the name of a prototype", '{"__proto__":1,"__proto__":2}', ["1:16"]],
  ["the name of a prototype, escaped", String.raw`{"__proto__":1,"\u005f_proto__":2}`, ["1:16"]],
  ["the empty one", '{"":1,"":2}', ["1:7"]],
  ["a method of every object", '{"toString":1,"toString":2}', ["1:15"]],
])("a key that is there twice is found: %s", (_, text, places) => {
  expect(faultsOf(text)).toEqual(places.map((place) => `${place} ${TWICE}`));
});

test.each([
  ["in different objects", '{"a":{"a":{"a":1}},"b":{"a":1},"c":[{"a":1},{"a":1}]}'],
  ["as key and value", '{"a":"a","b":"a"}'],
  ["in different Unicode forms", '{"\u00E9":1,"e\u0301":2}'],
  ["in different case", '{"a":1,"A":2}'],
  ["a method of every object, once", '{"constructor":1,"__proto__":{"__proto__":1}}'],
])("a key that is in one object once is no fault: %s", (_, text) => {
  expect(faultsOf(text)).toBeUndefined();
});

test("nothing of a refused text is repeated", () => {
  for (const text of ['{"SECRET":1,"SECRET":2}', "SECRET", '{"a":SECRET}', '["SECRET', "[1] SECRET"])
    expect(faultsOf(text)?.join()).not.toContain("SECRET");
});

test("as many levels as fit into a document exhaust no stack", () => {
  const half = DOCUMENT_LIMIT / 2;
  expect(faultsOf("[".repeat(half) + "]".repeat(half))).toBeUndefined();
  expect(faultsOf("[".repeat(DOCUMENT_LIMIT))).toEqual([
    `1:${DOCUMENT_LIMIT + 1} it ends where a value or \`]\` is expected`,
  ]);
  expect(faultsOf(`${'{"a":'.repeat(150_000)}1${"}".repeat(150_000)}`)).toBeUndefined();
  expect(faultsOf(`${'{"a":'.repeat(100_000)}{"b":1,"b":1}${"}".repeat(100_000)}`)).toEqual([`1:500008 ${TWICE}`]);
});

test("a document has at most 1 MiB", () => {
  expect(faultsOf(`"${"x".repeat(DOCUMENT_LIMIT - 2)}"`)).toBeUndefined();
  expect(faultsOf(`"${"x".repeat(DOCUMENT_LIMIT - 1)}"`)).toEqual(["it has more than 1048576 bytes"]);
});

test("a value has the place of its key, in an array its own, and of what is not there that of what is around it", () => {
  const read = readStrictJson(Buffer.from('{\n  "a/b": {"c": [1,\r\n    2]},\n  "__proto__": 1\n}'));
  if ("faults" in read) throw new Error("it was refused");
  const at = (...segments: string[]) => Object.values(read.placeOf(segments)).join(":");
  expect([at(), at("a/b"), at("a/b", "c"), at("a/b", "c", "1"), at("__proto__")]).toEqual([
    "1:1",
    "2:3",
    "2:11",
    "3:5",
    "4:3",
  ]);
  expect([at("x"), at("a/b", "x", "c"), at("constructor")]).toEqual(["1:1", "2:3", "1:1"]);
});
