import type { Reason } from "./reason.ts";

/** What an index says about one skill. */
export interface IndexEntry {
  readonly url: string;
  /** `sha256:` and 64 hex digits. */
  readonly digest: string;
}

/** Largest index that is read, in bytes. */
export const INDEX_LIMIT = 16 * 1024 * 1024;

/** Marks an index of the discovery format 0.2.0; clients compare the whole string. */
const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

const UPLOAD = "Upload the whole publication again, the index last.";

/** Finds a skill in the bytes of an index (discovery format 0.2.0), or says why clients would not. */
export function readEntry(bytes: Uint8Array, name: string): IndexEntry | Reason {
  const index = parse(bytes);
  const failed = (code: Reason["code"], message: string): Reason => ({
    severity: "failed",
    code,
    message,
    hint: UPLOAD,
  });
  if (index === undefined) return failed("index-not-json", "The index of this site is not JSON.");
  if (field(index, "$schema") !== SCHEMA)
    return {
      severity: "unverifiable",
      code: "unknown-schema",
      message: "The index of this site is not one of the discovery format 0.2.0, so what it says was not read.",
      hint: `Its $schema has to be ${SCHEMA}.`,
    };
  const skills = field(index, "skills");
  if (!Array.isArray(skills)) return failed("index-shape", "The index of this site has no list of skills.");
  const [entry, second] = skills.filter((each: unknown) => field(each, "name") === name);
  if (entry === undefined)
    return failed("catalogue-differs", "The index of this site does not have this skill: it is of another build.");
  if (second !== undefined) return failed("duplicate-name", "The index of this site has this skill twice.");
  const [url, digest] = [field(entry, "url"), field(entry, "digest")];
  if (typeof url !== "string" || typeof digest !== "string" || !/^sha256:[0-9a-f]{64}$/.test(digest))
    return failed("bad-entry", "The index of this site has no address and digest for this skill that can be used.");
  return { url, digest };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function field(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
}
