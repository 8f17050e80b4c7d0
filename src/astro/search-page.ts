import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filePages } from "../catalog/file-pages.ts";
import { spaced } from "../catalog/unspaced.ts";
import { escaped, visible } from "../catalog/visible.ts";
import { split } from "../front-matter/split.ts";
import type { PublishedSkill, Report } from "../publication/report.ts";
import { contentsAt } from "../verify/contents.ts";

/** Text of a file by its path in the skill; empty when only the name of the file is searched. */
type Texts = ReadonlyMap<string, string>;

/** Most bytes of one file that are searched, a little more than what a page shows of it. */
const FILE_LIMIT = 256 * 1024;

/**
 * Bytes of files up to which a publication is searched whole. Indexing takes about half a second and 50 MB a megabyte, so
 * of more skills this much of the `SKILL.md` files is searched, and of the other files the name.
 */
const WHOLE_LIMIT = 4 * 1024 * 1024;

/** Bytes of a `SKILL.md` that are searched however many skills there are. */
const START = 2 * 1024;

/** Marks of Markdown, which say nothing in an excerpt: of headings, lists, quotes and tables; of code and emphasis. */
const MARKS = /^[ \t]{0,8}(?:#{1,6}|[-*+>]|\d+\.|```\S*|\|?[-:| ]{3,}\|?$)(?=\s|$)|\|/gm;
const MARKS_IN_WORDS = /`|\*\*/g;

/** A reader of what is searched in a skill, from the published bytes. */
export function searchedFiles(tree: string, { skills }: Report): (skill: PublishedSkill) => Promise<Texts> {
  const size = skills.flatMap(({ files }) => files).reduce((sum, file) => sum + Math.min(file.size, FILE_LIMIT), 0);
  const whole = size <= WHOLE_LIMIT;
  const contents = whole ? contentsAt(tree) : undefined;
  const limit = whole ? FILE_LIMIT : Math.min(FILE_LIMIT, Math.max(START, Math.floor(WHOLE_LIMIT / skills.length)));
  return async (skill) => {
    const others = await contents?.(skill);
    return new Map(
      skill.files.map(({ path, lines }) => {
        const bytes = path === "SKILL.md" ? readFileSync(join(tree, skill.skillMd.path)) : others?.get(path)?.bytes;
        return [path, bytes === undefined || lines === null ? "" : textOf(path, bytes.subarray(0, limit))];
      }),
    );
  };
}

/**
 * A skill as a page for Pagefind alone: the name weighs most, then the description, then the text. A heading starts each
 * file, which makes it a result below that of the skill. Its id is the link to the page that shows the file.
 */
export function searchPage(skill: PublishedSkill, files: Texts, apart: ReadonlySet<string>): string {
  const { name, description, tags } = skill;
  const { linkTo } = filePages(skill, apart);
  return [
    `<html lang="en"><body>`,
    `<h1 data-pagefind-weight="10" data-pagefind-filter="skill">${shown(name)}</h1>`,
    `<p data-pagefind-weight="5">${shown(description)} ${shown(tags.join(", "))}</p>`,
    ...[...files].map(([path, text]) => `<h2 id="${linkTo(path) ?? ""}">${shown(path)}</h2><p>${shown(text)}</p>`),
    `</body></html>`,
  ].join("\n");
}

/** The text of a file that may be cut. Front matter is in the page's head already. */
function textOf(path: string, bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes, { stream: true }); // without a last character that was cut
  const parts = path === "SKILL.md" ? split(text, path) : undefined;
  const body = parts && "body" in parts ? parts.body : text;
  return path.endsWith(".md") ? body.replace(MARKS, " ").replace(MARKS_IN_WORDS, "") : body;
}

/** Hidden characters are indexed as they are shown, so that an excerpt shows them too. */
function shown(text: string): string {
  return escaped(spaced(visible(text)));
}
