import { type Code, type Problem, problem } from "../problem.ts";
import type { kinds } from "../problem-kinds.ts";
import type { Blanks, Details } from "../sentence.ts";
import { pointerTo } from "./document-schemas.ts";
import type { Place } from "./json-places.ts";

/** Each class of fault that the skill-set format knows, and what it is called here. */
const KINDS = {
  INVALID_JSON: "set-not-json",
  SCHEMA_VERSION: "set-schema-version",
  NAME_MISMATCH: "set-name-mismatch",
  DUPLICATE_MEMBER: "set-duplicate-member",
  INVALID_MANIFEST: "set-invalid-manifest",
  LOCK_VERSION: "set-lock-version",
  INVALID_LOCK: "set-invalid-lock",
} as const satisfies Readonly<Record<string, Code>>;

/** A class of fault; tools know it with the prefix `ERR_SKILLSET_`. */
export type FaultClass = keyof typeof KINDS;

/** One thing that is wrong with a document of a set, or that there is to say of it. */
export interface SetProblem extends Problem {
  /** JSON pointer (RFC 6901) of what it is about, or of what that is in. */
  readonly pointer: string;
}

/** One thing that makes a document invalid. */
export interface SetFault extends SetProblem {
  readonly faultClass: FaultClass;
}

/** Where something in a document is. */
export interface Spot extends Partial<Place> {
  readonly segments: readonly string[];
}

/** Most characters of a pointer, and of other text from a document in a message. */
const POINTER_LIMIT = 1000;
const QUOTE_LIMIT = 120;

type BlanksOf<C extends Code> = Blanks<(typeof kinds)[C]["message"]> | Blanks<(typeof kinds)[C]["hint"]>;

/** Makes a problem of a document from its code and its place. */
export function setProblem<C extends Code>(
  code: C,
  { segments, line, column }: Spot,
  ...details: Details<BlanksOf<C>>
): SetProblem {
  return { ...problem(code, { line, column }, ...details), pointer: boundedPointer(segments) };
}

/** Makes a fault of the given class. */
export function setFault<F extends FaultClass>(
  faultClass: F,
  spot: Spot,
  ...details: Details<BlanksOf<(typeof KINDS)[F]>>
): SetFault {
  return { ...setProblem(KINDS[faultClass], spot, ...details), faultClass };
}

/** Text of a document as a message may repeat it: its beginning, when it is long. */
export function quoted(text: string): string {
  return text.length <= QUOTE_LIMIT ? text : `${text.slice(0, QUOTE_LIMIT)}…`;
}

/** What a problem is about, as the beginning of a sentence. */
export function placeName(segments: readonly string[]): string {
  return segments.length === 0 ? "The document" : `\`${quoted(pointerTo(segments))}\``;
}

function boundedPointer(segments: readonly string[]): string {
  const pointer = pointerTo(segments);
  return pointer.length <= POINTER_LIMIT ? pointer : boundedPointer(segments.slice(0, -1));
}
