import { repeated } from "../repeated.ts";
import { compileDocumentSchemas, type DocumentSchemas, type Validated, type Violation } from "./document-schemas.ts";
import { placeName, quoted, type SetFault, setFault, type Spot } from "./set-fault.ts";
import { type LockedMember, type SetLock, setHashOf } from "./set-lock.ts";
import { LOCK_ENDING, SET_ENDING, type SetManifest } from "./set-manifest.ts";
import { type JsonFault, type ReadJson, readStrictJson } from "./strict-json.ts";

/** Most faults that are told of one document. */
const FAULT_LIMIT = 100;

/** What is wrong with a document; `more` counts the faults that are not among them. */
export interface Refused {
  readonly faults: readonly SetFault[];
  readonly more: number;
}

/** A manifest, and where its parts stand in its text. */
export interface ReadManifest extends Pick<ReadJson, "placeOf"> {
  readonly manifest: SetManifest;
}

/** A lock, and where its parts stand in its text. */
export interface ReadLock extends Pick<ReadJson, "placeOf"> {
  readonly lock: SetLock;
  /** By locator. */
  readonly members: ReadonlyMap<string, LockedMember>;
}

/**
 * Reads the manifest of a set: strict JSON, the schema, and the rules beyond it (skill-set draft, section 1).
 *
 * @param file name of the file, which must be that of the set; undefined when it need not be
 * @returns the manifest, or everything that is wrong with it, what the schema says first
 */
export function readSetManifest(
  bytes: Uint8Array,
  file: string | undefined,
  schemas: DocumentSchemas = compileDocumentSchemas(),
): ReadManifest | Refused {
  const json = readStrictJson(bytes);
  if ("faults" in json) return notJson(json.faults);
  const { value, placeOf } = json;
  const at = (...segments: readonly string[]): Spot => ({ segments, ...placeOf(segments) });
  const checked = schemas.manifest(value);
  const { isBroken, violations, total } = judged(checked);

  // A repeated member is told of with its place, by a class of its own.
  const told = violations.filter(({ keyword }) => keyword !== "uniqueItems");
  const faults = told.map(({ segments, reason, correction }) =>
    setFault("INVALID_MANIFEST", at(...segments), { place: placeName(segments), reason, correction }),
  );
  const { $schema, name, skills } = fieldsOf(value);
  if (typeof $schema === "string" && !isBroken("$schema") && !isDraft($schema))
    faults.push(setFault("SCHEMA_VERSION", at("$schema")));
  if (typeof name === "string" && !isBroken("name") && file !== undefined && file !== name + SET_ENDING)
    faults.push(setFault("NAME_MISMATCH", at("name"), { name, expected: name + SET_ENDING }));
  for (const { index, item } of Array.isArray(skills) ? repeated<unknown>(skills) : [])
    if (typeof item === "string")
      faults.push(setFault("DUPLICATE_MEMBER", at("skills", String(index)), { locator: quoted(item) }));
  const untold = total - violations.length;
  return "valid" in checked && faults.length === 0 ? { manifest: checked.valid, placeOf } : refused(faults, untold);
}

/**
 * Reads the lock of a set: strict JSON, its version, then the schema, its own set hash and its name (skill-set draft, 5.2).
 *
 * @param file name of the file, which must be that of the set; undefined when it need not be
 * @returns the lock, or everything that is wrong with it; of a lock of another version that alone
 */
export function readSetLock(
  bytes: Uint8Array,
  file: string | undefined,
  schemas: DocumentSchemas = compileDocumentSchemas(),
): ReadLock | Refused {
  const json = readStrictJson(bytes);
  if ("faults" in json) return notJson(json.faults);
  const { value, placeOf } = json;
  const at = (...segments: readonly string[]): Spot => ({ segments, ...placeOf(segments) });
  const { version, name, setHash, skills } = fieldsOf(value);
  if (isObject(value) && version !== 1) return refused([setFault("LOCK_VERSION", at("version"))], 0);

  const checked = schemas.lock(value);
  const { isBroken, violations, total } = judged(checked);
  const invalid = (segments: readonly string[], reason: string, correction: string) =>
    setFault("INVALID_LOCK", at(...segments), { place: placeName(segments), reason, correction });
  const faults = violations.map(({ segments, reason, correction }) => invalid(segments, reason, correction));
  const hashes = isBroken("skills") || isBroken("setHash") ? undefined : hashesOf(skills);
  if (hashes && typeof setHash === "string" && setHash !== setHashOf(hashes))
    faults.push(
      invalid(
        ["setHash"],
        "is not the hash of the members below it",
        "Get the lock again from where it came from, or make it again with `skillpress set lock`; it was changed by hand or damaged.",
      ),
    );
  if (typeof name === "string" && !isBroken("name") && file !== undefined && file !== name + LOCK_ENDING)
    faults.push(
      invalid(["name"], "is not the name of the file", `Name the file \`${name}${LOCK_ENDING}\`, or correct \`name\`.`),
    );
  return "valid" in checked && faults.length === 0
    ? { lock: checked.valid, members: new Map(Object.entries(checked.valid.skills)), placeOf }
    : refused(faults, total - violations.length);
}

function notJson(faults: readonly JsonFault[]): Refused {
  return refused(
    faults.map(({ reason, ...place }) => setFault("INVALID_JSON", { segments: [], ...place }, { reason })),
    0,
  );
}

/** @param untold faults that were found and are not in the list */
function refused(faults: readonly SetFault[], untold: number): Refused {
  const told = faults.slice(0, FAULT_LIMIT);
  return { faults: told, more: faults.length - told.length + untold };
}

/** What a schema said, and whether it said anything of a member of the root. */
function judged(checked: Validated<unknown>): {
  readonly violations: readonly Violation[];
  readonly total: number;
  readonly isBroken: (member: string) => boolean;
} {
  const { violations, total } = "valid" in checked ? { violations: [], total: 0 } : checked;
  const broken = new Set(violations.map(({ segments }) => segments[0]));
  return { violations, total, isBroken: (member) => broken.has(member) };
}

/** Any host will do, but the address must name the one version of the schema that exists. */
function isDraft(schema: string): boolean {
  return /\/schema\/(draft|v\d+)\//.exec(schema)?.[1] === "draft";
}

/** The hash of each member; undefined when one has none. */
function hashesOf(skills: unknown): ReadonlyMap<string, Pick<LockedMember, "computedHash">> | undefined {
  const hashes = new Map<string, { computedHash: string }>();
  for (const [locator, member] of Object.entries(fieldsOf(skills))) {
    const { computedHash } = fieldsOf(member);
    if (typeof computedHash !== "string") return undefined;
    hashes.set(locator, { computedHash });
  }
  return hashes.size === 0 ? undefined : hashes;
}

/** The members of an object; none of anything else. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
