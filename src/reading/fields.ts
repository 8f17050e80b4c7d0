import { isPair, isScalar } from "yaml";
import { type Finding, finding, type Place } from "./codes.ts";
import { isSafe, isSafeLine } from "./text.ts";
import type { FrontMatter } from "./yaml.ts";

/** Most characters of an optional text, in UTF-16 units. */
const TEXT_LIMIT = 1024;
const ENTRIES_LIMIT = 64;
const KEY_LIMIT = 128;
const TRANSLATIONS_LIMIT = 32;

/** What a text must be like; lengths in UTF-16 units, measured after trimming. */
interface Shape {
  readonly least: number;
  readonly most: number;
  readonly lines: "one" | "many";
}

/** Texts shown to people who read a language, by the tag of the language. */
export type Translations = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Reads the fields of one declaration, and notes what had to be ignored. */
export class Fields {
  readonly found: Finding[] = [];
  readonly #front: FrontMatter;
  readonly #path: string;

  constructor(front: FrontMatter, path: string) {
    this.#front = front;
    this.#path = path;
    if (front.anchored !== undefined)
      this.found.push(finding("anchor_dropped", this.at(front.anchored), { field: front.anchored }));
  }

  /** Where a field is, or the field that has it when its name has a dot; the start of the file when it is absent. */
  at(field: string): Place {
    return { path: this.#path, line: this.#front.lineOf(field.split(".")[0] ?? field) };
  }

  /** The value of a field, an empty text when it is blank; undefined when the field is absent. */
  value(key: string): unknown {
    const value = this.#front.fields.get(key);
    return value === null ? "" : value;
  }

  /** A text that must be there: undefined when it is not, or is unusable. */
  required(key: string, shape: Shape): string | undefined {
    const text = textOf(this.value(key), shape);
    if (text !== undefined && isCut(this.#front, key))
      this.found.push(finding("commented_value", this.at(key), { field: key }));
    return text;
  }

  /** A text that may be there: null when it is not, with a warning when it is unusable. */
  optional(key: string, shape: Partial<Shape> = {}): string | null {
    const value = this.value(key);
    if (value === undefined) return null;
    const text = textOf(value, { least: 1, most: TEXT_LIMIT, lines: "many", ...shape });
    if (text === undefined) this.ignore(key, "it is not text of an allowed length");
    return text ?? null;
  }

  /** A mapping that may be there: empty when it is not, with a warning when it is none. */
  mapping(key: string): ReadonlyMap<string, unknown> {
    const value = this.value(key);
    if (value !== undefined && !(value instanceof Map)) this.ignore(key, "it is not a mapping");
    return value instanceof Map ? value : new Map();
  }

  /** `metadata`: texts by key. */
  metadata(): ReadonlyMap<string, string> {
    const metadata = this.mapping("metadata");
    const entries = [...metadata].flatMap(([key, value]): [string, string][] => {
      const text = textOf(value, { least: 0, most: TEXT_LIMIT, lines: "many" });
      return text !== undefined && isSafeLine(key) && key.length > 0 && key.length <= KEY_LIMIT ? [[key, text]] : [];
    });
    return new Map(this.#some("metadata", entries, ENTRIES_LIMIT, metadata.size));
  }

  /** Entries of a mapping from a language to texts of the given shapes; one that has none of them is dropped. */
  translations(field: string, value: unknown, shapes: Readonly<Record<string, Shape>>): Translations {
    if (value === undefined) return new Map();
    if (!(value instanceof Map)) {
      this.ignore(field, "it is not a mapping");
      return new Map();
    }
    const entries = [...value].flatMap(([tag, texts]): [string, Record<string, string>][] => {
      if (!isLanguage(tag) || !(texts instanceof Map)) return [];
      const usable = Object.entries(shapes).flatMap(([key, shape]): [string, string][] => {
        const text = textOf(texts.get(key), shape);
        return text === undefined ? [] : [[key, text]];
      });
      return usable.length === 0 ? [] : [[tag, Object.fromEntries(usable)]];
    });
    return new Map(this.#some(field, entries, TRANSLATIONS_LIMIT, value.size));
  }

  /** Notes that a field, or some of its entries, is not used. */
  ignore(field: string, reason: string): void {
    this.found.push(finding("ignored_field", this.at(field), { field, reason }));
  }

  /** As many entries as are allowed; one warning counts the others. */
  #some<T>(field: string, usable: readonly T[], most: number, written: number): readonly T[] {
    const kept = usable.slice(0, most);
    if (kept.length < written) this.ignore(field, `entries that are not usable: ${written - kept.length}`);
    return kept;
  }
}

/** True for 2 or 3 lower-case letters and up to three groups of 2 to 8 letters and digits, as `pt-BR`. */
export function isLanguage(tag: unknown): tag is string {
  return typeof tag === "string" && /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(tag);
}

/** The trimmed text of a value that is safe and of an allowed length. */
function textOf(value: unknown, { least, most, lines }: Shape): string | undefined {
  if (typeof value !== "string" && value !== null) return undefined;
  const text = (value ?? "").trim();
  if (text.length < least || text.length > most) return undefined;
  return (lines === "one" ? isSafeLine(text) : isSafe(text)) ? text : undefined;
}

/** True for a plain value on one line that is followed by blanks and a `#`. */
function isCut({ nodes, yaml }: FrontMatter, field: string): boolean {
  const node = nodes.items.find((pair) => isPair(pair) && isScalar(pair.key) && pair.key.value === field)?.value;
  if (!isScalar(node) || node.type !== "PLAIN") return false;
  const [start, end] = node.range ?? [0, 0];
  return !yaml.slice(start, end).includes("\n") && /^[ \t]+#/.test(yaml.slice(end));
}
