import { nameOf } from "./paths.ts";

export const SKILL_FILE = "SKILL.md";
const MANIFEST_FILE = "SKILLCDN.md";

/** What a file is, by its name alone; the names of declarations are exact, those of other text are not. */
export type Kind = "skill" | "manifest" | "markdown" | "json" | "other";

export function kindOf(path: string): Kind {
  const name = nameOf(path);
  if (name === SKILL_FILE) return "skill";
  if (name === MANIFEST_FILE) return "manifest";
  if (/\.(?:md|markdown|mdx)$/i.test(name)) return "markdown";
  return /\.json$/i.test(name) ? "json" : "other";
}

/** True for text that a reader of the repository can search. */
export function isPage(path: string): boolean {
  const kind = kindOf(path);
  return kind === "markdown" || kind === "json";
}
