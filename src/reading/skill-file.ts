import { DESCRIPTION_LIMIT, NAME, NAME_LIMIT } from "../skill.ts";
import { type Finding, finding } from "./codes.ts";
import { type Declaration, readDeclaration } from "./declaration.ts";
import type { Fields, Translations } from "./fields.ts";
import { isPage } from "./kinds.ts";
import { folderOf, nameOf, resolve } from "./paths.ts";

const INCLUDES_LIMIT = 20;
const COMPATIBILITY_LIMIT = 500;
const TITLE = { least: 1, most: 200, lines: "one" } as const;
const TRANSLATED_DESCRIPTION = { least: 1, most: 1024, lines: "many" } as const;

/** A valid `SKILL.md`. Texts are trimmed. */
export interface SkillFile extends Pick<Declaration, "front" | "body" | "bodyLine"> {
  readonly name: string;
  readonly description: string;
  readonly license: string | null;
  readonly compatibility: string | null;
  /** `allowed-tools`, as written; it grants nothing. */
  readonly allowedTools: string | null;
  readonly metadata: ReadonlyMap<string, string>;
  /** `skillcdn.include`: paths of the repository, in the order they are declared; whether they exist is not known yet. */
  readonly include: readonly string[];
  /** `skillcdn.translations`: `title` and `description`, for people only. */
  readonly translations: Translations;
  /** Warnings. */
  readonly found: readonly Finding[];
}

/**
 * Reads a `SKILL.md` (SkillCDN Format, fields).
 *
 * @param path path of the file in the repository
 * @returns the finding that says why it declares no skill, when it does not
 */
export function readSkillFile(text: string, path: string): SkillFile | Finding {
  const declaration = readDeclaration(text, path);
  if ("code" in declaration) return declaration;
  const { fields, front, body, bodyLine } = declaration;
  const name = fields.required("name", { least: 1, most: NAME_LIMIT, lines: "one" });
  if (name === undefined) return finding("invalid_name", fields.at("name"));
  const description = fields.required("description", { least: 1, most: Infinity, lines: "many" });
  if (description === undefined) return finding("invalid_description", fields.at("description"));

  const license = fields.optional("license");
  const compatibility = fields.optional("compatibility", { most: COMPATIBILITY_LIMIT });
  const allowedTools = fields.optional("allowed-tools");
  const metadata = fields.metadata();
  const own = fields.mapping("skillcdn");
  const include = includesOf(fields, own.get("include"), folderOf(path));
  const translations = fields.translations("skillcdn.translations", own.get("translations"), {
    title: TITLE,
    description: TRANSLATED_DESCRIPTION,
  });
  const found = [...conventions(fields, { name, description }, folderOf(path)), ...fields.found];
  const texts = { name, description, license, compatibility, allowedTools };
  return { ...texts, metadata, include, translations, front, body, bodyLine, found };
}

function includesOf(fields: Fields, value: unknown, folder: string): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    fields.ignore("skillcdn.include", "it is not a list");
    return [];
  }
  const paths = new Set<string>();
  let dropped = 0;
  for (const entry of value) {
    const path = typeof entry === "string" ? resolve(folder, entry) : undefined;
    if (path === undefined || !isPage(path) || (paths.size === INCLUDES_LIMIT && !paths.has(path))) dropped += 1;
    else paths.add(path);
  }
  if (dropped > 0) fields.ignore("skillcdn.include", `entries that are not usable: ${dropped}`);
  return [...paths];
}

function conventions(
  fields: Fields,
  { name, description }: Pick<SkillFile, "name" | "description">,
  folder: string,
): Finding[] {
  const { length } = description;
  const at = fields.at("name");
  return [
    ...(length > DESCRIPTION_LIMIT ? [finding("long_description", fields.at("description"), { length })] : []),
    ...(NAME.test(name) ? [] : [finding("unconventional_name", at, { name })]),
    ...(isNamedAfter(folder, name) ? [] : [finding("name_directory_mismatch", at, { name })]),
  ];
}

/** True for a folder that is named after its skill; the root has no name. */
export function isNamedAfter(folder: string, name: string): boolean {
  return folder === "" || nameOf(folder) === name;
}
