import { expect, test } from "vitest";
import { splitDescription } from "../../src/catalog/when.ts";

test.each([
  ["Tells the tides. Use when the user sails.", "Tells the tides.", "Use when the user sails."],
  ["Makes PDFs (e.g. forms). Use this skill when asked.", "Makes PDFs (e.g. forms).", "Use this skill when asked."],
  ["Guide. This skill should be used when users ask.", "Guide.", "This skill should be used when users ask."],
  ["Does x.\nUse it for y. And z!", "Does x.", "Use it for y. And z!"],
  ["Does x. Triggers on words such as y.", "Does x.", "Triggers on words such as y."],
])("%j says apart when to use the skill", (description, what, when) => {
  expect(splitDescription(description)).toEqual({ what, when });
});

test.each([
  "Use when the user sails.",
  "Tells the tides.",
  "Makes use of tides. Used by sailors. Useful.",
  "Tells tides, use when sailing.",
])("%j stays whole", (description) => {
  expect(splitDescription(description)).toEqual({ what: description, when: undefined });
});
