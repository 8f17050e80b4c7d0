import { Ajv, type ErrorObject } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import lockSchema from "../../schemas/skill-set.lock.schema.json" with { type: "json" };
import manifestSchema from "../../schemas/skill-set.schema.json" with { type: "json" };
import type { SetLock } from "./set-lock.ts";
import type { SetManifest } from "./set-manifest.ts";

/** One way in which a document breaks its schema. */
export interface Violation {
  /** The keyword of JSON Schema that it breaks, and the JSON pointer of what breaks it. */
  readonly keyword: string;
  readonly instancePath: string;
  /** The same pointer, with the member that is missing or too many where there is one. */
  readonly segments: readonly string[];
  /** What is wrong, in words that follow the pointer. */
  readonly reason: string;
  /** What to do. */
  readonly correction: string;
}

/** A document that its schema admits; or the first ways in which it breaks it, and how many there are. */
export type Validated<T> =
  | { readonly valid: T }
  | { readonly violations: readonly Violation[]; readonly total: number };

/** Most violations that are told of one document. */
const VIOLATION_LIMIT = 100;

/** The two schemas of the format, compiled. */
export interface DocumentSchemas {
  readonly manifest: (value: unknown) => Validated<SetManifest>;
  readonly lock: (value: unknown) => Validated<SetLock>;
}

/** Compiles the JSON Schemas of manifest and lock (draft-07). A URI is one by RFC 3986. */
export function compileDocumentSchemas(): DocumentSchemas {
  const ajv = new Ajv({ allErrors: true, verbose: true, formats: { uri: fullFormats.uri } });
  const check = <T>(schema: object) => {
    const validate = ajv.compile<T>(schema);
    return (value: unknown): Validated<T> => {
      if (validate(value)) return { valid: value };
      const errors = validate.errors ?? [];
      return { violations: errors.slice(0, VIOLATION_LIMIT).map(violation), total: errors.length };
    };
  };
  return { manifest: check<SetManifest>(manifestSchema), lock: check<SetLock>(lockSchema) };
}

function violation({ keyword, instancePath, params, parentSchema }: ErrorObject): Violation {
  const around = segmentsOf(instancePath);
  const whole = { keyword, instancePath };
  if (keyword === "required") {
    const missing = String(params["missingProperty"]);
    const expected = descriptionOf(parentSchema?.["properties"]?.[missing]);
    return { ...whole, segments: around, reason: `has no \`${missing}\``, correction: `Add it: ${expected}.` };
  }
  if (keyword === "additionalProperties") {
    const segments = [...around, String(params["additionalProperty"])];
    const known = Object.keys(parentSchema?.["properties"] ?? {}).map((name) => `\`${name}\``);
    return {
      ...whole,
      segments,
      reason: "is not a member that the format has",
      correction: `Remove it; there are ${known.join(", ")}.`,
    };
  }
  return {
    ...whole,
    segments: around,
    reason: REASONS[keyword]?.(params) ?? "is not what the format has",
    correction: `Write ${descriptionOf(parentSchema)}.`,
  };
}

/** What breaks a keyword, in words that follow the place. */
const REASONS: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>> = {
  type: ({ type }) => `is no ${String(type)}`,
  const: ({ allowedValue }) => `is not ${JSON.stringify(allowedValue)}`,
  minLength: () => "is empty",
  minItems: () => "is empty",
  minProperties: () => "is empty",
  maxLength: ({ limit }) => `has more than ${String(limit)} characters`,
  pattern: () => "does not have the form that it must have",
  format: () => "is no absolute URI",
};

/** What a part of a document must be, as its schema says it. */
function descriptionOf(schema: Readonly<Record<string, unknown>> | undefined): string {
  return typeof schema?.["description"] === "string" ? schema["description"] : "what the schema has";
}

/** The segments of a JSON pointer (RFC 6901). */
function segmentsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A JSON pointer (RFC 6901) from its segments. */
export function pointerTo(segments: readonly string[]): string {
  return segments.map((segment) => `/${segment.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
