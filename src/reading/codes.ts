import { byBytes } from "../order.ts";
import { type Blanks, type Details, fill } from "../sentence.ts";

interface Kind {
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly hint: string;
}

/** Everything that can be found while a repository is read. The codes of the format are spelled as the format spells them. */
export const codes = {
  too_large: {
    severity: "error",
    message: "The file has more than {limit} characters.",
    hint: "Move what is not always needed into files beside it.",
  },
  missing_front_matter: {
    severity: "error",
    message: "The file does not start with front matter.",
    hint: "Make `---` its first line, followed by the fields and another `---`.",
  },
  unterminated_front_matter: {
    severity: "error",
    message: "The front matter never ends.",
    hint: "Close it with a line `---` that is not indented.",
  },
  invalid_front_matter: {
    severity: "error",
    message: "The front matter cannot be read: {reason}.",
    hint: "{correction}",
  },
  invalid_name: {
    severity: "error",
    message: "The front matter has no usable `name`.",
    hint: "Give it one line of text, up to 64 characters, none of them invisible.",
  },
  invalid_description: {
    severity: "error",
    message: "The front matter has no usable `description`.",
    hint: "Give it text that says what this does and when; no invisible characters, and at most 1,024 in a folder manifest.",
  },
  invalid_exclude: {
    severity: "error",
    message: "`exclude` cannot be applied: {reason}.",
    hint: "List exact paths below the folder, as `drafts` or `notes/todo.md`, at most 100 of them; no patterns, no `..`.",
  },
  unsupported_type: {
    severity: "error",
    message: "The folder manifest is a link or no regular file, and is not followed.",
    hint: "Put a regular file in its place.",
  },
  unavailable: {
    severity: "error",
    message: "The file cannot be read as text.",
    hint: "Save it as UTF-8, and make it readable.",
  },
  index_limit: {
    severity: "error",
    message: "The file is beyond the limits of what is read.",
    hint: "Shorten it, or raise the limits.",
  },
  excluded_policy: {
    severity: "error",
    message: "The folder manifest is itself excluded, so its whole folder is withheld.",
    hint: "Exclude the folder, or leave its manifest out of `exclude`.",
  },
  reference_limit: {
    severity: "error",
    message: "Not all links of the file were followed: {reason}.",
    hint: "Link to fewer files, or put them into a folder of documents.",
  },
  file_unavailable: {
    severity: "error",
    message: "The skill includes `{include}`, which is missing, withheld or no readable text.",
    hint: "Correct the path in `skillcdn.include`, or remove it.",
  },
  long_description: {
    severity: "warning",
    message: "The description has {length} characters.",
    hint: "Shorten it to 1,024; some clients drop the skill otherwise.",
  },
  unconventional_name: {
    severity: "warning",
    message: "The name `{name}` is not made of lower-case letters, digits and single hyphens.",
    hint: "Rename the skill.",
  },
  name_directory_mismatch: {
    severity: "warning",
    message: "The folder is not named after the skill `{name}`.",
    hint: "Rename the folder or the skill.",
  },
  commented_value: {
    severity: "warning",
    message: "The value of `{field}` is cut at a `#`.",
    hint: "Quote the value.",
  },
  anchor_dropped: {
    severity: "warning",
    message: "In the value of `{field}`, a word that starts with `&` is an anchor in YAML and is dropped.",
    hint: "Quote the value.",
  },
  ignored_field: {
    severity: "warning",
    message: "`{field}` is not used as written: {reason}.",
    hint: "Correct or remove it.",
  },
  ignored_directory: {
    severity: "warning",
    message: "`documents` has entries that are not used: {count}.",
    hint: "List folders below the manifest, as `guides`, or `.` for its own; at most 20.",
  },
  invisible_characters: {
    severity: "warning",
    message: "The file has a character that readers cannot see: {character}.",
    hint: "Remove it.",
  },
  omitted_file: {
    severity: "warning",
    message: "The skill has files over the read limit, which are named in it instead: {count}.",
    hint: "Make them smaller, or leave them out.",
  },
  unmatched_exclude: {
    severity: "warning",
    message: "`exclude` names `{target}`, which does not exist.",
    hint: "Correct the path, in case something else was meant to be withheld, or remove it.",
  },
  broken_link: {
    severity: "warning",
    message: "The link to `{target}` leads nowhere.",
    hint: "Correct the path of the link.",
  },
  link_leaves_skill: {
    severity: "warning",
    message: "The link to `{target}` leaves the skill and is dead once it is installed.",
    hint: "Move the file into the skill, or name it in `skillcdn.include`.",
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type Code = keyof typeof codes;

/** One finding: what is wrong in which file, and what to do. An error is a diagnostic of the format or an error of ours. */
export interface Finding {
  readonly code: Code;
  readonly severity: "error" | "warning";
  readonly path: string;
  /** From 1. */
  readonly line?: number | undefined;
  readonly message: string;
  readonly hint: string;
}

type BlanksOf<C extends Code> = Blanks<(typeof codes)[C]["message"]> | Blanks<(typeof codes)[C]["hint"]>;

/** Where a finding is; the line counts from 1. */
export interface Place {
  readonly path: string;
  readonly line?: number | undefined;
}

/** Makes a finding of the given code; the details fill the blanks of its sentences. */
export function finding<C extends Code>(code: C, { path, line }: Place, ...details: Details<BlanksOf<C>>): Finding {
  const { severity, message, hint } = codes[code];
  const place = line === undefined ? { path } : { path, line };
  return { code, severity, ...place, message: fill(message, details[0]), hint: fill(hint, details[0]) };
}

/** Findings in the one order they are shown in, whatever the order they were found in. */
export function sorted(findings: Iterable<Finding>): Finding[] {
  return [...findings].toSorted(
    (a, b) =>
      byBytes(a.path, b.path) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      byBytes(a.code, b.code) ||
      byBytes(a.message, b.message),
  );
}
