import { join } from "node:path";
import { expect, test } from "vitest";
import agents from "../../src/publication/agents.json" with { type: "json" };
import { agentsOfClient } from "../../scripts/agents.ts";
import { REPOSITORY, runProgram } from "../tools/program.ts";
import { folder } from "../tools/skill.ts";

test("the list of agents is what the installed client documents", () => {
  expect(agents).toEqual(agentsOfClient());
});

test("every agent has an id of its own and a name", () => {
  expect(new Set(agents.map(({ id }) => id)).size).toBe(agents.length);
  expect(agents.filter(({ name }) => name.trim() === "")).toEqual([]);
});

test("the list of agents is what the real client accepts after `-a`", async () => {
  const { path } = await folder({});
  const { said } = await runProgram(
    process.execPath,
    [join(REPOSITORY, "node_modules", "skills", "bin", "cli.mjs"), "list", "-a", "no-such-agent"],
    {
      cwd: path,
      env: { HOME: path, DISABLE_TELEMETRY: "1", DO_NOT_TRACK: "1", NO_COLOR: "1" },
    },
  );
  const valid = /Valid agents: ([a-z0-9, -]+)/.exec(said)?.[1]?.split(", ") ?? [];
  expect(agents.map(({ id }) => id).toSorted()).toEqual(valid.toSorted());
});
