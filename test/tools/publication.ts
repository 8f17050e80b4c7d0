import { join } from "node:path";
import type { FileTree } from "fs-fixture";
import type { Composition, Request } from "../../src/publication/compose.ts";
import { parseOrigin } from "../../src/publication/origin.ts";
import { composeVerified } from "../../src/verify/staged.ts";
import { folder } from "./skill.ts";

/** A publication on disk, removed when the test is over. */
export interface Composed extends Composition {
  /** Absolute path of the source folder. */
  readonly source: string;
  /** Absolute path of the folder that would be served. */
  readonly root: string;
}

/** Composes and verifies the publication of these skills. */
export async function composed(skills: FileTree, options: Partial<Omit<Request, "source">> = {}): Promise<Composed> {
  const place = await folder({ skills });
  const source = place.getPath("skills");
  const root = join(place.path, "public");
  const request = { source, origin: parseOrigin("https://docs.example.com"), repository: undefined, bundle: undefined, bundles: {}, strict: false, ...options };
  return { ...(await composeVerified(request, root)), source, root };
}
