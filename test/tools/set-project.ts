import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { rootCertificates } from "node:tls";
import type { FileTree } from "fs-fixture";
import { TEST_CA } from "./host.ts";
import { type Finished, REPOSITORY, type Running, runSkillpress } from "./program.ts";
import { folder } from "./skill.ts";

/** A project in which sets are used, with the real client of this repository in it. */
export interface SetProject {
  readonly path: string;
  readonly at: (path: string) => string;
  /** Runs `skillpress set …` there as a program of its own. */
  readonly set: (argv: readonly string[], running?: Partial<Running>) => Promise<Finished>;
  /** The same with `--json`: the exit code, and the one line that is printed. */
  readonly told: (...argv: readonly string[]) => Promise<Told>;
  /** Everything in the project but node_modules: path -> what it is, with the digest of a file. */
  readonly tree: () => Record<string, string>;
}

/** What `--json` printed. */
interface Told {
  readonly exitCode: number | null;
  readonly ok: boolean;
  readonly command: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly error: any;
}

/** Opens a project with these files, which is removed when the test is over. */
export async function setProject(files: FileTree = {}): Promise<SetProject> {
  const place = await folder({ project: { "node_modules/.keep": "", ...files }, home: {} });
  const path = place.getPath("project");
  symlinkSync(join(REPOSITORY, "node_modules", "skills"), join(path, "node_modules", "skills"));
  // The variable replaces nothing in Node, but the client may be fetched by npx, which needs the others.
  const trusted = place.getPath("ca.pem");
  writeFileSync(trusted, [...rootCertificates, readFileSync(TEST_CA, "utf8")].join("\n"));
  const set: SetProject["set"] = (argv, { env, ...running } = {}) =>
    runSkillpress(["set", ...argv], {
      cwd: path,
      env: { HOME: place.getPath("home"), NODE_EXTRA_CA_CERTS: trusted, ...env },
      ...running,
    });
  return {
    path,
    at: (each) => join(path, each),
    set,
    told: async (...argv) => {
      const { exitCode, out } = await set([...argv, "--json"]);
      if (!/^\{[^\n]*\}\n$/.test(out)) throw new Error(`not one line of JSON: ${out}`);
      return { exitCode, ...JSON.parse(out) };
    },
    tree: () => treeOf(path),
  };
}

function treeOf(root: string): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => relative(root, join(entry.parentPath, entry.name)));
  const own = paths.filter((each) => !each.startsWith("node_modules")).toSorted();
  return Object.fromEntries(own.map((each) => [each, kindOf(join(root, each))]));
}

function kindOf(path: string): string {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return `link to ${readlinkSync(path)}`;
  return stats.isFile() ? createHash("sha256").update(readFileSync(path)).digest("hex") : "folder";
}
