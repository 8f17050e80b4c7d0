import { rmSync } from "node:fs";
import type { Gzip } from "../artifact/gzip.ts";
import { sorted } from "../problem.ts";
import { compose, type Composition, type Progress, type Request } from "../publication/compose.ts";
import { treeAt } from "../publication/write/tree.ts";
import { findClient } from "./client.ts";
import { inspectedTree } from "./inspection.ts";
import { openPrevious } from "./previous.ts";
import { openPacker } from "./packer.ts";
import { resolver } from "./resolve.ts";
import { readBack, unlistedFiles } from "./tree.ts";

/** Who asks for a publication. */
export interface Asker {
  readonly progress?: Progress;
  /** Absolute path of the project, whose `skills` client is taken when it has one. */
  readonly project: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Told a line about anything that is run from elsewhere. */
  readonly say: (text: string) => void;
}

/**
 * Composes a publication into a folder and reads it back from disk before anybody may publish it.
 *
 * @param root absolute path; emptied first
 * @returns the composition, with the report as it was read from disk; without one when the source has a problem or the
 *   tree does not verify
 */
export async function composeVerified(request: Request, root: string, asker: Asker): Promise<Composition> {
  rmSync(root, { recursive: true, force: true });
  const tree = inspectedTree(root);
  const previous = request.previous === undefined ? undefined : await openPrevious(request.previous);
  const staging = {
    tree: treeAt(root),
    openPacker: (skills: number, { engine }: { engine: Gzip["engine"] }) =>
      openPacker(tree, { root, request, engine, skills }),
    previous,
    resolve: resolver({ ...asker, client: findClient(asker.project) }),
  };
  const composing = compose(request, staging, asker.progress);
  const { complete, ...composed } = await composing.finally(() => previous?.close());
  if (!complete) return { ...composed, report: undefined };
  const { report, problems } = await readBack(tree);
  const found = [...problems, ...unlistedFiles(root)];
  return found.length === 0
    ? { ...composed, report }
    : { ...composed, report: undefined, problems: sorted([...composed.problems, ...found]) };
}
