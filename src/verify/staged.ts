import { rmSync } from "node:fs";
import { remembering } from "../front-matter/read.ts";
import { sorted } from "../problem.ts";
import { compose, type Composition, type Request, type Watching } from "../publication/compose.ts";
import { treeAt } from "../publication/write/tree.ts";
import { inspectedTree } from "./inspection.ts";
import { readBack, unlistedFiles } from "./tree.ts";

/**
 * Composes a publication into a folder and reads it back from disk before anybody may publish it.
 *
 * @param root absolute path; emptied first
 * @returns the composition, with the report as it was read from disk; without one when the source has a problem or the
 *   tree does not verify
 */
export async function composeVerified(
  request: Request,
  root: string,
  progress?: Watching["progress"],
): Promise<Composition> {
  rmSync(root, { recursive: true, force: true });
  const read = remembering();
  const tree = inspectedTree(root, read);
  // Artifacts are opened while others are still compressed, so that neither processor waits for the other.
  const { complete, ...composed } = await compose(request, treeAt(root), { progress, read, onWritten: tree.inspect });
  if (!complete) return { ...composed, report: undefined };
  const { report, problems } = await readBack(tree);
  const found = [...problems, ...unlistedFiles(root)];
  return found.length === 0
    ? { ...composed, report }
    : { ...composed, report: undefined, problems: sorted([...composed.problems, ...found]) };
}
