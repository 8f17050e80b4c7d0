import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Problem } from "../../src/problem.ts";
import { unlistedFiles, verifyTree } from "../../src/verify/tree.ts";
import { folder } from "./skill.ts";
import { digestsOf } from "./tree.ts";

export const INDEX = ".well-known/agent-skills/index.json";
export const REPORT = "agent-skills/-/report.json";
export const SUMS = "agent-skills/-/SHA256SUMS";

/** What is changed in our JSON files: indexes and the report. */
export interface Json {
  [key: string]: unknown;
  skills: Record<string, unknown>[];
  bundles: { archive: Record<string, unknown>; skills: string[] }[];
}

/** A copy of a publication, and ways to change it behind its back. */
export interface Tampered {
  readonly file: (path: string) => string;
  readonly paths: () => string[];
  readonly bytes: (path: string) => Buffer;
  readonly text: (path: string) => string;
  readonly write: (path: string, bytes: string | Uint8Array) => void;
  readonly remove: (path: string) => void;
  readonly edit: (path: string, change: (value: Json) => void) => void;
  /** Puts `to` in place of `from` in these files: all indexes and the report, unless told otherwise. */
  readonly replaceAll: (from: string, to: string, paths?: readonly string[]) => void;
  /** Replaces an artifact, and its digest and size wherever they are told. */
  readonly replaceArtifact: (path: string, bytes: Uint8Array) => void;
  /** Makes SHA256SUMS list what is there now. */
  readonly resum: () => void;
  readonly problems: () => Promise<Problem[]>;
}

/** Copies a publication, until the test is over. */
export async function tampered(publication: string): Promise<Tampered> {
  const { path: root } = await folder({});
  cpSync(publication, root, { recursive: true });
  const file = (path: string) => join(root, path);
  const bytes = (path: string) => readFileSync(file(path));
  const text = (path: string) => readFileSync(file(path), "utf8");
  const paths = () => Object.keys(digestsOf(root));
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(file(path)), { recursive: true });
    writeFileSync(file(path), content);
  };
  const replaceAll = (
    from: string,
    to: string,
    among: readonly string[] = paths().filter((path) => path.endsWith(".json")),
  ) => {
    for (const path of among) write(path, text(path).replaceAll(from, to));
  };
  return {
    file,
    paths,
    bytes,
    text,
    write,
    replaceAll,
    remove: (path) => rmSync(file(path)),
    edit: (path, change) => {
      const value: Json = JSON.parse(text(path));
      change(value);
      write(path, `${JSON.stringify(value, null, 2)}\n`);
    },
    replaceArtifact: (path, content) => {
      const old = bytes(path);
      write(path, content);
      replaceAll(hex(old), hex(content));
      replaceAll(`"size":${old.length}}`, `"size":${content.length}}`, [REPORT]);
    },
    resum: () => {
      const listed = Object.entries(digestsOf(root)).filter(([path]) => path !== SUMS);
      write(SUMS, listed.map(([path, sum]) => `${sum}  ${path}\n`).join(""));
    },
    problems: async () => [...(await verifyTree(root)), ...unlistedFiles(root)],
  };
}

function hex(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
