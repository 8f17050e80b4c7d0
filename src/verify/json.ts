import { problem, type Problem } from "../problem.ts";

/** How bytes become a value, and what vouches for its type. */
export interface Reader {
  /** What is wrong with a value, by its schema; empty when it is valid. */
  readonly validate: (value: unknown) => string[];
  readonly parse?: (bytes: Buffer) => ReturnType<typeof JSON.parse>;
}

/**
 * Parses JSON of ours and checks it against its schema, which then vouches for the type.
 *
 * @returns the value, or what is wrong with it
 */
export function parseJson<T>(
  bytes: Buffer,
  path: string,
  { validate, parse = (each) => JSON.parse(each.toString()) }: Reader,
): { value: T | undefined; problems: Problem[] } {
  let value: T;
  try {
    value = parse(bytes);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { value: undefined, problems: [problem("index-not-json", { path }, { reason: error.message })] };
  }
  const problems = validate(value).map((reason) =>
    problem("report-disagrees", { path }, { reason: `the schema says: ${reason}` }),
  );
  return { value: problems.length === 0 ? value : undefined, problems };
}

/** Anybody's JSON as a value of any kind; undefined for bytes that are no JSON. */
export function foreignJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** True for what JSON calls an object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
