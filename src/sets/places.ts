import { RESERVED } from "../skill-set/locator.ts";
import { LOCK_ENDING, SET_ENDING } from "../skill-set/set-manifest.ts";
import { NAME } from "../skill.ts";
import { INSTALLED } from "../verify/fetch-member.ts";
import { RECORD } from "../verify/skills-lock.ts";

/** Folder in a project that holds what was installed, as the `skills` client has it for every agent that shares it. */
const SKILLS = INSTALLED;

/** Where a project keeps its sets. A skill of this name would be installed in its place, so there can be none. */
export const SETS = `${SKILLS}/${RESERVED}`;

/** Every path of a project that is written, relative to it. Names have been judged by `NAME`. */
export const places = {
  skill: (name: string) => `${SKILLS}/${named(name)}`,
  set: (name: string) => `${SETS}/${named(name)}`,
  manifest: (name: string) => `${SETS}/${named(name)}/${name}${SET_ENDING}`,
  lock: (name: string) => `${SETS}/${named(name)}/${name}${LOCK_ENDING}`,
  /** The list of sets, with where each came from. */
  list: `${SETS}/skill-sets.json`,
  /** What the `skills` client records. */
  record: RECORD,
  /** Where a run keeps its work; outside of the folder that agents look for skills in. */
  work: ".agents/.skillpress",
} as const;

/** True for a path that this tool writes into projects. */
export function isPlace(path: string): boolean {
  if (path === places.list || path === places.record) return true;
  const [name = ""] = path.startsWith(`${SETS}/`) ? path.slice(SETS.length + 1).split("/") : [];
  if (NAME.test(name)) return path === places.manifest(name) || path === places.lock(name);
  const skill = path.startsWith(`${SKILLS}/`) ? path.slice(SKILLS.length + 1) : "";
  return NAME.test(skill) && skill !== RESERVED;
}

/** A name from a document becomes a path here alone. */
function named(name: string): string {
  if (!NAME.test(name)) throw new TypeError(`${JSON.stringify(name)} is no name and cannot become a path`);
  return name;
}
