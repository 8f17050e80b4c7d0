import {
  type Document,
  type Node,
  isAlias,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  YAMLMap,
} from "yaml";
import { IN_OWN_WORDS } from "../front-matter/yaml.ts";
import { hintFor } from "./hint.ts";

/** Longest front matter, in UTF-16 units. */
const LIMIT = 16_384;

/** Deepest nesting; far below where the parser gives up, which depends on the machine. */
const NESTING = 100;

/** The fields of a front matter: as values, and as the author wrote them. */
export interface FrontMatter {
  /** Text, lists and maps by key; a value that is left out is null. */
  readonly fields: ReadonlyMap<string, unknown>;
  readonly nodes: YAMLMap;
  readonly yaml: string;
  /** Line of the file on which a field is; that of the first fence when there is no such field. */
  readonly lineOf: (field: string) => number;
  /** The field in which an anchor was dropped. */
  readonly anchored: string | undefined;
}

/** Why it cannot be read; `line` is a line of the file. */
export interface Invalid {
  readonly reason: string;
  readonly correction: string;
  readonly line: number;
}

/**
 * Reads front matter by the failsafe schema of YAML 1.2: text, lists and maps only. Tags, aliases, repeated keys, keys
 * that are not text and second documents are refused; an anchor is dropped (SkillCDN Format, YAML rules).
 *
 * @param yaml the text between the fences
 */
export function readFrontMatter(yaml: string): FrontMatter | Invalid {
  if (yaml.length > LIMIT)
    return { reason: `it has more than ${LIMIT} characters`, correction: "Move text into the body.", line: 1 };
  const lines = new LineCounter();
  const document = parseDocument(yaml, {
    schema: "failsafe",
    version: "1.2",
    merge: false,
    strict: true,
    stringKeys: true,
    // The parser compares each key with all others; `judge` does not.
    uniqueKeys: false,
    prettyErrors: false,
    // At `silent`, a second document would not be an error.
    logLevel: "error",
    lineCounter: lines,
  });
  const lineAt = (offset: number) => lines.linePos(Math.min(offset, yaml.length)).line + 1;
  const failure = document.errors.find(({ code }) => code === "RESOURCE_EXHAUSTION") ?? document.errors[0];
  if (failure) {
    const [reason, correction] = IN_OWN_WORDS[failure.code] ?? [];
    const hint = reason === undefined ? hintFor(yaml) : undefined;
    return {
      reason: reason ?? hint?.reason ?? failure.message,
      correction: correction ?? hint?.correction ?? "Correct the line.",
      line: hint?.line === undefined ? lineAt(failure.pos[0]) : hint.line + 2,
    };
  }
  const judged = judge(document);
  if ("offset" in judged) return { ...judged, line: lineAt(judged.offset) };
  const nodes = document.contents ?? new YAMLMap();
  if (!isMap(nodes))
    return { reason: "it is not a list of fields", correction: "Write each field as `key: value`.", line: 2 };
  const lineOf = (field: string) => {
    const key = nodes.items.find((pair) => isScalar(pair.key) && pair.key.value === field)?.key;
    return isScalar(key) ? lineAt(key.range?.[0] ?? 0) : 1;
  };
  const value: unknown = document.toJS({ mapAsMap: true, maxAliasCount: 0 });
  return { fields: value instanceof Map ? value : new Map(), nodes, yaml, lineOf, anchored: judged.anchored };
}

function judge(document: Document.Parsed): (Omit<Invalid, "line"> & { offset: number }) | { anchored?: string } {
  let fault: (Omit<Invalid, "line"> & { offset: number }) | undefined;
  let anchored: string | undefined;
  visit(document, (_, node, path) => {
    if (!isNode(node)) return undefined;
    const reason = faultOf(node, path.length);
    if (reason !== undefined) {
      fault = { reason: reason[0], correction: reason[1], offset: node.range?.[0] ?? 0 };
      return visit.BREAK;
    }
    if (!isAlias(node) && node.anchor !== undefined) anchored ??= fieldOf(path[2]);
    return undefined;
  });
  return fault ?? (anchored === undefined ? {} : { anchored });
}

function faultOf(node: Node, depth: number): readonly [reason: string, correction: string] | undefined {
  if (depth > NESTING) return IN_OWN_WORDS["RESOURCE_EXHAUSTION"];
  if (isAlias(node)) return ["it has an alias (`*`)", "Quote the value that starts with `*`."];
  if (node.tag !== undefined) return ["it has a tag (`!`)", "Quote the value that starts with `!`."];
  if (isMap(node)) {
    const keys = new Set(node.items.map(({ key }) => (isScalar(key) ? String(key.value) : "")));
    if (keys.size < node.items.length) return IN_OWN_WORDS["DUPLICATE_KEY"];
  }
  return undefined;
}

/** The name of the top-level field that a pair holds. */
function fieldOf(pair: unknown): string {
  const key: unknown = typeof pair === "object" && pair !== null && "key" in pair ? pair.key : undefined;
  return isScalar(key) ? String(key.value) : "";
}
