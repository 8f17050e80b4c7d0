import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Repository } from "./install.ts";

/** The GitHub repository of a source, when one is configured; its root is the next folder upwards that holds `.git`. */
export function repositoryOf(git: string | undefined, source: string): Repository | undefined {
  if (git === undefined) return undefined;
  const root = repositoryRoot(source);
  return { slug: git, marketplace: root !== undefined && existsSync(join(root, ".claude-plugin", "marketplace.json")) };
}

function repositoryRoot(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : repositoryRoot(parent);
}
