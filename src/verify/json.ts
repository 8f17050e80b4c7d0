import { problem, type Problem } from "../problem.ts";

/**
 * Parses JSON of ours and checks it against its schema, which then vouches for the type.
 *
 * @returns the value, or what is wrong with it
 */
export function parseJson<T>(
  bytes: Buffer,
  path: string,
  validate: (value: unknown) => string[],
): { value: T | undefined; problems: Problem[] } {
  let value: T;
  try {
    value = JSON.parse(bytes.toString());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { value: undefined, problems: [problem("index-not-json", { path }, { reason: error.message })] };
  }
  const problems = validate(value).map((reason) =>
    problem("report-disagrees", { path }, { reason: `the schema says: ${reason}` }),
  );
  return { value: problems.length === 0 ? value : undefined, problems };
}
