import { expect, test } from "vitest";
import { readFrontMatter } from "../../src/front-matter/read.ts";
import { brief } from "../tools/problems.ts";

const read = (yaml: string, path = "tide-clock/SKILL.md") => readFrontMatter(Buffer.from(`---\n${yaml}---\n`), path);

test.each([["tides"], ["t"], ["7"], ["tide-clock-2"], ["2024-tides"], ["t".repeat(64)]])(
  "the name %s is valid",
  (name) => {
    expect(read(`name: "${name}"\ndescription: Plans.\n`)).toMatchObject({ frontMatter: { name }, problems: [] });
  },
);

const wrongNames = [
  ["Tide Clock", "invalid-name", 7],
  ["Tide_Clock", "invalid-name", 7],
  ["tide--clock", "invalid-name", 7],
  ["-tides", "invalid-name", 7],
  ["tides-", "invalid-name", 7],
  ["tïdes", "invalid-name", 7],
  ["tides/now", "invalid-name", 7],
  ["潮汐", "invalid-name", 7],
  ["t".repeat(65), "invalid-name", 7],
  ['"No!"', "invalid-name", 7],
  ['"2,024"', "invalid-name", 7],
  ["2024", "name-not-text", 7],
  ["true", "name-not-text", 7],
  ["TRUE", "name-not-text", 7],
  ["yes", "name-not-text", 7],
  ["2024-01-01", "name-not-text", 7],
  ["1.5", "name-not-text", 7],
  ["~", "name-not-text", 7],
  ["[tides]", "name-not-text", 1],
  ["{a: tides}", "name-not-text", 1],
  ['""', "missing-name", 1],
  ["", "missing-name", 1],
] as const;

test.each(wrongNames)("the name %j is refused (%s)", (written, code, column) => {
  const { frontMatter, problems } = read(`name: ${written}\ndescription: Plans.\n`);
  expect(frontMatter).toBeUndefined();
  expect(brief(problems)).toEqual([`error ${code} tide-clock/SKILL.md:2:${column}`]);
});

