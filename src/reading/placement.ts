import type { Declared, DeclaredSkill } from "./declared.ts";
import { DEFAULT_DOCUMENTS } from "./manifest-file.ts";
import { folderOf, isHidden, isWithin, relativeTo } from "./paths.ts";
import type { Manifest, Policy } from "./policy.ts";
import { nearest } from "./tree.ts";

/** Why a file is served by its place alone: it belongs to a skill, or is a manifest or a document. */
export type Role = "skill" | "manifest" | "document";

/** What the place of a file says about it; every function expects the path of a file that is not withheld. */
export interface Placement {
  /** The nearest skill at or above the folder of a file. */
  readonly ownerOf: (path: string) => DeclaredSkill | undefined;
  /** The nearest folder manifest at or above the folder of a file. */
  readonly governing: (path: string) => Manifest | undefined;
  /** Undefined for a file that is not served by its place. */
  readonly roleOf: (path: string) => Role | undefined;
}

/** Decides what is served by its place (SkillCDN Format, the decision order). */
export function placementOf({ manifests }: Policy, { skills }: Declared): Placement {
  const skillAt = nearest(skills);
  const manifestAt = nearest(manifests);
  const ownerOf = (path: string) => skillAt(folderOf(path));
  const governing = (path: string) => manifestAt(folderOf(path));

  function roleOf(path: string): Role | undefined {
    const owner = ownerOf(path);
    if (owner && !isHidden(relativeTo(owner.folder, path))) return "skill";
    const manifest = governing(path);
    if (manifest?.path === path) return "manifest";
    const folders = manifest ? manifest.documents : [DEFAULT_DOCUMENTS];
    const isDocument = folders.some((folder) => isBelow(path, folder) && !isHidden(relativeTo(folder, path)));
    return isDocument ? "document" : undefined;
  }
  return { ownerOf, governing, roleOf };
}

function isBelow(path: string, folder: string): boolean {
  return path !== folder && isWithin(path, folder);
}
