/** Marks an index of the discovery format 0.2.0; clients compare the whole string. */
export const INDEX_SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

/** One entry of an index, with exactly these keys in this order. */
export interface IndexEntry {
  readonly name: string;
  readonly type: "skill-md" | "archive";
  readonly description: string;
  readonly url: string;
  readonly digest: string;
}

/** The bytes of an index (discovery format 0.2.0) with these entries, which are in byte order of their names. */
export function encodeIndex(skills: readonly IndexEntry[]): Buffer {
  const entries = skills.map(({ name, type, description, url, digest }) => ({ name, type, description, url, digest }));
  return encodeJson({ $schema: INDEX_SCHEMA, skills: entries });
}

/** JSON as all our files have it: two blanks of indent, one line end at the end, UTF-8. */
export function encodeJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
