import { byBytes } from "../order.ts";

/** Address of the schema that a manifest names. */
const SET_SCHEMA = "https://skill-set.md/schema/draft/skill-set.schema.json";
/** Ends of the names of the two files of a set. */
export const SET_ENDING = ".skill-set.json";
export const LOCK_ENDING = ".skill-set.lock.json";

/** Who answers for a set. */
interface SetAuthor {
  readonly name: string;
  readonly url?: string | undefined;
  readonly organization?: string | undefined;
  readonly uri?: string | undefined;
}

/** A manifest of the skill-set format (draft). */
export interface SetManifest {
  readonly $schema?: string | undefined;
  readonly name: string;
  /** SemVer 2.0.0. */
  readonly version: string;
  readonly description?: string | undefined;
  readonly author?: SetAuthor | undefined;
  readonly homepage?: string | undefined;
  /** Locators. */
  readonly skills: readonly string[];
}

/** The bytes of a manifest as it is published, with the members in byte order. */
export function encodeSetManifest({ name, version, description, author, homepage, skills }: SetManifest): Buffer {
  const signed = author && {
    name: author.name,
    url: author.url,
    organization: author.organization,
    uri: author.uri,
  };
  const value = {
    $schema: SET_SCHEMA,
    name,
    version,
    description,
    author: signed,
    homepage,
    skills: skills.toSorted(byBytes),
  };
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
