import { readFileSync, writeFileSync } from "node:fs";

/** An agent the `skills` client can install into. */
interface Agent {
  readonly id: string;
  readonly name: string;
}

/** Reads the list of agents that the installed `skills` package documents, in its order. */
export function agentsOfClient(): Agent[] {
  const table = readFileSync(new URL("../node_modules/skills/docs/agents.md", import.meta.url), "utf8");
  return table
    .split("\n")
    .filter((line) => line.startsWith("|") && line.includes("`"))
    .flatMap((line) => {
      const [, names = "", ids = ""] = line.split("|");
      const labels = names.split(",").map((each) => each.trim());
      return [...ids.matchAll(/`([^`]+)`/g)].map((match, index) => ({ id: match[1] ?? "", name: labels[index] ?? "" }));
    })
    .filter(({ id }) => /^[a-z0-9][a-z0-9-]*$/.test(id));
}

if (import.meta.main) {
  writeFileSync(
    new URL("../src/publication/agents.json", import.meta.url),
    `${JSON.stringify(agentsOfClient(), null, 2)}\n`,
  );
}
