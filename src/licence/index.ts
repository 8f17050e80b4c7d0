import { isUtf8 } from "node:buffer";
import { problem, type Problem } from "../problem.ts";
import { readField } from "./field.ts";
import type { Known } from "./known.ts";
import { byPreference, isLicenceFile } from "./name.ts";
import { readText, UNRECOGNISED } from "./text.ts";

/** Longest licence file that is read, in bytes. */
export const LICENCE_LIMIT = 65_536;

/** A file in the folder of a skill or in the root of the repository. Files that are no licences are passed over. */
export interface LicenceFile {
  /** From the root of the source. */
  readonly path: string;
  /** At least the first `LICENCE_LIMIT + 1` bytes; or that it cannot be read, or that it is a symbolic link. */
  readonly content: Uint8Array | "unreadable" | "link";
}

/** A `license` field, and the file that it is in. */
export interface LicenceField {
  readonly path: string;
  readonly text: string;
}

/** Everything that may speak for a skill, or for a file that belongs to none. */
export interface Sources {
  /** Undefined for a file that belongs to no skill. */
  readonly skill?: { readonly files: readonly LicenceFile[]; readonly field: LicenceField | undefined } | undefined;
  /** Of the folder manifests from the skill or file up, nearest first, the root's excepted. */
  readonly manifests: readonly LicenceField[];
  readonly root: { readonly files: readonly LicenceFile[]; readonly field: LicenceField | undefined };
}

/** What may be done with a skill or file, the licence's name, and the file that decided. */
export type Licence =
  | { readonly kind: "permissive" | "restrictive"; readonly name: string; readonly from: string }
  | { readonly kind: "none" };

/**
 * Which licence a skill or file is under (SkillCDN Format, draft, "Which source speaks"): the first of its folder's licence
 * file, its field, the manifests from near to far, the root's licence file and the root manifest that says something.
 *
 * @returns with a warning for every link and pointer that was passed over
 */
export function licenceOf({ skill, manifests, root }: Sources): {
  readonly licence: Licence;
  readonly problems: readonly Problem[];
} {
  const problems: Problem[] = [];
  const pointers: LicenceField[] = [];
  const fields = (listed: readonly (LicenceField | undefined)[]) =>
    listed.flatMap((field) => (field ? [() => fromField(field, pointers)] : []));
  const sources = [
    () => fromFiles(skill?.files ?? [], problems),
    ...fields([skill?.field, ...manifests]),
    () => fromFiles(root.files, problems),
    ...fields([root.field]),
  ];
  const licence = firstOf(sources) ?? { kind: "none" };
  // A field that names the file which then decides says all that it has to; an address is never looked up.
  const isFollowed = ({ text }: LicenceField) =>
    licence.kind !== "none" && isLicenceFile(baseName(licence.from)) && !/^https?:/i.test(text.trim());
  for (const { path, text } of pointers.filter((pointer) => !isFollowed(pointer))) {
    const details = { pointer: text.trim().slice(0, 120), decision: licenceLabel(licence) };
    problems.push(problem("licence-pointer", { path }, details));
  }
  return { licence, problems };
}

/** How a licence is shown: `MIT (LICENSE)`. */
export function licenceLabel(licence: Licence): string {
  return licence.kind === "none" ? "none declared" : `${licence.name} (${licence.from})`;
}

function firstOf(sources: readonly (() => Licence | undefined)[]): Licence | undefined {
  for (const source of sources) {
    const licence = source();
    if (licence) return licence;
  }
  return undefined;
}

function fromField(field: LicenceField, pointers: LicenceField[]): Licence | undefined {
  const reading = readField(field.text);
  if (reading === "pointer") pointers.push(field);
  return typeof reading === "string" ? undefined : decided(reading, field.path);
}

function fromFiles(files: readonly LicenceFile[], problems: Problem[]): Licence | undefined {
  const named = files
    .filter(({ path }) => isLicenceFile(baseName(path)))
    .toSorted((a, b) => byPreference(baseName(a.path), baseName(b.path)));
  for (const { path, content } of named) {
    if (content !== "link") return decided(content === "unreadable" ? UNRECOGNISED : readBytes(content), path);
    // The folder of a skill at the root is the root, and is looked at twice.
    if (!problems.some((each) => each.path === path)) problems.push(problem("licence-link", { path }));
  }
  return undefined;
}

function readBytes(bytes: Uint8Array): Known {
  if (bytes.length > LICENCE_LIMIT || bytes.includes(0) || !isUtf8(bytes)) return UNRECOGNISED;
  return readText(new TextDecoder().decode(bytes));
}

function decided({ permissive, name }: Known, from: string): Licence {
  return { kind: permissive ? "permissive" : "restrictive", name, from };
}

function baseName(path: string): string {
  return path.split("/").at(-1) ?? path;
}
