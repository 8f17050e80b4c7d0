import { type DefaultTreeAdapterTypes, parse } from "parse5";

/** An element as a browser's parser finds it. */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Text of everything in it. */
  readonly text: string;
  /** Every element in it, at any depth, in document order. */
  readonly inner: readonly Element[];
}

/** Every element of a page, as the HTML standard's parser sees them. */
export function elementsOf(html: string): readonly Element[] {
  return parse(html).childNodes.flatMap(flatten);
}

/** The elements that have a class. */
export function withClass(elements: readonly Element[], name: string): readonly Element[] {
  return elements.filter(({ attributes }) => attributes.get("class")?.split(" ").includes(name));
}

function flatten(node: DefaultTreeAdapterTypes.ChildNode): Element[] {
  if (!("tagName" in node)) return [];
  const inner = node.childNodes.flatMap(flatten);
  const attributes = new Map(node.attrs.map((each) => [each.name, each.value]));
  return [{ name: node.tagName, attributes, text: textOf(node), inner }, ...inner];
}

function textOf(node: DefaultTreeAdapterTypes.ChildNode): string {
  if ("value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}
