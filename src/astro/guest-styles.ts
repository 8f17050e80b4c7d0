import { parse } from "postcss";

/** The class of the element that holds a page inside somebody's layout. */
const GUEST = ".skillpress";

/** What the document around the page decides, not the page. */
const DOCUMENT = /^(?:background|color-scheme|font-family|margin|padding)$/;

/**
 * Rewrites a style sheet of the catalog for pages inside a layout of somebody else: no rule reaches anything outside of
 * the page, and the page adapts to the width it is given instead of to the window.
 */
export function guestStyles(css: string): string {
  const root = parse(css);
  root.walkAtRules("media", (rule) => {
    if (/^\((?:min|max)-width:[^()]*\)$/.test(rule.params)) rule.name = "container";
  });
  root.walkDecls(DOCUMENT, (declaration) => {
    const { parent } = declaration;
    if (parent?.type === "rule" && "selector" in parent && /^(?::root|html|body)$/.test(parent.selector))
      declaration.remove();
  });
  root.walkRules((rule) => {
    if (rule.parent?.type === "atrule" && "name" in rule.parent && rule.parent.name.endsWith("keyframes")) return;
    rule.selectors = rule.selectors.map(inside);
  });
  return `${GUEST} {\n  container-type: inline-size;\n}\n\n${root.toString()}`;
}

/** The same selector below the guest's element. The root of a document becomes that element; its state stays a condition. */
function inside(selector: string): string {
  const [whole = "", state = ""] = /^(?::root|html|body)(?![\w-])([^\s>+~]*)/.exec(selector) ?? [];
  const below = selector.slice(whole.length);
  return `${state === "" ? "" : `:root${state} `}${GUEST}${whole === "" ? ` ${selector}` : below}`;
}
