import { rmSync } from "node:fs";
import { sorted } from "../problem.ts";
import { compose, type Composition, type Request } from "../publication/compose.ts";
import { treeAt } from "../publication/write/tree.ts";
import { unlistedFiles, verifyTree } from "./tree.ts";

/**
 * Composes a publication into a folder and reads it back from disk before anybody may publish it.
 *
 * @param root absolute path; emptied first
 * @returns the composition; without a report when the source has a problem or the tree does not verify
 */
export async function composeVerified(
  request: Request,
  root: string,
  progress?: (done: number, of: number) => void,
): Promise<Composition> {
  rmSync(root, { recursive: true, force: true });
  const composition = await compose(request, treeAt(root), progress);
  if (!composition.report) return composition;
  const found = [...(await verifyTree(root)), ...unlistedFiles(root)];
  return found.length === 0
    ? composition
    : { ...composition, report: undefined, problems: sorted([...composition.problems, ...found]) };
}
