import type { Problem } from "../problem.ts";
import { descriptionOf, metadataOf, nameOf, optionalText } from "./fields.ts";
import { split } from "./split.ts";
import { decodeText } from "./text.ts";
import { parseMapping } from "./yaml.ts";

/** The front matter of a SKILL.md that every client reads alike. */
export interface FrontMatter {
  readonly name: string;
  /** Folded and trimmed. */
  readonly description: string;
  readonly license: string | null;
  readonly compatibility: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** `metadata.internal: true`: not to be published. */
  readonly internal: boolean;
}

export interface Reading {
  /** Undefined when there is an error among the problems. */
  readonly frontMatter: FrontMatter | undefined;
  readonly problems: readonly Problem[];
}

/**
 * Reads the front matter of a SKILL.md.
 *
 * @param bytes the whole file
 * @param path path of the file, shown in problems; the folder in it suggests a name
 */
export function readFrontMatter(bytes: Uint8Array, path: string): Reading {
  const text = decodeText(bytes, { path });
  if (typeof text !== "string") return failed(text);
  const parts = split(text, path);
  if ("code" in parts) return failed(parts);
  const mapping = parseMapping(parts.yaml, path);
  if ("code" in mapping) return failed(mapping);

  const problems: Problem[] = [];
  const name = nameOf(mapping, path.split("/").at(-2) ?? "", path, problems);
  const description = descriptionOf(mapping, path, problems);
  const { metadata, internal } = metadataOf(mapping);
  if (name === undefined || description === undefined || problems.some(({ severity }) => severity === "error")) {
    return { frontMatter: undefined, problems };
  }
  const license = optionalText(mapping, "license");
  const compatibility = optionalText(mapping, "compatibility");
  return { frontMatter: { name, description, license, compatibility, metadata, internal }, problems };
}

function failed(found: Problem): Reading {
  return { frontMatter: undefined, problems: [found] };
}
