import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { INDEX_SCHEMA } from "../../src/publication/discovery-index.ts";
import { skillMd } from "./skill.ts";
import { INDEX, type Json, SUMS } from "./tamper.ts";
import { tarball } from "./tarball.ts";

/** The files of a place that is verified: path below what is served -> bytes. */
export type Site = ReadonlyMap<string, Buffer>;

/** Reads a folder. */
export function siteAt(root: string): Site {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      return [relative(root, file), readFileSync(file)];
    }),
  );
}

/** Writes a site into a folder. */
export function writeSite(site: Site, root: string): void {
  for (const [path, bytes] of site) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
  }
}

/** The same site with a file put in. */
export function put(site: Site, path: string, bytes: string | Uint8Array): Site {
  return new Map([...site, [path, Buffer.from(bytes)]]);
}

/** The same site without some files. */
export function without(site: Site, ...paths: readonly string[]): Site {
  return new Map([...site].filter(([path]) => !paths.includes(path)));
}

/** The same site with a file changed. */
export function changed(site: Site, path: string, change: (bytes: Buffer) => string | Uint8Array): Site {
  const bytes = site.get(path);
  if (!bytes) throw new Error(`there is no ${path} to change`);
  return put(site, path, change(bytes));
}

/** The same site with a JSON file changed. */
export function edited(site: Site, path: string, change: (value: Json) => void): Site {
  return changed(site, path, (bytes) => {
    const value: Json = JSON.parse(bytes.toString());
    change(value);
    return `${JSON.stringify(value, null, 2)}\n`;
  });
}

/** The same site with sums that fit what is in it. */
export function resummed(site: Site): Site {
  const lines = [...site]
    .filter(([path]) => path !== SUMS)
    .map(([path, bytes]) => `${hex(bytes)}  ${path}\n`)
    .toSorted((a, b) => Buffer.compare(Buffer.from(a.slice(66)), Buffer.from(b.slice(66))));
  return put(site, SUMS, lines.join(""));
}

/** One byte of a file, the middle one, with its lowest bit turned over. */
export function flipped(bytes: Buffer): Buffer {
  const changedBytes = Buffer.from(bytes);
  const middle = changedBytes.length >> 1;
  changedBytes[middle] = (changedBytes[middle] ?? 0) ^ 1;
  return changedBytes;
}

/** A skill of a publication that skillpress did not make. */
export interface Offered {
  readonly name: string;
  /** Where its artifact is served; not at all without bytes. */
  readonly path: string;
  readonly bytes?: string | Uint8Array;
  /** What its entry in the index says otherwise; undefined takes a field away. */
  readonly entry?: Readonly<Record<string, unknown>>;
}

/**
 * A publication made by hand: an index and its artifacts, nothing else. Digests are right unless told otherwise.
 *
 * @param base address that the urls in the index begin with
 * @param more what the index itself says otherwise
 */
export function foreign(base: string, offered: readonly Offered[], more: Readonly<Record<string, unknown>> = {}): Site {
  const skills = offered.map(({ name, path, bytes, entry }) => ({
    name,
    type: path.endsWith(".md") ? "skill-md" : "archive",
    description: `Does ${name} things. Use when the user wants to try things.`,
    url: `${base}/${path}`,
    digest: `sha256:${hex(bytes ?? "")}`,
    ...entry,
  }));
  const files = offered.flatMap(({ path, bytes }) =>
    bytes === undefined ? [] : [[path, Buffer.from(bytes)] as const],
  );
  return new Map([...files, [INDEX, Buffer.from(JSON.stringify({ $schema: INDEX_SCHEMA, skills, ...more }))]]);
}

/** A single-file skill of somebody else, with nothing wrong. */
export function offeredMd(name: string, change: Partial<Offered> = {}): Offered {
  return { name, path: `skills/${name}.md`, bytes: skillMd(name), ...change };
}

/** A skill in an archive of somebody else, with nothing wrong unless the archive is given. */
export function offeredArchive(name: string, change: Partial<Offered> = {}): Offered {
  const bytes = tarball([
    { path: "SKILL.md", content: skillMd(name) },
    { path: "notes.md", content: "Notes.\n" },
  ]);
  return { name, path: `skills/${name}.tar.gz`, bytes, ...change };
}

function hex(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
