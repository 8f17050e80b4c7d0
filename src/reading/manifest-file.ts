import { type Finding, finding } from "./codes.ts";
import { type Declaration, readDeclaration } from "./declaration.ts";
import { type Fields, isLanguage, type Translations } from "./fields.ts";
import { inside, folderOf, pathFault } from "./paths.ts";

const DOCUMENTS_LIMIT = 20;
const EXCLUDES_LIMIT = 100;
const ADDRESS_LIMIT = 2048;
/** Where documents are looked for when a manifest does not say, and when there is none. */
export const DEFAULT_DOCUMENTS = "docs";
const NAME = { least: 1, most: 100, lines: "one" } as const;
const DESCRIPTION = { least: 1, most: 1024, lines: "many" } as const;

/** A valid folder manifest. Texts are trimmed, paths are those of the repository. */
export interface ManifestFile extends Pick<Declaration, "body" | "bodyLine"> {
  readonly name: string | null;
  readonly description: string;
  /** An address, or the path of a file; whether the file exists is not known yet. */
  readonly image: string | null;
  /** Folders of documents. */
  readonly documents: readonly string[];
  /** Files and folders that are withheld. */
  readonly exclude: readonly string[];
  readonly language: string | null;
  /** `name` and `description`, for people only. */
  readonly translations: Translations;
  readonly license: string | null;
  readonly metadata: ReadonlyMap<string, string>;
  /** Warnings. */
  readonly found: readonly Finding[];
}

/**
 * Reads a `SKILLCDN.md` (SkillCDN Format, the folder manifest).
 *
 * @param path path of the file in the repository
 * @returns the finding that says why it fails, when it does
 */
export function readManifestFile(text: string, path: string): ManifestFile | Finding {
  const declaration = readDeclaration(text, path);
  if ("code" in declaration) return declaration;
  const { fields, body, bodyLine } = declaration;
  const description = fields.required("description", DESCRIPTION);
  if (description === undefined) return finding("invalid_description", fields.at("description"));
  const folder = folderOf(path);
  const exclude = excludesOf(fields.value("exclude"), folder);
  if (typeof exclude === "string") return finding("invalid_exclude", fields.at("exclude"), { reason: exclude });

  const name = fields.value("name") === undefined ? null : (fields.required("name", NAME) ?? null);
  if (name === null && fields.value("name") !== undefined) fields.ignore("name", "it is not one line of text");
  const language = fields.optional("language", { lines: "one" });
  if (language !== null && !isLanguage(language)) fields.ignore("language", "it is not a language tag, as `pt-BR`");
  const image = imageOf(fields, folder);
  const documents = documentsOf(fields, folder);
  const translations = fields.translations("translations", fields.value("translations"), {
    name: NAME,
    description: DESCRIPTION,
  });
  const license = fields.optional("license");
  const metadata = fields.metadata();
  const texts = { name, description, image, license, language: isLanguage(language) ? language : null };
  return { ...texts, documents, exclude, translations, metadata, body, bodyLine, found: fields.found };
}

/** The excluded paths, or the reason why none of them can be trusted. */
function excludesOf(value: unknown, folder: string): string[] | string {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return "it is not a list";
  if (value.length > EXCLUDES_LIMIT) return `it has more than ${EXCLUDES_LIMIT} entries`;
  const paths = new Set<string>();
  for (const [index, entry] of value.entries()) {
    const path = typeof entry === "string" && !/^!|^[A-Za-z]:|[*?[\]{}]/.test(entry) ? below(folder, entry) : undefined;
    if (path === undefined) return `entry ${index + 1} is not the exact path of something below the folder`;
    paths.add(path);
  }
  return [...paths];
}

function documentsOf(fields: Fields, folder: string): string[] {
  const value = fields.value("documents");
  if (value === undefined) return [inside(folder, DEFAULT_DOCUMENTS)];
  if (!Array.isArray(value)) {
    fields.ignore("documents", "it is not a list");
    return [];
  }
  const usable = value.flatMap((entry) => (typeof entry === "string" ? (below(folder, entry) ?? []) : []));
  const count = value.length - Math.min(usable.length, DOCUMENTS_LIMIT);
  if (count > 0) fields.found.push(finding("ignored_directory", fields.at("documents"), { count }));
  return [...new Set(usable.slice(0, DOCUMENTS_LIMIT))];
}

/** A path below a folder as a path of the repository, the folder itself for `.`; one slash at the end is allowed. */
function below(folder: string, entry: string): string | undefined {
  if (entry === "." || entry === "./") return folder;
  const path = entry.endsWith("/") ? entry.slice(0, -1) : entry;
  return path.trim() === "" || pathFault(path) !== undefined ? undefined : inside(folder, path);
}

function imageOf(fields: Fields, folder: string): string | null {
  const text = fields.optional("image", { most: ADDRESS_LIMIT, lines: "one" });
  if (text === null || isAddress(text)) return text;
  const path = /^[a-z][a-z0-9+.-]*:/i.test(text) ? undefined : below(folder, text.replace(/^\.\//, ""));
  if (path === undefined || path === folder)
    fields.ignore("image", "it is neither a path below the folder nor an https address");
  return path === undefined || path === folder ? null : path;
}

/** True for an `https` address without credentials and blanks. */
export function isAddress(text: string): boolean {
  if (!text.startsWith("https://") || /\s/.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}
