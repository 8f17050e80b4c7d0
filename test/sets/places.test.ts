import { expect, test } from "vitest";
import { isPlace, places } from "../../src/sets/places.ts";

test.each([
  "skills-lock.json",
  ".agents/skills/tides",
  ".agents/skills/skill-sets/skill-sets.json",
  ".agents/skills/skill-sets/sky/sky.skill-set.json",
  ".agents/skills/skill-sets/sky/sky.skill-set.lock.json",
])("%s is written", (path) => expect(isPlace(path)).toBe(true));

test.each([
  "",
  "package.json",
  "../skills-lock.json",
  ".agents",
  ".agents/skills",
  ".agents/skills/skill-sets",
  ".agents/skills/..",
  ".agents/skills/tides/SKILL.md",
  ".agents/skills/skill-sets/sky",
  ".agents/skills/skill-sets/sky/sea.skill-set.json",
  ".agents/skills/skill-sets/../..",
  ".agents/skills/skill-sets/sky/../../../x.skill-set.json",
  "/etc/passwd",
])("%j is not", (path) => expect(isPlace(path)).toBe(false));

test.each(["", "..", "a/b", "A", "a\u0000", "-a"])("%j becomes no path", (name) => {
  for (const place of [places.skill, places.set, places.manifest, places.lock])
    expect(() => place(name)).toThrow(TypeError);
});
