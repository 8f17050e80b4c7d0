import { artifactPath } from "../publication/layout.ts";
import type { PublishedSkill } from "../publication/report.ts";
import type { Files } from "../skill.ts";
import { openArchive } from "./archive.ts";
import { readLocal } from "./local.ts";

/** Gives the files that installing a published skill brings. */
type Contents = (skill: Pick<PublishedSkill, "name" | "type">) => Promise<Files>;

/**
 * Reads skills out of the artifacts of a verified tree. Only the last one is held, because pages of one skill are made
 * one after the other.
 *
 * @param root absolute path of the tree
 */
export function contentsAt(root: string): Contents {
  let last: { readonly path: string; readonly files: Promise<Files> } | undefined;
  return ({ name, type }) => {
    const path = artifactPath({ name, type });
    if (last?.path !== path) last = { path, files: open(root, path, type) };
    return last.files;
  };
}

async function open(root: string, path: string, type: PublishedSkill["type"]): Promise<Files> {
  const bytes = readLocal(root, path);
  if (!bytes) throw new Error(`${path} has gone from the verified tree`);
  if (type === "skill-md") return new Map([["SKILL.md", { bytes, executable: false }]]);
  const opened = await openArchive(bytes);
  if (opened.reason !== undefined) throw new Error(`${path} has changed in the verified tree: ${opened.reason}`);
  return opened.files;
}
