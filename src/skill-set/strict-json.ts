import { type Place, placeIn, placesOf } from "./json-places.ts";

/** Most bytes of a document of a set: the reference consumer reads no more. */
export const DOCUMENT_LIMIT = 1024 * 1024;

/** Why a text is not strict JSON, in one clause that repeats nothing of it. */
export interface JsonFault extends Partial<Place> {
  readonly reason: string;
}

/** A value, and where its parts stand. */
export interface ReadJson {
  readonly value: unknown;
  /** Place of what the segments of a JSON pointer lead to, or of the nearest thing around it that is known. */
  readonly placeOf: (segments: readonly string[]) => Place;
}

/**
 * Reads strict JSON (RFC 8259): UTF-8 without a byte order mark, one value and nothing beside it, every key once in its
 * object.
 *
 * @returns the value and its places; or every repeated key; or the first place that is no JSON
 */
export function readStrictJson(bytes: Uint8Array): ReadJson | { readonly faults: readonly JsonFault[] } {
  if (bytes.length > DOCUMENT_LIMIT) return { faults: [{ reason: `it has more than ${DOCUMENT_LIMIT} bytes` }] };
  const text = decoded(bytes);
  if (text === undefined) return { faults: [{ reason: "it is not UTF-8" }] };
  if (text.startsWith("\uFEFF"))
    return { faults: [{ reason: "it starts with a byte order mark", line: 1, column: 1 }] };
  const parsed = parse(text);
  const { root, repeated, stop } = placesOf(text);
  if (!parsed) return { faults: [stop ?? { reason: "it breaks the grammar" }] };
  if (repeated.length > 0)
    return { faults: repeated.map((place) => ({ reason: "this key is already in its object", ...place })) };
  return { value: parsed.value, placeOf: (segments) => placeIn(root, segments) };
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}

/** Decides whether a text is JSON. The message of the parser quotes the text, so it is not passed on. */
function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
