import { expect, test } from "vitest";
import { readSkillFile, type SkillFile } from "../../src/reading/skill-file.ts";
import type { Finding } from "../../src/reading/codes.ts";

const read = (text: string, path = "tides/SKILL.md") => readSkillFile(text, path);
const withFields = (fields: string, path?: string) => read(`---\n${fields}\n---\n# Use\n`, path);
const valid = (fields: string, path?: string) => expectSkill(withFields(`name: tides\n${fields}`, path));

function expectSkill(result: SkillFile | Finding): SkillFile {
  if ("code" in result) throw new Error(`${result.code}: ${result.message}`);
  return result;
}

const codeOf = (result: SkillFile | Finding) => ("code" in result ? result.code : "valid");
const warnings = ({ found }: SkillFile) => found.map(({ code, message }) => `${code}: ${message}`);
const codes = ({ found }: SkillFile) => found.map(({ code }) => code);

test("F1: a byte order mark, blanks behind the fence, CRLF and a closing `...` are fine", () => {
  const text = "\uFEFF--- \t\r\nname: tides\r\ndescription: Reads the tide.\r\n...\r\n# Use\r\n";
  const skill = expectSkill(read(text));
  expect(skill).toMatchObject({
    name: "tides",
    description: "Reads the tide.",
    body: "# Use\r\n",
    bodyLine: 5,
    found: [],
  });
});

test.each([
  ["F2: a blank line before the fence", "\n---\nname: a\n---\n", "missing_front_matter"],
  ["a fence with no line end", "---", "missing_front_matter"],
  ["an empty file", "", "missing_front_matter"],
  ["a fence with more on its line", "---x\nname: a\n---\n", "missing_front_matter"],
  ["F3: an indented closing fence", "---\nname: a\n ---\n", "unterminated_front_matter"],
  ["a fence with more hyphens", "---\nname: a\n----\n", "unterminated_front_matter"],
])("%s is refused", (_, text, code) => {
  expect(codeOf(read(text))).toBe(code);
});

test("F4: a colon and a blank in a value is named with its field, and the line is shown quoted", () => {
  expect(withFields("name: kites\ndescription: Folds kites: paper only.")).toMatchObject({
    code: "invalid_front_matter",
    line: 3,
    message: "The front matter cannot be read: the value of `description` contains a colon and a blank.",
    hint: 'Quote it: `description: "Folds kites: paper only."`',
  });
});

test("F5: a value cut at a hash is served with a warning, a quoted one without", () => {
  const cut = valid("description: Rates tea # for two");
  expect(cut.description).toBe("Rates tea");
  expect(cut.found.map(({ path, line }) => [path, line])).toEqual([["tides/SKILL.md", 3]]);
  expect(warnings(cut)).toEqual(["commented_value: The value of `description` is cut at a `#`."]);
  expect(codes(expectSkill(withFields("name: tides # the name\ndescription: b")))).toEqual(["commented_value"]);
  for (const fields of ['description: "Rates tea # for two"', "description: Rates tea#1", "description: |\n  a # b"]) {
    expect(codes(valid(fields))).toEqual([]);
  }
});

test("F6: a value that starts with a bracket is hinted at when it breaks the YAML, and no description when it does not", () => {
  expect(withFields("name: tides\ndescription: [x] Ticks it.")).toMatchObject({
    code: "invalid_front_matter",
    message:
      "The front matter cannot be read: the value of `description` starts with `[`, which means something in YAML.",
  });
  expect(codeOf(withFields("name: tides\ndescription: [x]"))).toBe("invalid_description");
});

test("F7: a word that is an anchor is dropped with a warning of ours", () => {
  const skill = valid("description: &fast bread");
  expect(skill.description).toBe("bread");
  expect(warnings(skill)[0]).toContain("anchor_dropped: In the value of `description`");
});

test.each([
  ["a tag", "description: !!str a", "it has a tag"],
  ["a tag of nobody", "description: !soon do it", "Quote the value that starts with `!`."],
  ["the tag of no type", "description: ! a", "it has a tag"],
  ["a tag on a list", "description: a\nx: !!seq [a]", "it has a tag"],
  ["an alias", "description: &a b\nx: *a", "it has an alias"],
  ["a repeated key", "description: a\ndescription: b", "a field is given twice"],
  ["a repeated key inside a field", "description: a\nx: {b: 1, b: 2}", "a field is given twice"],
  ["a second document", "description: a\n--- # again\nname: b", "a second document"],
  ["a key that is a list", "? [a]\n: b\ndescription: c", "a key is a list or mapping"],
  ["an indent with a tab", "description: a\nx:\n\ty: b", ""],
  ["F9: a list", "- a", "Write each field"],
  ["a text", "just words", "not a list of fields"],
])("F8: %s is refused", (_, fields, hint) => {
  const result = withFields(fields.startsWith("-") || fields === "just words" ? fields : `name: tides\n${fields}`);
  expect(result).toMatchObject({ code: "invalid_front_matter" });
  expect("code" in result ? `${result.message} ${result.hint}` : "").toContain(hint);
});

