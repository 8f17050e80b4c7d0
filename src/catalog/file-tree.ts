import type { PublishedFile } from "../publication/report.ts";

/** A folder of a skill with everything below it. */
export interface Folder {
  /** Name without the folders above. */
  readonly name: string;
  /** Path with a slash at its end; empty for the skill itself. */
  readonly path: string;
  /** In the order in which their paths come. */
  readonly entries: readonly (Folder | Leaf)[];
  /** Number of files below. */
  readonly count: number;
  /** In bytes. */
  readonly size: number;
}

/** A file in its folder. */
interface Leaf {
  readonly name: string;
  readonly file: PublishedFile;
}

/** Nests files by their folders. `path` is the folder they all lie in. */
export function treeOf(files: readonly PublishedFile[], path = ""): Folder {
  const groups = Map.groupBy(files, (file) => {
    const end = file.path.indexOf("/", path.length);
    return end === -1 ? file.path : file.path.slice(0, end + 1);
  });
  const entries = [...groups].map(([each, members]) => {
    const [file] = members;
    return file && each === file.path ? { name: each.slice(path.length), file } : treeOf(members, each);
  });
  return {
    name: path.slice(path.lastIndexOf("/", path.length - 2) + 1, -1),
    path,
    entries,
    count: files.length,
    size: files.reduce((total, { size }) => total + size, 0),
  };
}
