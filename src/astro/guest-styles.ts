import { parse } from "postcss";

/** The class of the element that holds a page inside somebody's layout. */
const GUEST = ".skillpress";

/** What a page brings with it of the roots of our own document; the rest is for the document around it to decide. */
const BROUGHT = /^(?:--.*|color|font-size|line-height|overflow-wrap)$/;

/**
 * Rewrites a style sheet of the catalog for pages inside a layout of somebody else: no rule reaches anything outside of
 * the page, and the page adapts to the width it is given instead of to the window.
 */
export function guestStyles(css: string): string {
  const root = parse(css);
  root.walkAtRules("page", (rule) => void rule.remove());
  root.walkAtRules("media", (rule) => {
    if (/^\((?:min|max)-width:[^()]*\)$/.test(rule.params)) rule.name = "container";
  });
  root.walkRules(/^(?::root|html|body)$/, (rule) => {
    rule.walkDecls((declaration) => {
      if (!BROUGHT.test(declaration.prop)) declaration.remove();
    });
  });
  root.walkRules((rule) => {
    if (rule.parent?.type === "atrule" && "name" in rule.parent && rule.parent.name.endsWith("keyframes")) return;
    rule.selectors = rule.selectors.map(inside);
  });
  return root.toString();
}

/** The same selector below the guest's element. The root of a document becomes that element; its state stays a condition. */
function inside(selector: string): string {
  const [whole = "", state = ""] = /^(?::root|html|body)(?![\w-])([^\s>+~]*)/.exec(selector) ?? [];
  const below = selector.slice(whole.length);
  return `${state === "" ? "" : `:root${state} `}${GUEST}${whole === "" ? ` ${selector}` : below}`;
}
