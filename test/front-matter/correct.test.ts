import { expect, test } from "vitest";
import { parse } from "yaml";
import { correct } from "../../src/front-matter/correct.ts";

const cases = [
  { line: "description: Plan trips: flights first", column: 24, value: "Plan trips: flights first" },
  { line: "description: Watch out:", column: 23, value: "Watch out:" },
  { line: "description: [beta] Ticks the tide", column: 14, value: "[beta] Ticks the tide" },
  { line: "description: {x} marks", column: 14, value: "{x} marks" },
  { line: "description: `tide` prints the tide", column: 14, value: "`tide` prints the tide" },
  { line: "description: @tides prints the tide", column: 14, value: "@tides prints the tide" },
  { line: "description: *Everything* about tides", column: 14, value: "*Everything* about tides" },
  { line: "description: % of the tide", column: 14, value: "% of the tide" },
  { line: "description: > folded on the same line", column: 14, value: "> folded on the same line" },
  { line: "description: - one", column: 14, value: "- one" },
  { line: 'description: "Tides" and moons', column: 14, value: '"Tides" and moons' },
  { line: "description: 'Tides' and moons", column: 14, value: "'Tides' and moons" },
  { line: 'description: Say "no": then go', column: 22, value: 'Say "no": then go' },
  { line: "description: C:\\tides: here", column: 22, value: "C:\\tides: here" },
];

test.each(cases)("$line is corrected to a line that YAML reads as the text", ({ line, column, value }) => {
  expect(() => parse(line)).toThrow();
  const correction = correct(`name: tides\n${line}\nallowed-tools: Read\n`);
  expect(correction).toMatchObject({ line: 1, column });
  expect(parse(correction?.corrected ?? "")).toEqual({ description: value });
});

test("a complete list, mapping, quoted text or block scalar is never the culprit", () => {
  const yaml = "a: [x, y]\nb: {c: d}\ne: \"f: g\"\nh: 'i: j'\nk: |\n  l: m\nn: >-\n  o\n\tp\n";
  expect(correct(yaml)).toBeUndefined();
});

test("a URL is no colon and blank", () => {
  expect(correct("url: https://example.com/x\n\tbad\n")).toBeUndefined();
});