test.each([
  ["description: {a} does it", "starts with `{`"],
  ["description: *foo bar", "starts with `*`"],
  ["description: %x", "starts with `%`"],
  ["description: @x", "starts with `@`"],
  ["description: `x` runs", "starts with ``` ` ```".slice(0, 12)],
  ["description: - foo", "starts with `-`"],
  ["description: ? foo: b", "starts with `?`"],
  ["description: | foo", "starts with `|`"],
  ["description: > foo", "starts with `>`"],
  ['description: "foo" and more', 'starts with `"`'],
  ["description: [x] does [y] {z", "starts with `[`"],
  ["description: one\n  line: two\n  lines", "`description` contains a colon and a blank"],
])("a hint explains `%s`", (fields, hint) => {
  const result = withFields(`name: tides\n${fields}`);
  expect(result).toMatchObject({ code: "invalid_front_matter" });
  expect("code" in result ? result.message : "").toContain(hint);
});

test("F10: empty front matter, and comments alone, have no name", () => {
  expect(codeOf(read("---\n---\n"))).toBe("invalid_name");
  expect(codeOf(withFields("# nothing\n"))).toBe("invalid_name");
});

test.each([
  ["t".repeat(64), "valid"],
  [` "  ${"t".repeat(64)}  "`, "valid"],
  ["t".repeat(65), "invalid_name"],
  ['"two\\nlines"', "invalid_name"],
  ["[a, list]", "invalid_name"],
  ['"\\u202Eabc"', "invalid_name"],
  ['"a\\x1Bb"', "invalid_name"],
  ['"a\\tb"', "invalid_name"],
  ['"\\uD800"', "invalid_name"],
  ["", "invalid_name"],
])("F11, F12: the name %j is %s", (name, code) => {
  expect(codeOf(withFields(`name: ${name}\ndescription: b`))).toBe(code);
});

test.each([
  ['"a\\u200Bb"', "invalid_description"],
  ['"a\\uFEFFb"', "invalid_description"],
  ['"a\\u2066b"', "invalid_description"],
  ['"  "', "invalid_description"],
  ["", "invalid_description"],
  ['"a\\n\\tb"', "valid"],
])("F12: the description %j is %s", (description, code) => {
  expect(codeOf(withFields(`name: tides\ndescription: ${description}`))).toBe(code);
});

test("F13: numbers, `no` and versions stay text", () => {
  const read2 = (name: string) =>
    expectSkill(withFields(`name: ${name}\ndescription: b\nmetadata: {v: 1.0, n: null, t: ~}`, `${name}/SKILL.md`));
  expect(read2("2048")).toMatchObject({ name: "2048", found: [] });
  const no = read2("no");
  expect(no).toMatchObject({ name: "no", found: [] });
  expect([...no.metadata]).toEqual([
    ["v", "1.0"],
    ["n", "null"],
    ["t", "~"],
  ]);
});

test("F14: an unconventional name that is not the folder's is served with two warnings", () => {
  const skill = expectSkill(withFields("name: Tide Table\ndescription: b", "tide-table/SKILL.md"));
  expect(codes(skill)).toEqual(["unconventional_name", "name_directory_mismatch"]);
  expect(codes(expectSkill(withFields("name: tides\ndescription: b", "SKILL.md")))).toEqual([]);
});

test("F15: a description of 1,100 characters is kept whole with a warning", () => {
  const skill = valid(`description: ${"d".repeat(1100)}`);
  expect(skill.description).toHaveLength(1100);
  expect(codes(skill)).toEqual(["long_description"]);
  expect(codes(valid(`description: ${"d".repeat(1024)}`))).toEqual([]);
});

test("F16: front matter of 16,385 characters and a file of 262,145 are refused, one less is not", () => {
  const front = (length: number) => `name: tides\ndescription: b\n# ${"x".repeat(length - 30)}\n`;
  expect(front(16_384)).toHaveLength(16_384);
  expect(codeOf(read(`---\n${front(16_384)}---\n`))).toBe("valid");
  expect(codeOf(read(`---\n${front(16_385)}---\n`))).toBe("invalid_front_matter");
  const whole = (length: number) => "---\nname: tides\ndescription: b\n---\n".padEnd(length, "x");
  expect(codeOf(read(whole(262_144)))).toBe("valid");
  expect(codeOf(read(whole(262_145)))).toBe("too_large");
});

