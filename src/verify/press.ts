import { type Gzip, gzipOf } from "../artifact/gzip.ts";
import type { Request } from "../publication/compose.ts";
import type { IndexEntry } from "../publication/discovery-index.ts";
import { artifactPath } from "../publication/layout.ts";
import { type Job, type Packed, packSkill } from "../publication/pack.ts";
import { treeAt } from "../publication/write/tree.ts";
import type { Found } from "./files.ts";
import { type Artifact, inspectedTree, type Inspection } from "./inspection.ts";

/** The artifact of an entry at the address that stays. */
export function artifactOf(entry: Pick<IndexEntry, "name" | "type">): Artifact {
  return { path: artifactPath(entry), type: entry.type };
}

/** What a press is set up with: plain data, so that it can be set up in another thread. */
export interface Setup {
  /** Absolute path of the tree. */
  readonly root: string;
  readonly request: Pick<Request, "origin" | "repository" | "artifactUrls">;
  readonly engine: Gzip["engine"];
}

/** A packed skill whose artifact was read back from disk. */
export interface Pressed extends Packed {
  readonly inspection: Inspection | undefined;
  /** The files that were read for it. */
  readonly found: ReadonlyMap<string, Found>;
}

/** Packs skills into a tree, and opens each artifact as a client does as soon as it is on disk. */
export function press({ root, request, engine }: Setup): (job: Job) => Promise<Pressed> {
  const { origin, repository, artifactUrls } = request;
  const tools = { tree: treeAt(root), gzip: gzipOf(engine), origin, repository, artifactUrls };
  return async (job) => {
    const packed = packSkill(job, tools);
    if (!packed.part) return { ...packed, inspection: undefined, found: new Map() };
    const { entry } = packed.part;
    const tree = inspectedTree(root);
    const { skillMdSha256, frontMatter } = job.candidate;
    const inspection = await tree.inspect(artifactOf(entry), { sha256: skillMdSha256, frontMatter });
    // Hashed here as well, where there is another processor for it. Indexes are read as a whole later.
    for (const path of packed.part.sums.keys()) if (!path.endsWith("/index.json")) tree.files.found(path);
    return { ...packed, inspection, found: tree.files.known };
  };
}
