import { createScanner } from "jsonc-parser";

/** Lines and columns count from 1, columns in UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A value on one of the first levels, and what is in it. A member of an object has the place of its key. */
export interface PlacedValue extends Place {
  parts?: Map<string, PlacedValue>;
}

/** What there is to know of a text besides its value. */
export interface Places {
  readonly root: PlacedValue | undefined;
  /** Each key that its object has already. */
  readonly repeated: readonly Place[];
  /** The first place that is not JSON, and why in one clause that repeats nothing of the text. */
  readonly stop: (Place & { readonly reason: string }) | undefined;
}

/** Levels of which places are kept; the documents of a set have no more. */
const DEPTH = 4;

/** What may come next, in the words in which it is missed. */
const EXPECTED = {
  value: "a value",
  valueOrEnd: "a value or `]`",
  key: "a key in double quotes",
  keyOrEnd: "a key in double quotes or `}`",
  colon: "a colon",
  commaOrEnd: "a comma, or the end of the object or array,",
  nothing: "nothing more",
} as const;

const LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** An object or array that is still open. */
interface Open {
  /** The keys that were met; undefined in an array. */
  readonly keys: Set<string> | undefined;
  readonly value: PlacedValue | undefined;
  /** Key of what comes next, and its place; in an array the number of what came before. */
  key: string;
  keyPlace: Place | undefined;
  count: number;
}

/**
 * Goes through the tokens of a text once. Nothing is recursive, so no depth of nesting exhausts the stack.
 *
 * Keys are compared after unescaping, on every level.
 */
export function placesOf(text: string): Places {
  const scanner = createScanner(text);
  const open: Open[] = [];
  const repeated: Place[] = [];
  let root: PlacedValue | undefined;
  let expected: keyof typeof EXPECTED = "value";

  const begin = (place: Place): PlacedValue | undefined => {
    const around = open.at(-1);
    if (!around) return (root = { ...place });
    const key = around.keys ? around.key : String(around.count);
    around.count += 1;
    if (!around.value) return undefined;
    const value: PlacedValue = { ...(around.keyPlace ?? place) };
    (around.value.parts ??= new Map()).set(key, value);
    return open.length < DEPTH ? value : undefined;
  };
  const ended = () => (open.length === 0 ? "nothing" : "commaOrEnd");

  for (;;) {
    scanner.scan();
    const place = { line: scanner.getTokenStartLine() + 1, column: scanner.getTokenStartCharacter() + 1 };
    const stop = (reason: string) => ({ root, repeated, stop: { ...place, reason } });
    const first = text[scanner.getTokenOffset()];
    if (first === undefined && expected === "nothing") return { root, repeated, stop: undefined };
    if (first === undefined) return stop(`it ends where ${EXPECTED[expected]} is expected`);
    if (/[ \t\r\n]/.test(first)) continue;
    const isWhole = !scanner.getTokenError();
    const around = open.at(-1);
    const takesValue = expected === "value" || expected === "valueOrEnd";
    const takesKey = expected === "key" || expected === "keyOrEnd";

    if (takesValue && (first === "{" || first === "[")) {
      const keys = first === "{" ? new Set<string>() : undefined;
      open.push({ keys, value: begin(place), key: "", keyPlace: undefined, count: 0 });
      expected = keys ? "keyOrEnd" : "valueOrEnd";
    } else if (first === "}" && around?.keys && (expected === "keyOrEnd" || expected === "commaOrEnd")) {
      open.pop();
      expected = ended();
    } else if (first === "]" && around && !around.keys && (expected === "valueOrEnd" || expected === "commaOrEnd")) {
      open.pop();
      expected = ended();
    } else if (first === "," && around && expected === "commaOrEnd") {
      expected = around.keys ? "key" : "value";
    } else if (first === ":" && expected === "colon") {
      expected = "value";
    } else if (first === '"' && (takesValue || takesKey)) {
      if (!isWhole) return stop("a text in quotes is not closed, or has a character that must be escaped");
      if (takesValue) {
        begin(place);
        expected = ended();
      } else if (around?.keys) {
        around.key = scanner.getTokenValue();
        around.keyPlace = place;
        if (around.keys.has(around.key)) repeated.push(place);
        around.keys.add(around.key);
        expected = "colon";
      }
    } else if (takesValue && isWhole && LITERAL.test(scanner.getTokenValue())) {
      begin(place);
      expected = ended();
    } else {
      return stop(first === "/" ? "comments are not JSON" : `${EXPECTED[expected]} is expected`);
    }
  }
}

/** Place of what the segments of a JSON pointer lead to, or of the nearest thing around it that is known. */
export function placeIn(root: PlacedValue | undefined, segments: readonly string[]): Place {
  let value = root;
  for (const segment of segments) {
    const part = value?.parts?.get(segment);
    if (!part) break;
    value = part;
  }
  return { line: value?.line ?? 1, column: value?.column ?? 1 };
}
