import { posix } from "node:path";
import MarkdownIt from "markdown-it";
import { problem, type Problem } from "../problem.ts";

/** A local link or image in a Markdown file. */
interface Link {
  /** As written, percent-decoded, without fragment and query. */
  readonly target: string;
  /** Line of the file, from 1. */
  readonly line: number;
}

const markdown = new MarkdownIt({ html: false, linkify: false });

/** Notes with each inline token where in the text of its block it was found; the parser leaves `map` empty there. */
markdown.inline.State = class extends MarkdownIt.StateInline {
  override push(type: string, tag: string, nesting: -1 | 0 | 1) {
    const token = super.push(type, tag, nesting);
    token.map = [this.pos, this.pos];
    return token;
  }
};

/**
 * Checks the local links of every Markdown file of a skill against its files.
 *
 * @param texts path inside the skill -> text of each Markdown file
 * @param paths paths of all files of the skill
 * @param folder folder of the skill, shown before each path in problems
 */
export function checkLinks(texts: ReadonlyMap<string, string>, paths: Iterable<string>, folder: string): Problem[] {
  const known = new Set<string>(["."]);
  for (const path of paths) for (let each = path; each !== "."; each = posix.dirname(each)) known.add(each);
  const resolve = (path: string, target: string) => posix.join(posix.dirname(path), target).replace(/(?<=.)\/$/, "");

  return [...texts].flatMap(([path, text]) => {
    const leadsNowhere = ({ target }: Pick<Link, "target">) =>
      target.startsWith("/") || !known.has(resolve(path, target));
    // Parsing is slow; a text in which nothing that looks like a link leads nowhere has no broken link.
    if (!candidatesIn(text).some(leadsNowhere)) return [];
    return linksIn(text)
      .filter(leadsNowhere)
      .map(({ target, line }) => {
        const where = { path: `${folder}/${path}`, line };
        if (target.startsWith("/") || /^\.\.(?:\/|$)/.test(resolve(path, target)))
          return problem("link-leaves-skill", where, { target });
        return problem(path === "SKILL.md" ? "broken-link" : "broken-reference", where, { target });
      });
  });
}

/**
 * What may be an inline link or, up to the end of its line, a reference definition; in code blocks too. It finds more
 * than the parser does.
 */
const CANDIDATE =
  /\]\(\s*(?:<([^>\n]{0,1000})>|([^\s)]*))|\]:[ \t]*\r?\n?[ \t]*(?:<([^>\n]{0,1000})>|(\S+))[ \t\r]*(?:["'(].*)?$/gm;

function candidatesIn(text: string): Pick<Link, "target">[] {
  return [...text.matchAll(CANDIDATE)].flatMap((match) => {
    const target = localTarget(match.slice(1).find((group) => group !== undefined) ?? "");
    return target === undefined ? [] : [{ target }];
  });
}

/** The local links of a Markdown text; links with a scheme, fragments and code are none. */
function linksIn(text: string): Link[] {
  const frontMatter = /^---\r?\n[\s\S]*?\r?\n---\r?(?:\n|$)/.exec(text)?.[0] ?? "";
  const links: Link[] = [];
  let row = 0; // cells of a table have no place of their own
  // Blank lines in place of the front matter keep the line numbers.
  for (const block of markdown.parse(frontMatter.replace(/[^\n]+/g, "") + text.slice(frontMatter.length), {})) {
    if (block.type === "tr_open") row = block.map?.[0] ?? row;
    let line = (block.map?.[0] ?? row) + 1;
    let read = 0;
    for (const token of block.children ?? []) {
      const position = token.map?.[0] ?? read;
      line += block.content.slice(read, position).split("\n").length - 1;
      read = Math.max(read, position);
      const href = token.attrGet("href") ?? token.attrGet("src");
      const target = href === null ? undefined : localTarget(String(href));
      if (target !== undefined) links.push({ target, line });
    }
  }
  return links;
}

function localTarget(href: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return undefined;
  const path = href.split(/[?#]/)[0] ?? "";
  if (path === "") return undefined;
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return path;
  }
}
