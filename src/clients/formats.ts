import { foldersOf, MANIFEST_LIMITS, pathFault } from "../artifact/directory-manifest.ts";
import { splitPath } from "../artifact/ustar.ts";
import { BYTES_LIMIT, FILES_LIMIT, NAME, NAME_LIMIT } from "../skill.ts";
import { hasSkillMd, isInternal, isMarked, isText, sizeOf } from "./facts.ts";
import { type AsPublished, type Evidence, paths, type Profile, when } from "./rule.ts";

const MANIFEST: Evidence = { how: "run", of: "skills-anywhere-bundle-1" };

/** The directory manifest, by which somebody compares what was reviewed with what is installed. */
export const DIRECTORY_MANIFEST: Profile = {
  id: "directory-manifest",
  label: "directory manifest",
  rules: [
    {
      id: "no-skill-md",
      effect: "dropped",
      sentence: "There is no manifest without a file named exactly SKILL.md.",
      evidence: MANIFEST,
      find: (skill) => when(!hasSkillMd(skill)),
    },
    {
      id: "not-utf-8",
      effect: "dropped",
      sentence: "There is no manifest when the SKILL.md is not UTF-8.",
      evidence: MANIFEST,
      find: (skill) => when(!isText(skill)),
    },
    {
      id: "files",
      effect: "dropped",
      sentence: "There is no manifest of more than 512 files.",
      evidence: MANIFEST,
      find: ({ files }) => when(files.length > MANIFEST_LIMITS.files),
    },
    {
      id: "entries",
      effect: "dropped",
      sentence: "There is no manifest of more than 1,023 files and folders.",
      evidence: MANIFEST,
      find: (skill) => when(entriesOf(skill) > MANIFEST_LIMITS.entries),
    },
    {
      id: "path",
      effect: "dropped",
      sentence:
        "There is no manifest with a path of more than 1,024 bytes or 12 parts, or with a `\\`, `:` or control character.",
      evidence: MANIFEST,
      find: ({ files }) => paths(files.filter(({ path }) => pathFault(path) !== undefined)),
    },
    {
      id: "large-file",
      effect: "dropped",
      sentence: "There is no manifest when the SKILL.md has more than 128 KiB, or another file more than 16 MiB.",
      evidence: MANIFEST,
      find: ({ files }) =>
        paths(
          files.filter(
            ({ path, size }) => size > (path === "SKILL.md" ? MANIFEST_LIMITS.skillMd : MANIFEST_LIMITS.file),
          ),
        ),
    },
    {
      id: "size",
      effect: "dropped",
      sentence: "There is no manifest of more than 32 MiB.",
      evidence: MANIFEST,
      find: ({ files }) => when(sizeOf(files) > MANIFEST_LIMITS.total),
    },
  ],
};

function entriesOf({ files }: AsPublished): number {
  return files.length + new Set(files.flatMap(({ path }) => foldersOf(path))).size;
}

const SET: Evidence = { how: "run", of: "skill sets, draft" };
const SET_SOURCE: Evidence = { how: "source", of: "skill sets, draft" };

/** Skill sets, whose members are installed and then have to have the hash that the lock gives. */
export const SKILL_SET: Profile = {
  id: "skill-set",
  label: "skill sets",
  rules: [
    {
      id: "reserved",
      effect: "dropped",
      sentence: "A set refuses a member named `skill-sets`, which is the folder of the sets.",
      evidence: SET,
      find: ({ name }) => when(name === "skill-sets"),
    },
    {
      id: "name",
      effect: "dropped",
      sentence: "A set cannot name a member whose name is not lower-case letters, digits and single hyphens.",
      evidence: SET,
      find: ({ name }) => when(!NAME.test(name) || name.length > NAME_LIMIT),
    },
    {
      id: "internal",
      effect: "dropped",
      sentence: "The client that installs the members hides a skill that is marked `metadata.internal: true`.",
      evidence: SET_SOURCE,
      find: (skill) => when(isInternal(skill)),
    },
    {
      id: "text-changed",
      effect: "dropped",
      sentence:
        "A byte order mark, or what is not UTF-8, changes in the SKILL.md on install, so the hash of the lock fails.",
      evidence: SET,
      find: (skill) => when(isMarked(skill) || !isText(skill)),
    },
    {
      id: "long-path",
      effect: "dropped",
      sentence:
        "A file whose path does not fit into a plain ustar header lands under a cut name, so the hash of the lock fails.",
      evidence: SET,
      find: ({ files }) => paths(files.filter(({ path }) => splitPath(path) === undefined)),
    },
    {
      id: "backslash",
      effect: "dropped",
      sentence: "A backslash in a name counts as a slash, so the hash of the lock fails.",
      evidence: SET,
      find: ({ files }) => paths(files.filter(({ path }) => path.includes("\\"))),
    },
    {
      id: "same-name",
      effect: "dropped",
      sentence: "Two names that differ by their Unicode form only have no order, so there is no one hash.",
      evidence: SET,
      find: ({ files }) => paths(twins(files)),
    },
    {
      id: "too-much",
      effect: "dropped",
      sentence: "The client that installs the members takes 1,000 files and 50 MiB at most.",
      evidence: SET_SOURCE,
      find: ({ files }) => when(files.length > FILES_LIMIT || sizeOf(files) > BYTES_LIMIT),
    },
    {
      id: "not-hashed",
      effect: "truncated",
      sentence: "Folders named `.git` and `node_modules` are installed, but the hash leaves them out.",
      evidence: SET,
      find: ({ files }) => paths(files.filter(({ path }) => /(?:^|\/)(?:\.git|node_modules)\//.test(path))),
    },
    {
      id: "other-routes",
      effect: "truncated",
      sentence:
        "An install from Git leaves out `metadata.json`, `.git` and Python's caches, so its hash is another one.",
      evidence: SET_SOURCE,
      find: ({ files }) =>
        paths(
          files.filter(({ path }) =>
            /(?:^|\/)(?:metadata\.json$|(?:\.git|__pycache__|__pypackages__)(?:\/|$))/.test(path),
          ),
        ),
    },
  ],
};

function twins(files: AsPublished["files"]): AsPublished["files"] {
  const counts = new Map<string, number>();
  const form = (path: string) => path.normalize("NFC");
  for (const { path } of files) counts.set(form(path), (counts.get(form(path)) ?? 0) + 1);
  return files.filter(({ path }) => counts.get(form(path)) !== 1);
}
