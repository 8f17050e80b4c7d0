import { findCopies } from "./copies.ts";
import type { DeclaredSkill } from "./declared.ts";
import type { Include } from "./includes.ts";
import { SKILL_FILE } from "./kinds.ts";
import { folderOf, inside, isHidden } from "./paths.ts";
import { isNamedAfter } from "./skill-file.ts";
import { type Sized, type Stock, stockOf } from "./stock.ts";
import { nearest, type RegularFile } from "./tree.ts";

/** Bounds of a listed skill; files over the read limit do not count. */
const FILES_LIMIT = 512;
const BYTES_LIMIT = 16 * 1024 * 1024;

/** Why a skill is not listed; of several reasons the first one of these. */
type UnlistedCode =
  | "duplicate"
  | "hidden"
  | "uri_collision"
  | "name_directory_mismatch"
  | "too_many_files"
  | "too_large"
  | "file_unavailable";

interface Unlisted {
  readonly code: UnlistedCode;
  /** The `SKILL.md` that is kept, or the file that is unavailable; left out when that file is withheld. */
  readonly detail?: string | undefined;
}

/** What comes with a skill. */
interface Size {
  /** Number of files, `SKILL.md` among them. */
  readonly files: number;
  readonly bytes: number;
}

/** What every skill of a repository is like to those who list it. */
export interface Listed {
  readonly size: Size;
  /** Undefined for a skill that is listed. */
  readonly unlisted: Unlisted | undefined;
  /** True for a hidden skill beside visible ones, and for a copy: its files are in no search. */
  readonly isAside: boolean;
}

interface Served {
  readonly skills: ReadonlyMap<string, DeclaredSkill>;
  /** By folder of the skill. */
  readonly includes: ReadonlyMap<string, readonly Include[]>;
  /** Every file that can be read, in byte order. */
  readonly files: ReadonlyMap<string, RegularFile>;
  /** True for a file that comes with a skill only because of an include or a link. */
  readonly isAdded: (path: string) => boolean;
  /** Files within the read limit. */
  readonly stock: Stock;
  /** The read limit, in bytes. */
  readonly readBytes: number;
}

/** Decides which skills are listed (SkillCDN Format, why a skill is not listed). */
export function listSkills({
  skills,
  includes,
  files,
  isAdded,
  stock,
  readBytes,
}: Served): ReadonlyMap<string, Listed> {
  const folders = [...skills.keys()];
  const copies = findCopies(folders, files, isAdded);
  const skillAt = nearest(skills);
  const isLost = (path: string, file: RegularFile) =>
    skillAt(folderOf(path)) !== undefined && file.read() === undefined;
  const lost = stockOf(
    [...files].flatMap(([path, file]): Sized[] => (file.size <= readBytes && isLost(path, file) ? [[path, 0]] : [])),
    isAdded,
  );
  const hasVisible = folders.some((folder) => !isHidden(folder));
  const topFolders = new Set(
    [...files.keys()].flatMap((path) => (path.includes("/") ? [path.slice(0, path.indexOf("/"))] : [])),
  );

  return new Map(
    [...skills].map(([folder, { name }]) => {
      const size = stock.sizeOf(folder);
      const kept = copies.get(folder);
      const isCovered = hasVisible && isHidden(folder);
      const unavailable = (includes.get(folder) ?? []).find(({ state }) => state !== "usable");
      const unlisted = ((): Unlisted | undefined => {
        if (kept !== undefined) return { code: "duplicate", detail: inside(kept, SKILL_FILE) };
        if (isCovered) return { code: "hidden" };
        if (folder === "" && topFolders.has(name)) return { code: "uri_collision" };
        if (!isNamedAfter(folder, name)) return { code: "name_directory_mismatch" };
        if (size.files > FILES_LIMIT) return { code: "too_many_files" };
        if (size.bytes > BYTES_LIMIT) return { code: "too_large" };
        if (lost.sizeOf(folder).files > 0) return { code: "file_unavailable", detail: lost.filesOf(folder)[0] };
        if (unavailable === undefined) return undefined;
        const isPublic = unavailable.state === "missing" || unavailable.state === "unreadable";
        return { code: "file_unavailable", detail: isPublic ? unavailable.path : undefined };
      })();
      return [folder, { size, unlisted, isAside: kept !== undefined || isCovered }];
    }),
  );
}
