import { DESCRIPTION_LIMIT } from "../skill.ts";
import { hasSkillMd } from "./facts.ts";
import { type Profile, when } from "./rule.ts";

/** Reads an index of the older shape, and each file by its own address. */
export const OPENCODE: Profile = {
  id: "opencode",
  label: "opencode",
  rules: [
    {
      id: "no-legacy-index",
      effect: "dropped",
      sentence: "It reads an index of format 0.1 that lists the files of each skill, and nothing lists this one's.",
      evidence: { how: "source", of: "opencode" },
      find: ({ legacy }) => when(!legacy),
    },
    {
      id: "no-skill-md",
      effect: "dropped",
      sentence: "It passes over a skill whose list of files has no SKILL.md, spelt exactly so.",
      evidence: { how: "source", of: "opencode" },
      find: (skill) => when(!hasSkillMd(skill)),
    },
  ],
};

/** Installs zip archives that a marketplace file names. */
export const CLAUDE: Profile = {
  id: "claude-archives",
  label: "Claude Code, from archives",
  rules: [
    {
      id: "no-zip",
      effect: "dropped",
      sentence: "It installs zip archives that a marketplace file names, and there is none of this skill.",
      evidence: { how: "run", of: "Claude Code 2.1.332" },
      find: ({ zip }) => when(zip === null),
    },
    {
      id: "address",
      effect: "dropped",
      sentence: "It refuses an archive whose address is not https, or is one of this machine.",
      evidence: { how: "run", of: "Claude Code 2.1.332" },
      find: ({ zip }) => when(zip !== null && !isPublic(zip)),
    },
    {
      id: "wrapped",
      effect: "changed",
      sentence: "It strips the one folder that everything in an archive lies in, so every path is another one.",
      evidence: { how: "run", of: "Claude Code 2.1.332" },
      find: ({ files }) => when(isWrapped(files.map(({ path }) => path))),
    },
  ],
};

function isPublic(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" && !/^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

function isWrapped(all: readonly string[]): boolean {
  const folders = new Set(all.map((path) => (path.includes("/") ? path.split("/")[0] : undefined)));
  return all.length > 0 && folders.size === 1 && !folders.has(undefined);
}

/** Reads the folder that `skills` installs into. */
export const CODEX: Profile = {
  id: "codex",
  label: "Codex",
  rules: [
    {
      id: "description",
      effect: "dropped",
      sentence: "It refuses a description of more than 1,024 characters.",
      evidence: { how: "thread", of: "Codex" },
      find: ({ description }) => when(description.length > DESCRIPTION_LIMIT),
    },
    {
      id: "yaml",
      effect: "dropped",
      sentence: "It refuses a skill whose front matter is no valid YAML.",
      evidence: { how: "thread", of: "Codex" },
      find: ({ frontMatter }) => when(frontMatter.values === undefined),
    },
  ],
};
