import { posix } from "node:path";
import MarkdownIt from "markdown-it";
import { problem, type Problem } from "../problem.ts";

/** A local link or image in a Markdown file. */
interface Link {
  /** As written, percent-decoded, without fragment and query. */
  readonly target: string;
  /** Line of the file, from 1, on which the link's paragraph or row starts. */
  readonly line: number;
}

const markdown = new MarkdownIt({ html: false, linkify: false });

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
    const leadsNowhere = ({ target }: Pick<Link, "target">) => target.startsWith("/") || !known.has(resolve(path, target));
    // Parsing is slow; a text in which nothing that looks like a link leads nowhere has no broken link.
    if (!candidatesIn(text).some(leadsNowhere)) return [];
    return linksIn(text)
      .filter(leadsNowhere)
      .map(({ target, line }) => {
        const where = { path: `${folder}/${path}`, line };
        if (target.startsWith("/") || resolve(path, target).startsWith("..")) return problem("link-leaves-skill", where, { target });
        return problem(path === "SKILL.md" ? "broken-link" : "broken-reference", where, { target });
      });
  });
}

/** An inline link, or a reference definition at the start of a line, in code blocks too: more than the parser finds. */
const CANDIDATE = /(?:\]\(|^[\s>*+\d.)-]*\[[^\]\n]+\]:)\s*(?:<([^>\n]*)>|([^\s)]*))/gm;

function candidatesIn(text: string): Pick<Link, "target">[] {
  return [...text.matchAll(CANDIDATE)].flatMap(([, bracketed, plain]) => {
    const target = localTarget(bracketed ?? plain ?? "");
    return target === undefined ? [] : [{ target }];
  });
}

/** The local links of a Markdown text; links with a scheme, fragments and code are none. */
function linksIn(text: string): Link[] {
  const links: Link[] = [];
  const frontMatter = /^---\r?\n[\s\S]*?\r?\n---\r?(?:\n|$)/.exec(text)?.[0] ?? "";
  // Blank lines in place of the front matter keep the line numbers.
  const tokens = markdown.parse(frontMatter.replace(/[^\n]+/g, "") + text.slice(frontMatter.length), {});
  for (const block of tokens) {
    let line = (block.map?.[0] ?? 0) + 1;
    for (const token of block.children ?? []) {
      if (token.type === "softbreak" || token.type === "hardbreak") line += 1;
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
