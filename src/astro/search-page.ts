import { readFileSync } from "node:fs";
import { join } from "node:path";
import { visible } from "../catalog/visible.ts";
import { split } from "../front-matter/split.ts";
import type { PublishedSkill, Report } from "../publication/report.ts";
import { openArchive } from "../verify/archive.ts";

/** Text of a file by its path in the skill; empty when only the name of the file is searched. */
type Texts = ReadonlyMap<string, string>;

/** Most bytes of one file that are searched, a little more than what a page shows of it. */
const FILE_LIMIT = 256 * 1024;

/**
 * Bytes of files up to which a publication is searched whole. Indexing costs about half a second a megabyte, so of more
 * skills the text of the `SKILL.md` is searched, and of the other files the name.
 */
const WHOLE_LIMIT = 8 * 1024 * 1024;

/** Marks of Markdown, which say nothing in an excerpt: of headings, lists, quotes, tables, code and emphasis. */
const MARKS = /^[ \t]*(?:#{1,6}|[-*+>]|\d+\.|```\S*|\|?[-:| ]{3,}\|?$)(?=\s|$)|[`|]|\*\*/gm;

/** A reader of what is searched in a skill, from the published bytes. */
export function searchedFiles(tree: string, { skills }: Report): (skill: PublishedSkill) => Promise<Texts> {
  const size = skills.flatMap(({ files }) => files).reduce((sum, file) => sum + Math.min(file.size, FILE_LIMIT), 0);
  const whole = size <= WHOLE_LIMIT;
  return async ({ type, files, artifact, skillMd }) => {
    const opened = whole && type === "archive" ? await openArchive(readFileSync(join(tree, artifact.path))) : undefined;
    const others = opened?.reason === undefined ? opened?.files : undefined;
    return new Map(
      files.map(({ path }) => {
        const bytes = path === "SKILL.md" ? readFileSync(join(tree, skillMd.path)) : others?.get(path)?.bytes;
        return [path, bytes === undefined ? "" : textOf(path, bytes)];
      }),
    );
  };
}

/**
 * A skill as a page for Pagefind alone: the name weighs most, then the description, then the text. A heading with the
 * path as its id starts each file, which makes it a result below that of the skill.
 */
export function searchPage({ name, description, tags }: PublishedSkill, files: Texts): string {
  const parts = [...files].map(
    ([path, text]) => `<h2 id="${escaped(path)}">${escaped(path)}</h2><p>${escaped(text)}</p>`,
  );
  return [
    `<html lang="en"><body>`,
    `<h1 data-pagefind-weight="10" data-pagefind-filter="skill">${escaped(name)}</h1>`,
    `<p data-pagefind-weight="5">${escaped(description)} ${escaped(tags.join(", "))}</p>`,
    ...parts,
    `</body></html>`,
  ].join("\n");
}

/** The text of a file, cut to what is searched; empty when it is no text. Front matter is in the page's head already. */
function textOf(path: string, bytes: Uint8Array): string {
  const text = Buffer.from(bytes.subarray(0, FILE_LIMIT)).toString("utf8");
  if (text.includes("\u0000")) return "";
  const parts = path === "SKILL.md" ? split(text, path) : undefined;
  const body = parts && "body" in parts ? parts.body : text;
  return path.endsWith(".md") ? body.replace(MARKS, " ") : body;
}

/** Hidden characters are indexed as they are shown, so that an excerpt shows them too. */
function escaped(text: string): string {
  return visible(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
