import { expect, test } from "vitest";
import { readSkillsLock, recordedSkill, skillsLockWith, type SkillsLock } from "../../src/verify/skills-lock.ts";
import { parseLocator } from "../../src/skill-set/locator.ts";

function record(text: string | undefined): SkillsLock {
  const read = readSkillsLock(text);
  if ("fault" in read) throw new Error(read.fault);
  return read;
}

test("an entry is put among the others as the client writes it, and nothing else is lost", () => {
  const before = `{"version":1,"by":"somebody","skills":{"b":{"source":"o/r"},"__proto__":{"source":"x"}}}`;
  const after = skillsLockWith(record(before), new Map([["a", { source: "h.example" }]]));
  expect(after).toBe(
    `{\n  "version": 1,\n  "by": "somebody",\n  "skills": {\n    "__proto__": {\n      "source": "x"\n    },\n    "a": {\n      "source": "h.example"\n    },\n    "b": {\n      "source": "o/r"\n    }\n  }\n}\n`,
  );
  expect(skillsLockWith(record(undefined), new Map())).toBe(`{\n  "version": 1,\n  "skills": {}\n}\n`);
});

test.each(["", "{", "[]", "null", "{}", `{"version":2,"skills":{}}`, `{"version":1}`, `{"version":1,"skills":[]}`])(
  "%j is not added to",
  (text) => expect(readSkillsLock(text)).toHaveProperty("fault"),
);

test("a member without a name is found by the only entry of its source", () => {
  const lock = record(
    JSON.stringify({
      version: 1,
      skills: {
        tides: { source: "localhost", sourceUrl: "https://localhost/x" },
        one: { source: "o/r" },
        two: { source: "o/r" },
        odd: null,
      },
    }),
  );
  const found = (locator: string) => recordedSkill(lock, parseLocator(locator));
  expect([found("https://localhost/x"), found("o/r"), found("o/q")]).toEqual(["tides", undefined, undefined]);
});
