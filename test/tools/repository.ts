import { LIMITS, readRepository } from "../../src/reading/index.ts";
import type { Reading } from "../../src/reading/reading.ts";
import type { Entry, Limits, Tree } from "../../src/reading/tree.ts";

/** What a path of a small repository holds: text, bytes, or anything else. */
export type Content = string | Uint8Array | Entry;

export const link: Entry = { kind: "link" };
export const special: Entry = { kind: "special" };
export const unreadable: Entry = { kind: "file", size: 10, read: () => undefined };

/** A minimal valid `SKILL.md`. */
export function skill(name: string, { fields = "", body = "# Use\n" } = {}): string {
  return `---\nname: ${name}\ndescription: Minds the ${name}.\n${fields}---\n${body}`;
}

/** A minimal valid folder manifest. */
export function manifest(fields = "", body = ""): string {
  return `---\ndescription: A folder.\n${fields}---\n${body}`;
}

/** A repository in memory, listed in the order given. */
export function treeOf(contents: Readonly<Record<string, Content>>): Tree {
  return new Map(Object.entries(contents).map(([path, content]) => [path, entryOf(content)]));
}

/** Reads a repository in memory; fails when it is refused as a whole. */
export function reading(contents: Readonly<Record<string, Content>>, limits: Partial<Limits> = {}): Reading {
  const read = readRepository(treeOf(contents), { ...LIMITS, ...limits });
  if (!read) throw new Error("the repository is beyond the entry limit");
  return read;
}

/** Every path with its verdict in short, as `served skill`. */
export function verdicts({ verdicts: all }: Reading): Record<string, string> {
  return Object.fromEntries([...all].map(([path, { access, code }]) => [path, `${access} ${code}`]));
}

/** Findings in short, as `error invalid_name a/SKILL.md`. */
export function findings({ findings: all }: Reading, severity?: "error" | "warning"): string[] {
  return all
    .filter((each) => severity === undefined || each.severity === severity)
    .map((each) => `${each.severity} ${each.code} ${each.path}`);
}

/** Every skill by its folder: `listed`, or the code that keeps it out and what it names. */
export function listing({ skills }: Reading): Record<string, string> {
  return Object.fromEntries(
    skills.map(({ folder, unlisted }) => [
      folder,
      unlisted ? [unlisted.code, unlisted.detail].filter((each) => each !== undefined).join(" ") : "listed",
    ]),
  );
}

function entryOf(content: Content): Entry {
  if (typeof content !== "string" && !(content instanceof Uint8Array)) return content;
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return { kind: "file", size: bytes.length, read: () => bytes };
}
