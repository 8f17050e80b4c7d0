import { expect, test } from "vitest";
import { split } from "../../src/front-matter/split.ts";

const PATH = "tide-clock/SKILL.md";

test.each([
  ["plain fences", "---\nname: tides\n---\n\nBody\n", { yaml: "name: tides\n", body: "\nBody\n", bodyLine: 4 }],
  [
    "CRLF line ends",
    "---\r\nname: tides\r\n---\r\nBody\r\n",
    { yaml: "name: tides\r\n", body: "Body\r\n", bodyLine: 4 },
  ],
  ["a closing fence at the end of the file", "---\nname: tides\n---", { yaml: "name: tides\n", body: "", bodyLine: 4 }],
  ["nothing between the fences", "---\n---\n", { yaml: "", body: "", bodyLine: 3 }],
  [
    "an indented `---` inside a block scalar",
    "---\ntext: |\n  ---\n---\nBody",
    { yaml: "text: |\n  ---\n", body: "Body", bodyLine: 5 },
  ],
  [
    "a thematic break in the body",
    "---\na: b\n---\nx\n\n---\n\ny\n",
    { yaml: "a: b\n", body: "x\n\n---\n\ny\n", bodyLine: 4 },
  ],
])("%s are read whole", (_, text, parts) => {
  expect(split(text, PATH)).toEqual(parts);
});

test.each([
  ["a blank after the opening fence", "--- \nname: tides\n---\n", "front-matter-fence", 1, "`---·`"],
  ["a tab after the opening fence", "---\t\nname: tides\n---\n", "front-matter-fence", 1, "`---→`"],
  ["a blank before the opening fence", " ---\nname: tides\n---\n", "front-matter-fence", 1, "`·---`"],
  ["a blank after the closing fence", "---\nname: tides\n--- \nBody\n", "front-matter-fence", 3, "`---·`"],
  [
    "a blank after the closing fence before CRLF",
    "---\r\nname: tides\r\n--- \r\nBody\r\n",
    "front-matter-fence",
    3,
    "`---·`",
  ],
  ["four hyphens at the end", "---\nname: tides\n----\n", "front-matter-fence", 3, "`----`"],
  [
    "a second document with text on its line",
    "---\nname: tides\n--- name: moon\n---\n",
    "front-matter-fence",
    3,
    "`--- name: moon`",
  ],
])("%s is refused at its line", (_, text, code, line, found) => {
  expect(split(text, PATH)).toMatchObject({
    code,
    severity: "error",
    path: PATH,
    line,
    column: 1,
    message: expect.stringContaining(found),
    hint: expect.stringContaining("`---`"),
  });
});

test.each([["\n---\nname: tides\n---\n"], ["\r\n---\r\nname: tides\r\n---\r\n"], ["\n \n---\nname: tides\n---\n"]])(
  "a blank line first is refused, because the main client drops the skill: %j",
  (text) => {
    expect(split(text, PATH)).toMatchObject({
      code: "blank-before-front-matter",
      severity: "error",
      path: PATH,
      line: 1,
      column: 1,
      hint: expect.stringContaining("before the first `---`"),
    });
  },
);

test.each([
  ["an empty file", ""],
  ["Markdown without front matter", "# Tides\n"],
  ["a comment before the fence", "<!-- x -->\n---\nname: tides\n---\n"],
  ["TOML front matter", "+++\nname = 'tides'\n+++\n"],
])("%s has no front matter, and the fix suggests the folder's name", (_, text) => {
  expect(split(text, PATH)).toMatchObject({
    code: "missing-front-matter",
    severity: "error",
    path: PATH,
    line: 1,
    column: 1,
    hint: expect.stringContaining("`name: tide-clock`"),
  });
});

test.each([["---"], ["---\nname: tides\n"], ["---\nname: tides\n ---\nBody\n"], ["---\nname: tides\n...\nBody\n"]])(
  "front matter that is never closed is refused: %j",
  (text) => {
    expect(split(text, PATH)).toMatchObject({
      code: "unterminated-front-matter",
      severity: "error",
      path: PATH,
      line: 1,
      column: 1,
    });
  },
);

test("front matter of 16,384 characters is read, one of 16,385 is not", () => {
  const ofLength = (length: number) => `---\nnote: ${"é".repeat(length - "note: \n".length)}\n---\n`;
  expect(split(ofLength(16_384), PATH)).toHaveProperty("yaml.length", 16_384);
  expect(split(ofLength(16_385), PATH)).toMatchObject({
    code: "front-matter-too-long",
    severity: "error",
    message: expect.stringContaining("16385 characters; at most 16384"),
  });
});
