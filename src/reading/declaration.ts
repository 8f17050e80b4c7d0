import { type Finding, finding } from "./codes.ts";
import { Fields } from "./fields.ts";
import { split } from "./split.ts";
import { invisibleIn } from "./text-findings.ts";
import { type FrontMatter, readFrontMatter } from "./yaml.ts";

/** Longest `SKILL.md` or folder manifest, in UTF-16 units. */
const LIMIT = 262_144;

/** A `SKILL.md` or folder manifest whose front matter can be read. */
export interface Declaration {
  readonly front: FrontMatter;
  readonly fields: Fields;
  readonly body: string;
  /** Line of the file, from 1, on which the body starts. */
  readonly bodyLine: number;
}

/** Reads what `SKILL.md` and folder manifests have in common, in the order of the format: size, fences, YAML. */
export function readDeclaration(text: string, path: string): Declaration | Finding {
  if (text.length > LIMIT) return finding("too_large", { path }, { limit: LIMIT });
  const parts = split(text);
  if (typeof parts === "string") return finding(parts, { path, line: 1 });
  const front = readFrontMatter(parts.yaml);
  if ("reason" in front) {
    const { line, reason, correction } = front;
    return finding("invalid_front_matter", { path, line }, { reason, correction });
  }
  const fields = new Fields(front, path);
  fields.found.push(...invisibleIn(text, path));
  return { front, fields, body: parts.body, bodyLine: parts.bodyLine };
}
