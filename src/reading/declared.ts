import type { Budget } from "./budget.ts";
import { type Finding, finding } from "./codes.ts";
import { kindOf } from "./kinds.ts";
import { folderOf } from "./paths.ts";
import type { Policy } from "./policy.ts";
import { readSkillFile, type SkillFile } from "./skill-file.ts";
import { decode } from "./text.ts";
import type { RegularFile } from "./tree.ts";

/** A valid `SKILL.md` and where it is. */
export interface DeclaredSkill extends SkillFile {
  /** Path of the `SKILL.md`, the identity of the skill. */
  readonly path: string;
  readonly folder: string;
}

/** The skills that a repository declares. */
export interface Declared {
  /** By folder, in byte order of the paths. */
  readonly skills: ReadonlyMap<string, DeclaredSkill>;
  /** Paths of `SKILL.md` files that declare none. */
  readonly broken: ReadonlySet<string>;
  readonly found: readonly Finding[];
  /** True when a `SKILL.md` was too large to be read. */
  readonly isPartial: boolean;
}

/** Reads every `SKILL.md` that is not withheld, hidden folders included. */
export function readSkills(files: ReadonlyMap<string, RegularFile>, policy: Policy, budget: Budget): Declared {
  const skills = new Map<string, DeclaredSkill>();
  const broken = new Set<string>();
  const found: Finding[] = [];
  for (const [path, file] of files) {
    if (kindOf(path) !== "skill" || policy.withheld(path) !== undefined) continue;
    const skill = readSkill(path, file, budget);
    if ("code" in skill) {
      broken.add(path);
      found.push(skill);
    } else skills.set(folderOf(path), { ...skill, path, folder: folderOf(path) });
  }
  return { skills, broken, found, isPartial: found.some(({ code }) => code === "index_limit") };
}

function readSkill(path: string, file: RegularFile, budget: Budget): SkillFile | Finding {
  const bytes = budget.admit(file);
  if (bytes === "too_large" || bytes === "exhausted") return finding("index_limit", { path });
  const text = bytes === "unreadable" ? undefined : decode(bytes);
  return text === undefined ? finding("unavailable", { path }) : readSkillFile(text, path);
}
