import { expect, test } from "vitest";
import { otherType, parseMapping } from "../../src/front-matter/yaml.ts";

const PATH = "tides/SKILL.md";
/** The problem of a YAML text, or its fields. */
const parsed = (yaml: string) => {
  const mapping = parseMapping(yaml, PATH);
  return "code" in mapping
    ? mapping
    : Object.fromEntries(mapping.map.items.map(({ key, value }) => [String(key), String(value)]));
};

test("everything stays text: numbers, booleans, dates, nothing", () => {
  const yaml = "a: 2024\nb: true\nc: ~\nd: 1.50\ne: 2024-01-01\nf: no\ng:\n1: h\n<<: i\n";
  expect(parsed(yaml)).toEqual({
    a: "2024",
    b: "true",
    c: "~",
    d: "1.50",
    e: "2024-01-01",
    f: "no",
    g: "",
    "1": "h",
    "<<": "i",
  });
});

// Places are counted in the file: the YAML starts on its line 2.
test.each([
  ["a colon and a blank in plain text", "name: tides\ndescription: Plan trips: flights first\n", 3, 24],
  ["a key twice", "name: tides\ndescription: x\nname: moon\n", 4, 1],
  ["a tab as indentation", "name: tides\nmetadata:\n\tx: y\n", 4, 1],
  ["a second document", "name: tides\n...\nname: moon\n", 4, 1],
  ["a list as key", "[a]: b\nname: tides\n", 2, 1],
  ["a mapping as key", "name: tides\n? {a: b}\n: c\n", 3, 3],
  ["a list that is never closed", "name: tides\ntags: [a, b\n", 3, 7],
  ["a quote that is never closed", 'name: tides\ndescription: "Plans\nlicense: MIT\n', 3, 14],
  ["a wrong indentation", "name: tides\n  license: MIT\n", 2, 7],
  ["text instead of fields", "just text\n", 2, 1],
  ["a list instead of fields", "- name: tides\n", 2, 1],
])("%s is refused at its place", (_, yaml, line, column) => {
  expect(parsed(yaml)).toMatchObject({ code: "invalid-yaml", severity: "error", path: PATH, line, column });
});

// What is complete is not blamed for what is broken elsewhere.
test.each([
  ["quoted text over two lines", 'a: "x\n  y"\n'],
  ["single-quoted text over two lines", "a: 'x\n  y'\n"],
  ["a list over two lines", "a: [x,\n  y]\n"],
  ["a mapping over two lines", "a: {x: y,\n  z: w}\n"],
  ["a block scalar with a colon", "a: |\n  x: y\n  b: c: d\n"],
  ["a block scalar with a quote", 'a: |\n  x: "y\n'],
])("after %s the line that is broken is named", (_, before) => {
  expect(parsed(before)).not.toHaveProperty("code");
  expect(parsed(`${before}description: Plan trips: flights first\n`)).toMatchObject({
    code: "invalid-yaml",
    line: before.split("\n").length + 1,
    column: 24,
    hint: expect.stringContaining('`description: "Plan trips: flights first"`'),
  });
});

test.each([
  ["a key twice", "name: tides\nname: moon\n"],
  ["a second document", "name: tides\n...\nname: moon\n"],
  ["a list as key", "[a]: b\n"],
  ["brackets without end", `a: ${"[".repeat(16_000)}\n`],
])("%s is explained to authors, without the inner life of a library", (_, yaml) => {
  expect(parsed(yaml)).toHaveProperty("message", expect.not.stringMatching(/parseAllDocuments|stringKeys|call stack/i));
});

test.each([
  ["open brackets", `a: ${"[".repeat(16_000)}\n`],
  ["closed brackets", `a: ${"[".repeat(8_000)}${"]".repeat(8_000)}\n`],
  ["open braces", `a: ${"{a: ".repeat(4_000)}\n`],
  ["lists in lists", `${"- ".repeat(8_000)}x\n`],
  ["keys in keys", `${"? ".repeat(8_000)}x\n`],
  [
    "indented mappings",
    `${Array.from({ length: 170 }, (_, depth) => `${" ".repeat(depth)}a:\n`).join("")}${"[".repeat(1_500)}\n`,
  ],
])("%s nested deeper than any reader follows give a clear answer", (_, yaml) => {
  const found = parsed(yaml);
  expect(found).toMatchObject({ code: "invalid-yaml", severity: "error", path: PATH });
  expect(JSON.stringify(found).length).toBeLessThan(1_000);
});

