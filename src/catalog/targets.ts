/** What a link in a Markdown file points at, once judged. */
export type Target =
  | { readonly kind: "external"; readonly href: string }
  | { readonly kind: "heading"; readonly fragment: string }
  /** A file of the same skill; `path` is relative to its folder. */
  | { readonly kind: "file"; readonly path: string }
  /** Anything a page must not link to. */
  | { readonly kind: "text" };

const PROTOCOLS: readonly string[] = ["https:", "http:", "mailto:"];

/** Stands for the folder of the skill while a relative link is resolved the way a browser would. */
const FOLDER = "https://skill.invalid/skill/";

/** Judges the destination of a link, as `markdown-it` normalized it. Only what is known to be harmless stays a link. */
export function readTarget(destination: string): Target {
  const absolute = URL.parse(destination);
  if (absolute) return external(absolute);

  const resolved = URL.parse(destination, FOLDER);
  if (!resolved) return { kind: "text" };
  if (resolved.origin !== new URL(FOLDER).origin) return external(resolved);
  if (destination.startsWith("#")) return { kind: "heading", fragment: decoded(destination.slice(1)) };
  if (!resolved.href.startsWith(FOLDER) || resolved.search !== "") return { kind: "text" };
  const path = decoded(resolved.pathname.slice(new URL(FOLDER).pathname.length));
  return path === "" ? { kind: "text" } : { kind: "file", path };
}

/** Longest destination that is shown whole; `data:` addresses can be megabytes. */
const LIMIT = 200;

/** A destination as text, for links that stay text. */
export function shown(destination: string): string {
  const text = URL.canParse(destination) ? destination : decoded(destination);
  const characters = [...text];
  return characters.length > LIMIT ? `${characters.slice(0, LIMIT).join("")}… (${characters.length} characters)` : text;
}

function external({ protocol, href }: URL): Target {
  return PROTOCOLS.includes(protocol) ? { kind: "external", href } : { kind: "text" };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return text;
  }
}
