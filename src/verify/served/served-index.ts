import { INDEX_SCHEMA } from "../../publication/discovery-index.ts";
import { layout } from "../../publication/layout.ts";
import { entryFaults } from "../foreign-index.ts";
import { isRecord } from "../json.ts";
import { reason, type Reason } from "./reason.ts";

/** An entry of an index as somebody serves it. */
export interface Listed {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  /** As written; it may be relative. */
  readonly url: string;
  readonly digest: string | undefined;
  /** Why nothing can be fetched for it. */
  readonly reasons: readonly Reason[];
}

/** An index as somebody serves it. */
export interface ServedIndex {
  readonly schema: string | null;
  readonly listed: readonly Listed[];
  readonly reasons: readonly Reason[];
}

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/**
 * Reads the bytes of an index (discovery format 0.2.0). It is judged by `$schema`, whatever else it says.
 *
 * @param limit most entries
 */
export function readIndex(bytes: Buffer, limit: number): ServedIndex {
  const none = (found: Reason, schema: string | null = null) => ({ schema, listed: [], reasons: [found] });
  let index: unknown;
  try {
    index = JSON.parse(bytes.toString());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return none(reason("index-not-json", { reason: error.message.slice(0, 200) }));
  }
  if (!isRecord(index)) return none(reason("index-shape", { reason: "it is no object" }));
  const { $schema, skills } = index;
  const schema = typeof $schema === "string" ? $schema : null;
  if (schema !== INDEX_SCHEMA) {
    const found = schema === null ? "(none)" : `\`${schema.slice(0, 200)}\``;
    return none(reason("unknown-schema", { found, expected: INDEX_SCHEMA }), schema);
  }
  if (!Array.isArray(skills)) return none(reason("index-shape", { reason: "`skills` is no list" }), schema);
  if (skills.length === 0) return none(reason("empty-index"), schema);
  if (skills.length > limit)
    return none(reason("read-limit", { what: layout.index, reason: `it lists more than ${limit} skills` }), schema);

  const listed = skills.map(readEntry);
  const seen = new Set<string>();
  const repeated = new Set(listed.flatMap(({ name }) => (seen.has(name) ? [name] : (seen.add(name), []))));
  return { schema, listed, reasons: [...repeated].map((name) => reason("duplicate-name", { name })) };
}

function readEntry(entry: unknown, position: number): Listed {
  const place = `skills[${position}]`;
  if (!isRecord(entry)) {
    const wrong = reason("bad-entry", { name: place, reason: "it is no object", correction: "Write an object." });
    return { name: place, type: "", description: "", url: "", digest: undefined, reasons: [wrong] };
  }
  const text = (key: string) => (typeof entry[key] === "string" ? entry[key] : "");
  const name = text("name") === "" ? place : text("name");
  const faults = entryFaults(entry).filter(({ key }) => key !== "type" && (key !== "url" || text("url") === ""));
  const isKnown = entry["type"] === "skill-md" || entry["type"] === "archive";
  const digest = text("digest");
  return {
    name,
    type: text("type"),
    description: text("description"),
    url: text("url"),
    digest: DIGEST.test(digest) ? digest : undefined,
    reasons: [
      ...faults.map(({ key, found, expected }) =>
        reason("bad-entry", { name, reason: `\`${key}\` is ${found}`, correction: `It must be ${expected}.` }),
      ),
      ...(isKnown ? [] : [reason("unknown-type", { name, found: `\`${text("type")}\`` })]),
    ],
  };
}