/** The line that the hint of a problem with the name proposes. */
const proposed = (yaml: string, path?: string) =>
  /`(name: ?[^`]*)`/.exec(read(yaml, path).problems[0]?.hint ?? "")?.[1];

test.each(wrongNames)("what is proposed in place of %j is accepted", (written) => {
  const proposal = proposed(`name: ${written}\ndescription: Plans.\n`);
  expect(proposal).toBeDefined();
  expect(read(`${proposal}\ndescription: Plans.\n`)).toMatchObject({ frontMatter: {}, problems: [] });
});

test.each([
  ["Tide Clock", "name: tide-clock"],
  ["tïdes", "name: tides"],
  ["2024", 'name: "2024"'],
  ["true", 'name: "true"'],
])("in place of %j the hint proposes `%s`", (written, proposal) => {
  expect(proposed(`name: ${written}\ndescription: Plans.\n`)).toBe(proposal);
});

test.each([["2024/SKILL.md"], ["no/SKILL.md"], ["潮汐/SKILL.md"], ["My Skill/SKILL.md"]])(
  "what is proposed for a missing name from the folder of %s is accepted",
  (path) => {
    for (const yaml of ["description: Plans.\n", "name: [a]\ndescription: Plans.\n"]) {
      expect(read(`${proposed(yaml, path)}\ndescription: Plans.\n`, path)).toMatchObject({
        frontMatter: {},
        problems: [],
      });
    }
  },
);

test.each([
  ["2024", "a number"],
  ["1.5", "a number"],
  ["true", "a boolean"],
  ["yes", "a boolean"],
  ["~", "nothing (null)"],
  ["2024-01-01", "a date"],
  ["2024-01-01T10:20:30+02:00", "a date"],
])("the description %s would be read as %s: refused", (written, type) => {
  const { frontMatter, problems } = read(`name: tides\ndescription: ${written}\n`);
  expect(frontMatter).toBeUndefined();
  expect(brief(problems)).toEqual(["error description-not-text tide-clock/SKILL.md:3:14"]);
  expect(problems[0]).toMatchObject({
    message: expect.stringContaining(type),
    hint: expect.stringContaining("double quotes"),
    quote: `description: ${written}`,
  });
});

test.each([['"2024"'], ["'true'"], ['"~"'], ['"1.5"'], ['"2024-01-01"'], ["'yes'"], [">\n  2024"], ["|\n  yes"]])(
  "the description %j is text",
  (written) => {
    expect(read(`name: tides\ndescription: ${written}\n`).problems).toEqual([]);
  },
);

test.each([
  ["a list", "[Plans]", "error description-not-text tide-clock/SKILL.md:3:1"],
  ["a mapping", "{a: b}", "error description-not-text tide-clock/SKILL.md:3:1"],
  ["empty", "", "error missing-description tide-clock/SKILL.md:2:1"],
  ["blank", '"  "', "error missing-description tide-clock/SKILL.md:2:1"],
  ["empty after folding", ">\n\n", "error missing-description tide-clock/SKILL.md:2:1"],
])("a description that is %s is refused", (_, written, problem) => {
  expect(brief(read(`name: tides\ndescription: ${written}\n`).problems)).toEqual([problem]);
});

test.each([
  ["plain text", "  Plans   trips.  ", "Plans   trips."],
  ["folded text", ">\n  Plans\n  trips.\n\n  Cheaply.\n", "Plans trips.\nCheaply."],
  ["folded text without its last line end", ">-\n  Plans\n  trips.\n", "Plans trips."],
  ["literal text", "|\n  Plans\n  trips.\n", "Plans\ntrips."],
  ["quoted text over two lines", '"Plans\n  trips."', "Plans trips."],
  ["plain text over two lines", "Plans\n  trips.", "Plans trips."],
  ["a hash without a blank", "Plans#trips", "Plans#trips"],
])("%s: the description is folded and trimmed", (_, written, description) => {
  for (const lineEnd of ["\n", "\r\n"]) {
    const text = `name: tides\ndescription: ${written}\n`.replaceAll("\n", lineEnd);
    expect(readFrontMatter(Buffer.from(`---${lineEnd}${text}---${lineEnd}`), "tides/SKILL.md")).toMatchObject({
      frontMatter: { description },
      problems: [],
    });
  }
});

test.each([
  ["letters", "a".repeat(1_024), "a".repeat(1_025)],
  ["emoji, which are two UTF-16 units each", "🌊".repeat(512), `${"🌊".repeat(512)}a`],
  ["accented letters, which are two bytes each", "é".repeat(1_024), "é".repeat(1_025)],
  ["text with blanks around it", `"  ${"a".repeat(1_024)}  "`, `"  ${"a".repeat(1_025)}  "`],
])("a description of 1,024 UTF-16 units is accepted, one of 1,025 is not: %s", (_, longest, tooLong) => {
  expect(read(`name: tides\ndescription: ${longest}\n`).problems).toEqual([]);
  const { frontMatter, problems } = read(`name: tides\ndescription: ${tooLong}\n`);
  expect(frontMatter).toBeUndefined();
  expect(brief(problems)).toEqual(["error description-too-long tide-clock/SKILL.md:3:14"]);
  expect(problems[0]).toMatchObject({
    message: expect.stringContaining("1025"),
    hint: expect.stringContaining("by 1 character"),
  });
});

test("a folded description of 1,086 characters is measured after folding", () => {
  // 64 words of 16 characters, and blanks between them: 64 × 16 + 63 − 1.
  const words = [...Array.from({ length: 63 }, () => "sixteen-letters."), "fifteen-letters"];
  const yaml = `name: tides\ndescription: >\n${words.map((word) => `        ${word}\n`).join("")}`;
  expect(words.join(" ")).toHaveLength(1_086);
  const [problem] = read(yaml).problems;
  expect(problem).toMatchObject({
    code: "description-too-long",
    severity: "error",
    path: "tide-clock/SKILL.md",
    line: 3,
    column: 14,
    message: expect.stringContaining("1086 characters after folding"),
  });
  expect(problem?.hint).toContain("62 characters");
});

test.each([
  ["description: Plans # and more", "3:14"],
  ["description: Plans\t# and more", "3:14"],
  ["description: Plans\n  trips # and more", "3:14"],
])("text cut at a hash is published with a warning: %j", (line, place) => {
  const { frontMatter, problems } = read(`name: tides\n${line}\n`);
  expect(frontMatter).toBeDefined();
  expect(brief(problems)).toEqual([`warning cut-at-hash tide-clock/SKILL.md:${place}`]);
});

test("control characters in a description are refused, invisible ones warned of", () => {
  expect(brief(read('name: tides\ndescription: "a\\u001bb"\n').problems)).toEqual([
    "error unsafe-text tide-clock/SKILL.md:3:14",
  ]);
  expect(brief(read("name: tides\ndescription: a\u202eb\n").problems)).toEqual([
    "warning invisible-characters tide-clock/SKILL.md:3:14",
  ]);
});

test("every problem of both fields is told at once", () => {
  expect(brief(read("name: Tide Clock\ndescription: 2024\n").problems)).toEqual([
    "error invalid-name tide-clock/SKILL.md:2:7",
    "error description-not-text tide-clock/SKILL.md:3:14",
  ]);
});
