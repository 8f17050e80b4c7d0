import { splitPath } from "../artifact/ustar.ts";
import { BYTES_LIMIT, DESCRIPTION_LIMIT, FILES_LIMIT, NAME, NAME_LIMIT } from "../skill.ts";
import { hasSkillMd, isFenced, isInternal, isMarked, isText, sizeOf, valueOf } from "./facts.ts";
import { type Evidence, paths, type Profile, type Rule, when } from "./rule.ts";

const RUN: Evidence = { how: "run", of: "skills 1.7.4" };
const SOURCE: Evidence = { how: "source", of: "skills 1.7.4" };

const UNSAFE_PATH = /^\/|^[A-Za-z]:|\\|(?:^|\/)\.{1,2}(?:\/|$)/;

const rules: readonly Rule[] = [
  {
    id: "name",
    effect: "dropped",
    sentence:
      "It skips an entry whose name is not lower-case letters, digits and single hyphens, 64 characters at most.",
    evidence: SOURCE,
    find: ({ name }) => when(!NAME.test(name) || name.length > NAME_LIMIT),
  },
  {
    id: "description",
    effect: "dropped",
    sentence: "It skips an entry whose description is empty or has more than 1,024 characters.",
    evidence: SOURCE,
    find: ({ description }) => when(description === "" || description.length > DESCRIPTION_LIMIT),
  },
  {
    id: "no-skill-md",
    effect: "dropped",
    sentence: "It drops an archive that has no file named exactly SKILL.md at its root.",
    evidence: RUN,
    find: (skill) => when(!hasSkillMd(skill)),
  },
  {
    id: "fence",
    effect: "dropped",
    sentence: "It drops a skill whose SKILL.md does not start with a line of exactly `---`, or has no second one.",
    evidence: RUN,
    find: (skill) => when(!isFenced(skill)),
  },
  {
    id: "yaml",
    effect: "dropped",
    sentence: "It drops a skill whose front matter is no valid YAML.",
    evidence: RUN,
    find: ({ frontMatter }) => when(frontMatter.values === undefined),
  },
  {
    id: "name-not-text",
    effect: "dropped",
    sentence: "It drops a skill whose `name` is read as something else than text, for example `name: 2024`.",
    evidence: RUN,
    find: (skill) => when(skill.frontMatter.values !== undefined && typeof valueOf(skill, "name") !== "string"),
  },
  {
    id: "internal",
    effect: "dropped",
    sentence: "It hides a skill that is marked `metadata.internal: true` from everybody who does not name it.",
    evidence: SOURCE,
    find: (skill) => when(isInternal(skill)),
  },
  {
    id: "files",
    effect: "dropped",
    sentence: "It drops an archive of more than 1,000 files.",
    evidence: RUN,
    find: ({ files }) => when(files.length > FILES_LIMIT),
  },
  {
    id: "size",
    effect: "dropped",
    sentence: "It drops an archive that has more than 50 MiB unpacked.",
    evidence: RUN,
    find: ({ files }) => when(sizeOf(files) > BYTES_LIMIT),
  },
  {
    id: "path",
    effect: "dropped",
    sentence:
      "It drops an archive with a path that is absolute, or has a backslash, a drive letter, `.` or `..` in it.",
    evidence: RUN,
    find: ({ files }) => paths(files.filter(({ path }) => UNSAFE_PATH.test(path))),
  },
  {
    id: "long-path",
    effect: "truncated",
    sentence: "It installs a file under a cut name when its path does not fit into a plain ustar header.",
    evidence: RUN,
    find: ({ files }) => paths(files.filter(({ path }) => splitPath(path) === undefined)),
  },
  {
    id: "byte-order-mark",
    effect: "changed",
    sentence: "It takes the byte order mark off the SKILL.md, so the installed bytes have another digest.",
    evidence: RUN,
    find: (skill) => when(isMarked(skill)),
  },
  {
    id: "not-utf-8",
    effect: "changed",
    sentence: "It replaces what is not UTF-8 in the SKILL.md, so the installed bytes have another digest.",
    evidence: RUN,
    find: (skill) => when(!isText(skill)),
  },
  {
    id: "execute-bit",
    effect: "unmarked",
    sentence: "It installs every file without the execute bit, so a script runs as `bash FILE`, not by its name.",
    evidence: RUN,
    find: ({ files }) => paths(files.filter(({ executable }) => executable)),
  },
];

/** The main client, from an index of discovery format 0.2. */
export const SKILLS: Profile = { id: "skills", label: "skills 1.7.4", rules };