test.each([
  ["open brackets", `a: ${"[".repeat(16_000)}\n`],
  ["closed brackets", `a: ${"[".repeat(8_000)}${"]".repeat(8_000)}\n`],
  ["lists in lists", `${"- ".repeat(8_000)}x\n`],
  ["indented lists in lists", `list:\n  ${"- ".repeat(8_000)}x\n`],
  ["lists in lists with wide blanks", `${"-   ".repeat(4_000)}x\n`],
])("%s: too deep nesting is called what it is", (_, yaml) => {
  expect(parsed(yaml)).toMatchObject({
    message: expect.stringContaining("nested too deeply"),
    hint: expect.stringContaining("flat"),
  });
});

test.each([
  ["in quotes", `a: "${"[{".repeat(100)}"\n`],
  ["in a block scalar", `a: |\n  ${"[ - ".repeat(100)}\n`],
  ["in plain text", `a: x ${"[{".repeat(100)}\n`],
  ["in a comment", `a: x # ${"[{".repeat(100)}\n`],
])("brackets that are text nest nothing: %s", (_, yaml) => {
  expect(parsed(yaml)).toEqual({ a: expect.any(String) });
});

test.each([
  ["a tag", "name: !!str tides\n", 2, 7, "tag"],
  ["an unknown tag", "name: tides\ndescription: !important Plans\n", 3, 14, "tag"],
  ["a tag inside a list", "name: tides\ntags: [a, !!int 1]\n", 3, 11, "tag"],
  ["an anchor", "name: tides\ndescription: &d Plans\n", 3, 14, "anchor"],
  ["an alias", "name: tides\na: &b c\nd: *b\n", 3, 4, "anchor"],
])("%s is refused where it stands, because clients read it differently", (_, yaml, line, column, feature) => {
  expect(parsed(yaml)).toMatchObject({
    code: "unsupported-yaml",
    severity: "error",
    path: PATH,
    line,
    column,
    message: expect.stringContaining(feature),
  });
});

test("an alias without an anchor is refused", () => {
  expect(parsed("name: tides\nlicense: *unknown\n")).toMatchObject({ severity: "error", line: 3, column: 10 });
});

test("an exclamation mark inside text is no tag", () => {
  expect(parsed("a: Go! Now & then * so\n")).toEqual({ a: "Go! Now & then * so" });
});

// What the core schema of YAML 1.2 (10.3.2) and the types of YAML 1.1 (yaml.org/type) make of plain scalars.
test.each([
  ["2024", "a number"],
  ["-1", "a number"],
  ["1.5", "a number"],
  ["1e3", "a number"],
  [".5", "a number"],
  [".inf", "a number"],
  [".NaN", "a number"],
  ["0x1F", "a number"],
  ["0o17", "a number"],
  ["0b11", "a number"],
  ["007", "a number"],
  ["1_000", "a number"],
  ["12:30:45", "a number"],
  ["true", "a boolean"],
  ["False", "a boolean"],
  ["yes", "a boolean"],
  ["NO", "a boolean"],
  ["on", "a boolean"],
  ["y", "a boolean"],
  ["~", "nothing (null)"],
  ["null", "nothing (null)"],
  ["2024-01-01", "a date"],
  ["2024-01-01T10:20:30Z", "a date"],
  ["2024-1-1 10:20:30 +2", "a date"],
])("clients may read %s as %s", (plain, type) => {
  expect(otherType(plain)).toBe(type);
});

test.each([
  ["tides"],
  ["1.2.3"],
  ["3-2-1"],
  ["nope"],
  ["yes and no"],
  ["2024 tides"],
  ["0xfg"],
  ["1 000"],
  ["-"],
  ["..."],
  ["---"],
  ["12:60 o'clock"],
  ["=tides"],
  ["<<x"],
])("every client reads %s as text", (plain) => {
  expect(otherType(plain)).toBeUndefined();
});
