import { CLAUDE, CODEX, OPENCODE } from "./agents.ts";
import { DIRECTORY_MANIFEST, SKILL_SET } from "./formats.ts";
import { MCP, MCP_FOLDER } from "./mcp.ts";
import { type AsPublished, type Effect, EFFECTS, type Evidence, type Profile } from "./rule.ts";
import { SKILLS } from "./skills.ts";

/** Every client and format that has a say, in the order in which they are shown. */
export const PROFILES: readonly Profile[] = [
  SKILLS,
  OPENCODE,
  CLAUDE,
  CODEX,
  MCP,
  MCP_FOLDER,
  DIRECTORY_MANIFEST,
  SKILL_SET,
];

/** Most paths that are named with a reason. */
const NAMED = 10;

/** Why a client does to a skill what it does. */
export interface Reason {
  readonly rule: string;
  readonly effect: Exclude<Effect, "whole">;
  readonly sentence: string;
  readonly evidence: Evidence;
  /** The files it is about, the first ten; none when it is about the skill. */
  readonly paths: readonly string[];
  /** How many more files it is about. */
  readonly more: number;
}

/** What a client makes of a skill: the worst of its reasons, or `whole` when there is none. */
export interface View {
  readonly client: string;
  readonly label: string;
  readonly effect: Effect;
  readonly reasons: readonly Reason[];
}

/** What each client would do with a skill as it is published, and why. Plain data, for a check and for a page. */
export function clientViews(skill: AsPublished): View[] {
  return PROFILES.map(({ id, label, rules }) => {
    const reasons = rules.flatMap(({ id: rule, effect, sentence, evidence, find }): Reason[] => {
      const found = find(skill);
      if (!found) return [];
      return [
        { rule, effect, sentence, evidence, paths: found.slice(0, NAMED), more: Math.max(0, found.length - NAMED) },
      ];
    });
    return { client: id, label, effect: worst(reasons), reasons };
  });
}

function worst(reasons: readonly Reason[]): Effect {
  const grades = reasons.map(({ effect }) => EFFECTS.indexOf(effect));
  return EFFECTS[Math.max(0, ...grades)] ?? "whole";
}
