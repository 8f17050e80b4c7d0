import { type DirectoryManifest, totalBytes } from "../../../artifact/directory-manifest.ts";
import { bytes, count } from "../../format.ts";
import { visible } from "../../visible.ts";
import { type Comparison, isReading, type Side } from "./sides.ts";

/** What a comparison came to, in words. */
export interface Words {
  readonly headline: string;
  readonly sentences: readonly string[];
}

export function wordsOf({ matches, sameSkillMd, looksSame, current, ...changes }: Comparison): Words {
  if (matches)
    return {
      headline: "The same files",
      sentences: [`Path, size and SHA-256 of each file are the same: ${sizeOf(current)}.`],
    };
  const counts = [
    [changes.changed, "changed"],
    [changes.added, "added"],
    [changes.removed, "removed"],
  ] as const;
  const named = counts.filter(([paths]) => paths.length > 0);
  const [[first = [], verb = ""] = [], ...others] = named;
  const said = [`${count(first.length, "file")} ${verb}`, ...others.map(([paths, word]) => `${paths.length} ${word}`)];
  return {
    headline: "Not the same files",
    sentences: [
      `${said.join(", ")}.`,
      sameSkillMd
        ? "SKILL.md itself is unchanged: whoever looks at it alone sees no difference."
        : "SKILL.md itself is changed.",
      ...(looksSame ? ["Some names look the same, and differ only in the form of their Unicode characters."] : []),
    ],
  };
}

/** Lines that name each path, invisible characters written out. */
export function linesOf({ changed, added, removed }: Comparison): { readonly kind: string; readonly path: string }[] {
  const lines = (kind: string, paths: readonly string[]) => paths.map((path) => ({ kind, path: visible(path) }));
  return [...lines("CHANGED", changed), ...lines("ADDED", added), ...lines("REMOVED", removed)];
}

/** What a side says of its file; empty when there is none. */
export function stateOf(side: Side): string {
  const { read } = side;
  if (isReading(side)) return "Reading …";
  if (!read) return "";
  return "manifest" in read ? sizeOf(read.manifest) : visible(read.fault);
}

/** The argument that has `open_skill` of an MCP server load nothing but this directory. */
export function argumentFor({ sha256 }: DirectoryManifest): string {
  return `{"expected_bundle_sha256": "${sha256}"}`;
}

function sizeOf({ files }: DirectoryManifest): string {
  return `${count(files.length, "file")}, ${bytes(totalBytes(files))}`;
}
