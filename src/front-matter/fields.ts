import { type Scalar, isMap, isScalar } from "yaml";
import { problem, type Problem } from "../problem.ts";
import { DESCRIPTION_LIMIT, NAME, NAME_LIMIT, slug } from "../skill.ts";
import { controlCharacter, invisibleCharacter } from "./text.ts";
import { type Mapping, otherType } from "./yaml.ts";

/** Longest plain scalar that can be anything but text to a client: a date with time and zone. */
const OTHER_TYPE_LIMIT = 40;

/** A field as written, or undefined when it is absent. */
interface Field {
  readonly text: string;
  readonly plain: boolean;
  readonly offset: number;
  readonly end: number;
}

/** Reads and judges `name`; adds what is wrong to `problems`. */
export function nameOf(mapping: Mapping, folder: string, path: string, problems: Problem[]): string | undefined {
  const field = textOf(mapping, "name");
  if (field === undefined || (field !== "not-text" && field.text === "")) {
    problems.push(problem("missing-name", { path, line: 2, column: 1 }, { line: nameLine(folder) }));
    return undefined;
  }
  if (field === "not-text") {
    problems.push(
      problem("name-not-text", mapping.at(offsetOf(mapping, "name")), {
        type: "a list or mapping",
        correction: nameLine(folder),
      }),
    );
    return undefined;
  }
  const where = mapping.at(field.offset);
  const type = field.plain ? otherType(field.text) : undefined;
  if (type !== undefined) {
    problems.push(
      problem("name-not-text", where, {
        type,
        correction: NAME.test(field.text) ? `name: "${field.text}"` : nameLine(field.text, folder),
      }),
    );
    return undefined;
  }
  if (!NAME.test(field.text) || field.text.length > NAME_LIMIT) {
    problems.push(
      problem("invalid-name", where, { name: field.text.slice(0, 2 * NAME_LIMIT), line: nameLine(field.text, folder) }),
    );
    return undefined;
  }
  warnIfCut(mapping, field, "name", problems);
  return field.text;
}

/** The first of some texts that makes a name, as a line that every client reads as text. */
export function nameLine(...texts: readonly string[]): string {
  const name = texts.map(slug).find((each) => each !== "") ?? "my-skill";
  return otherType(name) === undefined ? `name: ${name}` : `name: "${name}"`;
}

/** Reads and judges `description`; adds what is wrong to `problems`. */
export function descriptionOf(mapping: Mapping, path: string, problems: Problem[]): string | undefined {
  const field = textOf(mapping, "description");
  if (field === undefined || (field !== "not-text" && field.text === "")) {
    problems.push(problem("missing-description", { path, line: 2, column: 1 }));
    return undefined;
  }
  if (field === "not-text") {
    problems.push(
      problem("description-not-text", mapping.at(offsetOf(mapping, "description")), { type: "a list or mapping" }),
    );
    return undefined;
  }
  const { text, plain, offset } = field;
  const where = mapping.at(offset);
  const type = plain && text.length <= OTHER_TYPE_LIMIT ? otherType(text) : undefined;
  const control = text.isWellFormed() ? controlCharacter(text) : "half of a surrogate pair";
  const invisible = invisibleCharacter(text);
  if (type !== undefined) problems.push(problem("description-not-text", where, { type }));
  if (text.length > DESCRIPTION_LIMIT) {
    problems.push(
      problem("description-too-long", where, {
        length: text.length,
        limit: DESCRIPTION_LIMIT,
        excess: text.length - DESCRIPTION_LIMIT,
      }),
    );
  }
  if (control !== undefined) problems.push(problem("unsafe-text", where, { field: "description", character: control }));
  if (invisible !== undefined)
    problems.push(problem("invisible-characters", where, { field: "description", character: invisible }));
  warnIfCut(mapping, field, "description", problems);
  return text;
}

/** An optional text field; absent and unusable are both null. */
export function optionalText(mapping: Mapping, key: string): string | null {
  const field = textOf(mapping, key);
  return field === undefined || field === "not-text" || field.text === "" ? null : field.text;
}

/** The entries of `metadata` that are text, and whether the skill is marked `internal` as clients read it. */
export function metadataOf({ map }: Mapping): { metadata: Readonly<Record<string, string>>; internal: boolean } {
  const metadata = map.get("metadata", true);
  if (!isMap(metadata)) return { metadata: {}, internal: false };
  const entries = metadata.items.flatMap(({ key, value }): [string, Scalar][] =>
    isScalar(key) && isScalar(value) ? [[String(key.value), value]] : [],
  );
  const internal = entries.some(
    ([key, { type, value }]) => key === "internal" && type === "PLAIN" && /^(?:true|True|TRUE)$/.test(String(value)),
  );
  return { metadata: Object.fromEntries(entries.map(([key, { value }]) => [key, String(value).trim()])), internal };
}

function textOf({ map }: Mapping, key: string): Field | "not-text" | undefined {
  const node: unknown = map.get(key, true);
  if (node === undefined) return undefined;
  if (!isScalar(node)) return "not-text";
  const [offset, end] = node.range ?? [0, 0];
  return { text: String(node.value).trim(), plain: node.type === "PLAIN", offset, end };
}

function offsetOf({ map }: Mapping, key: string): number {
  const pair = map.items.find((each) => isScalar(each.key) && each.key.value === key);
  return isScalar(pair?.key) ? (pair.key.range?.[0] ?? 0) : 0;
}

function warnIfCut({ yaml, at }: Mapping, { plain, offset, end }: Field, field: string, problems: Problem[]): void {
  if (plain && /^[ \t]+#/.test(yaml.slice(end))) problems.push(problem("cut-at-hash", at(offset), { field }));
}
