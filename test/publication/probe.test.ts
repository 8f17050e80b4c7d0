import { expect, test } from "vitest";
import { activationProbe } from "../../src/publication/probe.ts";
import { containsName } from "../../src/skill.ts";

const probe = (description: string, { name = "tides", own }: { name?: string; own?: string } = {}) =>
  activationProbe({
    name,
    description,
    license: null,
    compatibility: null,
    metadata: own === undefined ? {} : { "activation-probe": own },
    internal: false,
  });

test.each([
  ["Plans. Use when the user wants to plan a trip.", "Please help me to plan a trip."],
  [
    "Use this skill whenever the user needs to read or edit PDF files. It is fast.",
    "Please help me to read or edit PDF files.",
  ],
  ["Use this skill when users ask to compare two files; not otherwise.", "Please help me to compare two files."],
  ["Use when asked to review a pull request.", "Please help me to review a pull request."],
  ["Use if you need to compare two files", "Please help me to compare two files."],
  ["Use proactively when reviewing code", "I need help with reviewing code."],
  ["This skill should be used when debugging a build", "I need help with debugging a build."],
  ["Useful for tracking parcels.", "I need help with tracking parcels."],
  ["Use when the user mentions sea levels or boats.", "I need help with sea levels or boats."],
  ["Use when a user asks for maps", "I need help with maps."],
  ["Use when the user plans something at the shore.", "I plan something at the shore. Please help me."],
  ["Use when a user pushes a boat", "I push a boat. Please help me."],
  ["Use when the user carries their load.", "I carry my load. Please help me."],
  ["Use when the user wants to edit\n  two files.", "Please help me to edit two files."],
])("%j gives a request that a user would type", (description, request) => {
  expect(probe(description)).toEqual({ request, from: "description" });
});

// Openings that occur in published skills; the request must keep what the skill is about.
const openings = [
  ["Use when the user asks about the sea level.", "the sea level"],
  ["Use when the user needs to edit .docx files.", ".docx files"],
  ["Use when working with Next.js applications.", "Next.js applications"],
  ["Use when building dashboards (e.g. with Grafana).", "building dashboards"],
  ["Use whenever users need help with resumes.", "resumes"],
  ["Use this skill when users request help creating pitch decks.", "creating pitch decks"],
  ["Use when the user requests to create professional documents.", "create professional documents"],
  ["Use whenever users ask food-related questions.", "food-related questions"],
  ["Use when the agent needs to fetch weather data.", "fetch weather data"],
  ["Use when a task involves nautical maps.", "nautical maps"],
  ['Use when the user asks to "create a hook".', "create a hook"],
] as const;

test.each(openings)("%j gives a request in the first person about the subject", (description, subject) => {
  const request = probe(description)?.request ?? "";
  expect(request).toContain(subject);
  expect(request).not.toMatch(/\b(?:users?|agent)\b/i);
  expect(request).not.toMatch(/ {2}|\bhelp with (?:help|to)\b|\(e\.$/);
});

test.each([["Knows the tides."], ["A useful skill for sailors."], ["Use with care."], [""]])(
  "%j says no occasion, so there is no request",
  (description) => {
    expect(probe(description)).toBeUndefined();
  },
);

test("the author's own request wins", () => {
  expect(probe("Use when the user wants to plan a trip.", { own: "When is high water?" })).toEqual({
    request: "When is high water?",
    from: "author",
  });
});

test("an empty request of the author is none", () => {
  expect(probe("Use when the user wants to plan a trip.", { own: "" })).toEqual({
    request: "Please help me to plan a trip.",
    from: "description",
  });
});

test("an author's request that names the skill is not used, and nothing takes its place", () => {
  expect(probe("Use when the user wants to plan a trip.", { own: "Use tides to plan a trip" })).toBeUndefined();
});

test.each([
  ["tides", "Use when the user wants to know the tides."],
  ["tides", "Use when the user wants to know the Tides."],
  ["tide-clock", "Use when the user mentions a tide clock."],
  ["tide-clock", "Use when the user mentions a tide_clock."],
  ["tide-clock", "Use when the user mentions a Tide-Clock."],
  ["help", "Use when stuck on a rock."],
  ["need", "Use when sailing north."],
  ["please", "Use when the user wants to sail north."],
])("a request never contains the name of the skill %s: %j", (name, description) => {
  const request = probe(description, { name })?.request ?? "";
  expect(
    request
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .join(" "),
  ).not.toMatch(new RegExp(`\\b${name.replaceAll("-", " ")}\\b`));
});

test.each([
  ["the tides", "tides", true],
  ["Tide-Clock!", "tide-clock", true],
  ["tide clock", "tide-clock", true],
  ["tidesman", "tides", false],
  ["the clock of a tide", "tide-clock", false],
])("%j names the skill %s: %s", (text, name, expected) => {
  expect(containsName(text, name)).toBe(expected);
});
