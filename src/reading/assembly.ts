import { frontLines } from "./front-lines.ts";
import type { Reading, Skill } from "./reading.ts";
import type { Manifest } from "./policy.ts";

/** A `SKILL.md` as it is published. */
export interface Assembled {
  readonly bytes: Uint8Array;
  /** Paths of the files it is made from, in the order of their use. */
  readonly sources: readonly string[];
  /** True when there was nothing to add, so that these are the bytes of its author. */
  readonly isAsWritten: boolean;
}

/** Manifests whose rules apply to a skill, from the root to the nearest. */
export function rulesOf({ governing }: Skill): readonly Manifest[] {
  const rules: Manifest[] = [];
  for (let manifest = governing; manifest; manifest = manifest.outer) rules.push(manifest);
  return rules.filter(({ body }) => body.trim() !== "").toReversed();
}

/**
 * Makes the self-contained `SKILL.md` of a skill: front matter, sources, rules of the folders above, instructions,
 * included files (SkillCDN Format, the assembled document). It does not say when it was made or from which commit, so that it
 * changes only with what it is made from. Without rules, includes, omitted files and a `skillcdn` field, the bytes stay
 * those of the author.
 *
 * @param addressOf address from which an omitted file can be fetched
 * @returns undefined when the text of an include is missing
 */
export function assemble(skill: Skill, reading: Reading, addressOf: (path: string) => string): Assembled | undefined {
  const rules = rulesOf(skill);
  const omitted = reading.oversized.filesOf(skill.folder);
  const bytes = reading.files.get(skill.path)?.read();
  if (bytes === undefined) return undefined;
  if (rules.length + omitted.length + skill.includes.length === 0 && !skill.front.fields.has("skillcdn"))
    return { bytes, sources: [skill.path], isAsWritten: true };

  const included: string[] = [];
  for (const { path } of skill.includes) {
    const text = reading.textOf(path);
    if (text === undefined) return undefined;
    included.push(section(`included file: ${path}`, withLineFeeds(text).replace(/\n+$/, "")));
  }
  const body = withLineFeeds(skill.body).trim();
  const sources = [...rules.map(({ path }) => path), skill.path, ...skill.includes.map(({ path }) => path)];
  const sections = [
    ...rules.map((rule) => section(`applicable rules: ${rule.path}`, withLineFeeds(rule.body).trim())),
    ...(body === "" ? [] : [section("instructions", body)]),
    ...included,
  ];
  const head = [
    "---",
    ...frontLines(skill.front),
    "---",
    `> Made from ${enumerated(sources.map(code))}.`,
    ...omitted.map(
      (path) => `> Not included: ${code(path)}, ${reading.files.get(path)?.size ?? 0} bytes, at ${addressOf(path)}`,
    ),
  ];
  const text = [`${head.join("\n")}\n`, ...sections].join("\n");
  return { bytes: new TextEncoder().encode(text), sources, isAsWritten: false };
}

function section(title: string, text: string): string {
  return `--- ${title} ---\n${text}\n`;
}

function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** A path in backticks; one more than it has in a row itself (CommonMark, code spans). */
function code(path: string): string {
  const runs = path.match(/`+/g) ?? [];
  const marks = "`".repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  return marks.length === 1 ? `${marks}${path}${marks}` : `${marks} ${path} ${marks}`;
}

function enumerated(words: readonly string[]): string {
  const [last = "", ...others] = words.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(", ")} and ${last}`;
}
