import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { REPOSITORY } from "./program.ts";

const require = createRequire(import.meta.url);

/** Real sources, each publishable as it is. */
export const SOURCES = [
  { title: "this repository's 4 skills", source: join(REPOSITORY, "skills"), count: 4 },
  {
    title: "27 skills of ai-labs-claude-skills",
    source: join(dirname(require.resolve("ai-labs-claude-skills/package.json")), "dist", "skills"),
    count: 27,
  },
] as const;

/** A skill as a plain look at the folder finds it: every folder with a SKILL.md. */
export interface FoundSkill {
  readonly name: string;
  /** Absolute path. */
  readonly folder: string;
}

/** The skills of a source that has no containers with a SKILL.md of their own. */
export function skillsOf(source: string): FoundSkill[] {
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === "SKILL.md")
    .map(({ parentPath: folder }) => ({
      folder,
      name:
        /^name: *(\S+)$/m.exec(readFileSync(join(folder, "SKILL.md"), "utf8"))?.[1] ??
        relative(dirname(folder), folder),
    }));
}
