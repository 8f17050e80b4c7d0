import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Every file below a folder: relative path -> SHA-256, sorted by path. */
export function digestsOf(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  const paths = files.map((entry) => relative(root, join(entry.parentPath, entry.name))).toSorted();
  return Object.fromEntries(
    paths.map((path) => [
      path,
      createHash("sha256")
        .update(readFileSync(join(root, path)))
        .digest("hex"),
    ]),
  );
}
