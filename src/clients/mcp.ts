import { type Document, isCollection, isNode, isScalar, parseDocument, visit } from "yaml";
import { DESCRIPTION_LIMIT, NAME, NAME_LIMIT } from "../skill.ts";
import { hasSkillMd, isMarked, sizeOf, valueOf } from "./facts.ts";
import { type AsPublished, type Evidence, paths, type Profile, when } from "./rule.ts";

const MIB = 1024 * 1024;

/** Limits of a skill and of what carries it, in files and bytes. */
const LIMITS = {
  files: 512,
  total: 16 * MIB,
  /** Of files that are no text: their Base64 is counted, which is a third longer. */
  binaries: 12 * MIB,
  /** One reply over standard input and output. */
  reply: 10 * MIB,
} as const;

const SPECIFICATION: Evidence = { how: "specification", of: "SEP-2640, Skills over MCP" };
const INSPECTOR: Evidence = { how: "run", of: "MCP Inspector 2.12.0" };

/** Hosts that read skills over MCP, from a server that serves the published bytes. */
export const MCP: Profile = {
  id: "mcp",
  label: "MCP hosts",
  rules: [
    {
      id: "name",
      effect: "dropped",
      sentence: "They refuse a skill without a valid `name`, which is the last part of its address.",
      evidence: INSPECTOR,
      find: (skill) => {
        const name = valueOf(skill, "name");
        return when(typeof name !== "string" || name !== skill.name || !NAME.test(name) || name.length > NAME_LIMIT);
      },
    },
    {
      id: "description",
      effect: "dropped",
      sentence: "They refuse a skill whose `description` is missing, no text, or has more than 1,024 characters.",
      evidence: INSPECTOR,
      find: (skill) => {
        const description = valueOf(skill, "description");
        return when(typeof description !== "string" || description === "" || description.length > DESCRIPTION_LIMIT);
      },
    },
    {
      id: "no-skill-md",
      effect: "dropped",
      sentence: "They refuse a skill that does not list its SKILL.md.",
      evidence: INSPECTOR,
      find: (skill) => when(!hasSkillMd(skill)),
    },
    {
      id: "files",
      effect: "dropped",
      sentence: "They need not accept a skill of more than 512 files.",
      evidence: SPECIFICATION,
      find: ({ files }) => when(files.length > LIMITS.files),
    },
    {
      id: "size",
      effect: "dropped",
      sentence: "They need not accept a skill of more than 16 MiB.",
      evidence: SPECIFICATION,
      find: ({ files }) => when(sizeOf(files) > LIMITS.total),
    },
    {
      id: "binaries",
      effect: "truncated",
      sentence:
        "They stop reading a skill whose files that are no text have more than 12 MiB, because Base64 is longer.",
      evidence: INSPECTOR,
      find: ({ files }) => when(sizeOf(files.filter(({ text }) => !text)) > LIMITS.binaries),
    },
    {
      id: "reply",
      effect: "truncated",
      sentence: "They lose the connection over standard input and output at a file whose reply has more than 10 MiB.",
      evidence: INSPECTOR,
      find: ({ files }) =>
        paths(files.filter(({ size, text }) => (text ? size : Math.ceil(size / 3) * 4) >= LIMITS.reply)),
    },
    {
      id: "byte-order-mark",
      effect: "changed",
      sentence: "They read the SKILL.md without its byte order mark, and the front matter has to come first.",
      evidence: INSPECTOR,
      find: (skill) => when(isMarked(skill)),
    },
  ],
};

const LOADER: Evidence = { how: "run", of: "@modelcontextprotocol/server 2.4.0" };

/** Servers that load the installed folder with the SDK, which leaves out what it does not take, with a warning at most. */
export const MCP_FOLDER: Profile = {
  id: "mcp-folder",
  label: "MCP servers that load the installed folder",
  rules: [
    {
      id: "yaml",
      effect: "dropped",
      sentence:
        "The loader drops front matter with anchors, tags, a quoted or bracketed value over several lines, an indentation number behind `|` or `>`, or a key given twice.",
      evidence: LOADER,
      find: (skill) => when(!isInSubset(skill)),
    },
    {
      id: "metadata",
      effect: "dropped",
      sentence: "The loader drops a skill with a value in `metadata` that is not text.",
      evidence: LOADER,
      find: (skill) => when(!isTexts(valueOf(skill, "metadata"))),
    },
    {
      id: "compatibility",
      effect: "dropped",
      sentence: "The loader drops a skill whose `compatibility` has more than 500 characters.",
      evidence: LOADER,
      find: (skill) => {
        const compatibility = valueOf(skill, "compatibility");
        return when(typeof compatibility === "string" && compatibility.length > 500);
      },
    },
    {
      id: "hidden",
      effect: "truncated",
      sentence: "The loader leaves out files and folders whose name starts with a dot.",
      evidence: LOADER,
      find: ({ files }) => paths(files.filter(({ path }) => /(?:^|\/)\./.test(path))),
    },
  ],
};

function isTexts(metadata: unknown): boolean {
  if (metadata === undefined || metadata === null) return true;
  return typeof metadata === "object" && Object.values(metadata).every((value) => typeof value === "string");
}

function isInSubset({ frontMatter: { text } }: AsPublished): boolean {
  const document = parseDocument(text, { logLevel: "error", prettyErrors: false });
  return document.errors.length === 0 && !hasMore(document, text);
}

function hasMore(document: Document.Parsed, text: string): boolean {
  let found = false;
  visit(document, (_, node) => {
    if (!isNode(node)) return undefined;
    const [start = 0, end = 0] = node.range ?? [];
    const written = text.slice(start, end);
    const isLong = written.trimEnd().includes("\n");
    found =
      ("anchor" in node && node.anchor !== undefined) ||
      node.tag !== undefined ||
      (isCollection(node) && node.flow === true && isLong) ||
      (isScalar(node) && String(node.type).startsWith("QUOTE") && isLong) ||
      (isScalar(node) && String(node.type).startsWith("BLOCK") && /^[|>][+-]?\d/.test(written));
    return found ? visit.BREAK : undefined;
  });
  return found;
}
