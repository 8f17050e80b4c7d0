import { visible } from "../../visible.ts";
import type { HashedFile } from "./contents.ts";

/** A file as a page lists it. */
export interface ListedFile {
  /** Path with hidden characters written out. */
  readonly path: string;
  readonly sha256: string;
  readonly executable: boolean;
}

/** One file beside what the page says of it. */
export interface FileRow {
  readonly path: string;
  /** Undefined for a file that the artifact does not have. */
  readonly size: number | undefined;
  readonly sha256: string | undefined;
  /** What the page has instead. */
  readonly listed: string | undefined;
  readonly state: "same" | "other bytes" | "other mode" | "not on this page" | "missing";
}

/** Lays the files of an artifact, in their order, beside those a page lists; what is only on the page comes last. */
export function compareFiles(found: readonly HashedFile[], listed: readonly ListedFile[]): FileRow[] {
  const onPage = new Map(listed.map((file) => [file.path, file]));
  const rows = found.map(({ path, size, sha256, executable }): FileRow => {
    const shown = visible(path);
    const file = onPage.get(shown);
    onPage.delete(shown);
    const state = !file
      ? "not on this page"
      : file.sha256 !== sha256
        ? "other bytes"
        : executable !== undefined && file.executable !== executable
          ? "other mode"
          : "same";
    return { path: shown, size, sha256, listed: state === "other bytes" ? file?.sha256 : undefined, state };
  });
  const missing = [...onPage.values()].map(({ path, sha256 }): FileRow => {
    return { path, size: undefined, sha256: undefined, listed: sha256, state: "missing" };
  });
  return [...rows, ...missing];
}
