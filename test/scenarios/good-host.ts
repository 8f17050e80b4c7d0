import { expect } from "vitest";
import { INDEX, REPORT } from "../tools/tamper.ts";
import type { Scenario } from "../tools/scenario.ts";
import { MOON, withBuild } from "../tools/stage.ts";

/** The first SKILL.md in the index. */
const RAIN = "agent-skills/rain/SKILL.md";

export const scenarios: readonly Scenario[] = [
  {
    title: "a good host, compared with the folder of the build",
    rows: ["match, with the build"],
    flags: withBuild,
    expected: { outcome: "verified", exit: 0, basis: "build" },
    shows: ({ skills_expected, skills_verified, statement, build }) => {
      expect({ skills_expected, skills_verified }).toEqual({ skills_expected: 4, skills_verified: 4 });
      expect(build?.whole).toBe(true);
      expect(statement).toMatch(/unsigned|not signed/);
    },
  },
  {
    title: "a good host, compared with the report of the build alone",
    rows: ["match, with the build"],
    flags: async (stage) => ["--report", `${await stage.folder(await stage.current())}/${REPORT}`],
    expected: { outcome: "verified", exit: 0, basis: "build" },
    shows: ({ build }) => expect(build?.whole).toBe(false),
  },
  {
    title: "a good host, without a build to compare with",
    rows: ["match, index alone"],
    expected: { outcome: "verified", exit: 0, basis: "index" },
    shows: ({ skills_expected, skills, statement, build, index }, stage) => {
      expect(skills_expected).toBeNull();
      expect(build).toBeNull();
      expect(statement).toMatch(/^verified: .* index and files agree/i);
      expect(statement).toMatch(/unsigned|not signed/);
      expect(index.schema).toContain("0.2.0");
      expect(skills.map(({ name, expected_from }) => [name, expected_from])).toEqual([
        ["moon", "index"],
        ["rain", "index"],
        ["sun", "index"],
        ["tides", "index"],
      ]);
      expect(skills[0]?.members?.map(({ path, mode }) => `${mode} ${path}`)).toEqual([
        "0644 SKILL.md",
        "0644 notes.md",
        "0755 scripts/run",
      ]);
      const asked = stage.asked().map(({ method, path, headers }) => `${method} ${headers["accept-encoding"]} ${path}`);
      expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
      const usual = asked.filter((each) => !each.startsWith("GET identity "));
      expect(usual.map((each) => each.split(" ").at(-1) ?? "").toSorted()).toEqual(
        [INDEX, INDEX, MOON, MOON, RAIN, RAIN].toSorted(),
      );
    },
  },
  {
    title: "a good host with a slash at the end of the origin",
    rows: ["match, index alone"],
    target: ({ origin }) => `${origin}/`,
    expected: { outcome: "verified", exit: 0, basis: "index" },
  },
  {
    title: "a good host, everything asked twice",
    rows: ["match, with the build"],
    flags: async (stage) => [...(await withBuild(stage)), "--thorough", "--require-build", "--same-origin"],
    expected: { outcome: "verified", exit: 0, basis: "build" },
  },
  {
    title: "a good host over HTTPS",
    rows: ["match, index alone"],
    site: ({ current, secure }) => current(secure),
    target: ({ secure }) => secure,
    expected: { outcome: "verified", exit: 0, basis: "index" },
  },
  {
    title: "a publication below a path of the host",
    rows: ["match, with the build"],
    site: async ({ current, origin }) =>
      new Map([...(await current(`${origin}/docs`))].map(([path, bytes]) => [`docs/${path}`, bytes])),
    target: ({ origin }) => `${origin}/docs`,
    flags: async (stage) => ["--report", await stage.folder(await stage.current(`${stage.origin}/docs`))],
    expected: { outcome: "verified", exit: 0, basis: "build" },
  },
];
