import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** True when the repository of a source, whose root is the next folder upwards with `.git`, is a plugin marketplace. */
export function holdsMarketplace(source: string): boolean {
  const root = repositoryRoot(source);
  return root !== undefined && existsSync(join(root, ".claude-plugin", "marketplace.json"));
}

function repositoryRoot(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : repositoryRoot(parent);
}
