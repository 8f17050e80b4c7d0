import type { Token } from "markdown-it";
import { headingName } from "./headings.ts";
import { readTarget, shown } from "./targets.ts";

/** What the links of a text can lead to. */
export interface Known {
  /** Ids of the headings by name. */
  readonly headings: ReadonlyMap<string, string>;
  /** The address that shows a file of the skill, when there is one. `path` is relative to the skill's folder. */
  readonly addressOf: (path: string) => string | undefined;
}

/** Turns the links and images of a line into safe links, or into text that names their target. Nothing is embedded. */
export function settleLinks(children: readonly Token[], known: Known): void {
  let open: { readonly token: Token; readonly index: number } | undefined;
  for (const [index, token] of children.entries()) {
    if (token.type === "link_open") {
      open = { token, index };
    } else if (token.type === "image") {
      const source = String(token.attrGet("src") ?? "");
      const link = resolve(source, known);
      // A link inside a link is not HTML: the outer one wins.
      token.meta = open && "href" in link ? { target: shown(source) } : { ...link };
    } else if (token.type === "link_close" && open) {
      settleLink(open.token, token, {
        link: resolve(String(open.token.attrGet("href") ?? ""), known),
        inner: children.slice(open.index + 1, index),
      });
      open = undefined;
    }
  }
}

/** What a link becomes: an address, or the text of its target. */
type Link = { readonly href: string; readonly rel?: string } | { readonly target: string };

const REL = "nofollow noopener";

function resolve(destination: string, { headings, addressOf }: Known): Link {
  const target = readTarget(destination);
  if (target.kind === "external") return { href: target.href, rel: REL };
  if (target.kind === "heading") {
    const id = headings.get(headingName(target.fragment));
    if (id !== undefined) return { href: `#${id}` };
  }
  const address = target.kind === "file" ? addressOf(target.path) : undefined;
  return address === undefined ? { target: shown(destination) } : { href: address };
}

function settleLink(open: Token, close: Token, { link, inner }: { link: Link; inner: readonly Token[] }): void {
  if ("href" in link) {
    open.attrSet("href", link.href);
    if (link.rel !== undefined) open.attrSet("rel", link.rel);
    return;
  }
  open.tag = close.tag = "span";
  open.attrs = [["class", "target"]];
  const [only] = inner.length === 1 ? inner : [];
  if (only?.content === link.target && (only.type === "text" || only.type === "code_inline")) {
    only.type = "code_inline";
  } else {
    close.meta = { target: link.target };
  }
}