test("F17: optional fields that are unusable are ignored with a warning each", () => {
  const three = valid(`description: b\nlicense: [MIT]\ncompatibility: ${"c".repeat(501)}\nmetadata: {a: {b: c}, d: e}`);
  expect(codes(three)).toEqual(["ignored_field", "ignored_field", "ignored_field"]);
  expect(three).toMatchObject({ license: null, compatibility: null, metadata: new Map([["d", "e"]]) });
  const blank = valid("description: b\nlicense:");
  expect(codes(blank)).toEqual(["ignored_field"]);
  expect(blank.license).toBeNull();
  const good = valid(`description: b\nlicense: MIT\ncompatibility: ${"c".repeat(500)}\nallowed-tools: Read`);
  expect(good).toMatchObject({ license: "MIT", allowedTools: "Read", found: [] });
  expect(codes(valid("description: b\nmetadata: text\nallowed-tools: [Read]"))).toHaveLength(2);
});

test("metadata keeps 64 entries and counts the others", () => {
  const entries = Array.from({ length: 66 }, (_, index) => `  k${index}: v`);
  const skill = valid(`description: b\nmetadata:\n${entries.join("\n")}\n  ${"k".repeat(129)}: v`);
  expect(skill.metadata.size).toBe(64);
  expect(warnings(skill)).toEqual([
    "ignored_field: `metadata` is not used as written: entries that are not usable: 3.",
  ]);
});

test("F18: `__proto__` and `constructor` are ordinary keys", () => {
  const skill = valid("description: b\n__proto__: x\nmetadata: {__proto__: polluted, constructor: c}");
  expect([...skill.metadata]).toEqual([
    ["__proto__", "polluted"],
    ["constructor", "c"],
  ]);
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  expect("polluted" in {}).toBe(false);
  expect(codes(skill)).toEqual([]);
});

test("F19: `skillcdn` that is no mapping is ignored with a warning; unknown keys cause no remark", () => {
  expect(codes(valid("description: b\nskillcdn: yes\nflavour: mild"))).toEqual(["ignored_field"]);
  expect(codes(valid("description: b\nskillcdn: {include: text}"))).toEqual(["ignored_field"]);
  expect(codes(valid("description: b\nskillcdn: {other: x}"))).toEqual([]);
});

test("F20: usable includes are kept, at most 20, and one warning counts the others; a repeat is none", () => {
  const include = (entries: readonly string[]) =>
    valid(`description: b\nskillcdn:\n  include:\n${entries.map((entry) => `    - ${entry}`).join("\n")}`);
  const many = Array.from({ length: 21 }, (_, index) => `r/${index}.md`);
  const skill = include(["run.sh", "7", "../../../../x.md", "r/0.md", ...many]);
  expect(skill.include).toEqual(many.slice(0, 20).map((path) => `tides/${path}`));
  expect(warnings(skill)).toEqual([
    "ignored_field: `skillcdn.include` is not used as written: entries that are not usable: 4.",
  ]);
  const few = include([
    "/docs/a.md",
    "../b.JSON",
    "./c.mdx",
    "SKILL.md",
    "SKILLCDN.md",
    "{a: b}",
    '"a\\u200B.md"',
    "a//b.md",
  ]);
  expect(few.include).toEqual(["docs/a.md", "b.JSON", "tides/c.mdx"]);
  expect(warnings(few)[0]).toContain("not usable: 5.");
});

test("F21: a translation is kept for what is usable of it", () => {
  const skill = valid(
    `description: b\nskillcdn:\n  translations:\n    Korean: {title: a}\n    ko: text\n    fr: {other: x}\n    de: {title: ${"t".repeat(201)}, description: Gezeiten}`,
  );
  expect([...skill.translations]).toEqual([["de", { description: "Gezeiten" }]]);
  expect(warnings(skill)).toEqual([
    "ignored_field: `skillcdn.translations` is not used as written: entries that are not usable: 3.",
  ]);
});

test("nesting that no author writes is refused, however the machine could read it", () => {
  const nested = (depth: number) =>
    withFields(`name: tides\ndescription: b\nx: ${"[".repeat(depth)}${"]".repeat(depth)}`);
  expect(codeOf(nested(50))).toBe("valid");
  for (const depth of [150, 1000, 7000]) {
    expect(nested(depth)).toMatchObject({ code: "invalid_front_matter", hint: "Write it flat." });
  }
});
