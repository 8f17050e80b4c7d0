import { inspect } from "node:util";
import { problem, type Problem } from "../problem.ts";
import { INDEX_SCHEMA } from "../publication/discovery-index.ts";
import { isLoopback, isUncontrolled } from "../publication/hosts.ts";
import { DESCRIPTION_LIMIT, NAME, NAME_LIMIT, slug } from "../skill.ts";
import { isRecord } from "./json.ts";

const BRIEF = { depth: 1, breakLength: Infinity, maxArrayLength: 5, maxStringLength: 60 };

/** Most problems that are told of one index; one with more is not an index with mistakes, but something else. */
const PROBLEM_LIMIT = 200;

/** Most bytes of an index that are read: 16 MiB. */
export const INDEX_LIMIT = 16 * 1024 * 1024;

/** Fields people write from memory, and what the format has in their place. */
const INSTEAD: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sha256: "digest",
    hash: "digest",
    checksum: "digest",
    integrity: "digest",
    href: "url",
    path: "url",
    location: "url",
    title: "name",
    id: "name",
    summary: "description",
    kind: "type",
  }),
);

/**
 * Judges somebody's discovery index field by field against the format 0.2.0, as clients read it.
 *
 * @param bytes the index
 * @param from what to call it in problems: a path or an address
 */
export function judgeIndex(bytes: Uint8Array, from: string): Problem[] {
  const where = { path: from };
  let index: unknown;
  try {
    index = JSON.parse(Buffer.from(bytes).toString());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [problem("index-not-json", where, { reason: error.message.slice(0, 200) })];
  }
  if (!isRecord(index)) return [field(where, "(all)", index, "an object with `$schema` and `skills`")];

  const { $schema, skills } = index;
  const problems: Problem[] = [];
  if ($schema !== INDEX_SCHEMA) problems.push(field(where, "$schema", $schema, `exactly \`${INDEX_SCHEMA}\``));
  problems.push(...strangers(where, "", index, ["$schema", "skills"]));
  if (!Array.isArray(skills)) return [...problems, field(where, "skills", skills, "a list of entries")];
  if (skills.length === 0) problems.push(problem("index-empty", where));

  const names = new Set<string>();
  for (const [position, entry] of skills.entries()) {
    if (problems.length > PROBLEM_LIMIT) {
      return [...problems.slice(0, PROBLEM_LIMIT), problem("more-problems", where, { rest: skills.length - position })];
    }
    const place = `skills[${position}]`;
    if (!isRecord(entry)) {
      problems.push(field(where, place, entry, "an object with `name`, `type`, `description`, `url` and `digest`"));
      continue;
    }
    problems.push(...judgeEntry(where, place, entry));
    if (typeof entry["name"] === "string") {
      if (names.has(entry["name"]))
        problems.push(problem("index-duplicate", where, { field: `${place}.name`, name: entry["name"] }));
      names.add(entry["name"]);
    }
  }
  return problems;
}

/** A field of an entry that does not have the form the format asks for. */
interface Fault {
  readonly key: string;
  /** What is there, in words. */
  readonly found: string;
  /** What must be there, in words. */
  readonly expected: string;
}

/** What is wrong with the five fields of an index entry, in the order of the format. Where a URL leads is not judged. */
export function entryFaults(entry: Readonly<Record<string, unknown>>): Fault[] {
  const { name, type, description, url, digest } = entry;
  const faults: Fault[] = [];
  const wrong = (key: string, expected: string) => faults.push({ key, found: foundValue(entry[key]), expected });
  if (typeof name !== "string" || !NAME.test(name) || name.length > NAME_LIMIT) {
    const suggestion = typeof name === "string" ? slug(name) : "";
    wrong(
      "name",
      `lower-case letters, digits and single hyphens, at most ${NAME_LIMIT} characters${suggestion === "" ? "" : `: \`${suggestion}\``}`,
    );
  }
  if (type !== "skill-md" && type !== "archive")
    wrong("type", "`skill-md` for a single SKILL.md, or `archive` for a .tar.gz or .zip");
  if (typeof description !== "string" || description.trim() === "" || description.length > DESCRIPTION_LIMIT) {
    wrong(
      "description",
      `text of 1 to ${DESCRIPTION_LIMIT} characters${typeof description === "string" ? `; it has ${description.length}` : ""}`,
    );
  }
  if (typeof url !== "string" || !URL.canParse(url))
    wrong("url", "an absolute https address on the publisher's own domain");
  if (typeof digest !== "string" || !/^sha256:[0-9a-f]{64}$/.test(digest))
    wrong("digest", rightDigest(digest ?? entry["sha256"]));
  return faults;
}

function judgeEntry(where: { path: string }, place: string, entry: Readonly<Record<string, unknown>>): Problem[] {
  const { url } = entry;
  return [
    ...entryFaults(entry).map(({ key, found, expected }) =>
      problem("index-field", where, { field: `${place}.${key}`, found, expected }),
    ),
    ...(typeof url === "string" && URL.canParse(url) ? judgeUrl(where, `${place}.url`, new URL(url)) : []),
    ...strangers(where, `${place}.`, entry, ["name", "type", "description", "url", "digest"]),
  ];
}

function judgeUrl(where: { path: string }, place: string, { protocol, hostname, href }: URL): Problem[] {
  if (isUncontrolled(hostname)) return [problem("uncontrolled-host", where, { field: place, host: hostname })];
  if (protocol === "https:" || (protocol === "http:" && isLoopback(hostname))) return [];
  return [field(where, place, href, "an https address on the publisher's own domain")];
}

/** The right form of a digest, computed from what was written where that is possible. */
function rightDigest(written: unknown): string {
  const form = "`sha256:` and the 64 lower-case hex digits of the artifact's SHA-256";
  if (typeof written !== "string") return form;
  const value = written.replace(/^sha-?256[:=-]/i, "");
  if (/^[0-9a-f]{64}$/i.test(value)) return `\`sha256:${value.toLowerCase()}\``;
  const decoded = Buffer.from(value, "base64");
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(value) && decoded.length === 32)
    return `\`sha256:${decoded.toString("hex")}\` (hex, not base64)`;
  return `${form}${written.startsWith("sha256-") ? ", with a colon and in hex, not base64" : ""}`;
}

function strangers(
  where: { path: string },
  prefix: string,
  record: Readonly<Record<string, unknown>>,
  known: readonly string[],
): Problem[] {
  return Object.keys(record)
    .filter((key) => !known.includes(key))
    .slice(0, PROBLEM_LIMIT)
    .map((key) =>
      problem("index-unknown-field", where, {
        field: prefix + key,
        instead: INSTEAD.has(key) ? `; the format calls it \`${INSTEAD.get(key)}\`` : "",
      }),
    );
}

function field(where: { path: string }, name: string, value: unknown, expected: string): Problem {
  return problem("index-field", where, { field: name, found: foundValue(value), expected });
}

function foundValue(value: unknown): string {
  return value === undefined ? "missing" : `\`${brief(value)}\``;
}

/** A value in a few characters, however deep or long it is. */
function brief(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value.slice(0, 120)) : inspect(value, BRIEF).slice(0, 120);
}
