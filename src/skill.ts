import type { FrontMatter } from "./front-matter/read.ts";

/** One file of a snapshot: its exact bytes, and whether it is published with mode 0755 instead of 0644. */
export interface File {
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/** What travels between the stages: relative POSIX path -> file, in byte order of the paths. */
export type Files = ReadonlyMap<string, File>;

/** `single-file`: SKILL.md alone, published as `skill-md`. `multi-file`: SKILL.md with siblings, published as `archive`. */
export type Shape = "single-file" | "multi-file";

/** A skill that was read once and judged; what feeds the archive, the digests and the report. */
export interface Skill {
  /** The declared name, which is also the published one. */
  readonly name: string;
  /** The declared description, folded and trimmed. */
  readonly description: string;
  readonly frontMatter: FrontMatter;
  readonly shape: Shape;
  /** Folder of the skill, relative to the source. */
  readonly folder: string;
  /** Names of the category folders above it, outermost first. */
  readonly categories: readonly string[];
  readonly files: Files;
}

/** Names of skills, bundles and sets: lower-case letters and digits in groups joined by single hyphens. */
export const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Longest name the discovery format admits, in characters. */
export const NAME_LIMIT = 64;

/** Longest description the discovery format admits, in UTF-16 units. */
export const DESCRIPTION_LIMIT = 1024;

/** Most files a client unpacks from one skill (`skills` 1.7.4). */
export const FILES_LIMIT = 1000;

/** Most bytes a client unpacks from one skill (`skills` 1.7.4). */
export const BYTES_LIMIT = 50 * 1024 * 1024;

/** The shape of a skill with these files. */
export function shapeOf(files: Files): Shape {
  return files.size === 1 ? "single-file" : "multi-file";
}

/** Turns any text into the nearest valid name, or an empty string when nothing of it can be kept. */
export function slug(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, NAME_LIMIT)
    .replace(/^-+|-+$/g, "");
}

/** True when a text contains the name of the skill, written with hyphens or blanks. */
export function containsName(text: string, name: string): boolean {
  const words = (each: string) =>
    ` ${each
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}]+/gu, " ")
      .trim()} `;
  return words(text).includes(words(name));
}
