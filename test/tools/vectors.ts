import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { REPOSITORY, succeed } from "./program.ts";
import { need, PYTHON } from "./witness.ts";

/** A directory of the test vectors, and what is known of it. */
export interface Vector {
  readonly input: {
    readonly files: readonly { readonly path: string; readonly base64: string }[];
    readonly symlinks: readonly { readonly path: string; readonly target: string }[];
    readonly empty_dirs: readonly string[];
  };
  readonly bundle:
    | {
        readonly sha256: string;
        readonly total_bytes: number;
        readonly canonical: string;
        readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
        readonly document_sha256: string;
      }
    | { readonly error: string };
  readonly skill_set: { readonly computedHash: string };
}

/** Two directories of the vectors compared. */
interface Compared {
  readonly expected: string;
  readonly actual: string;
  readonly exit: number;
  /** The comparison document without its last member, the manifest. */
  readonly result: Readonly<Record<string, unknown>>;
}

interface Vectors {
  readonly cases: Readonly<Record<string, Vector>>;
  readonly comparisons: readonly Compared[];
}

/** The test vectors of directory manifests, computed by an implementation that shares no code with ours. */
export const VECTORS: Vectors = JSON.parse(
  readFileSync(join(REPOSITORY, "test", "fixtures", "vectors", "vectors.json"), "utf8"),
);

/** Makes the directory of a vector. */
export function materialise({ input }: Vector, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const path of input.empty_dirs) mkdirSync(join(folder, path), { recursive: true });
  for (const { path, base64 } of input.files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), Buffer.from(base64, "base64"));
  }
  for (const { path, target } of input.symlinks) symlinkSync(target, join(folder, path));
}

/** What Python finds, without anything of ours, to be the hashes of a folder. */
export interface Hashes {
  readonly sha256: string;
  readonly document_sha256: string;
  readonly computedHash: string;
}

/** Asks the witness, which has to be there. */
export async function hashesOf(...folders: readonly string[]): Promise<Hashes[]> {
  need(PYTHON);
  const script = join(REPOSITORY, "test", "tools", "hashes.py");
  const said = await succeed("python3", [script, ...folders], { cwd: REPOSITORY });
  return said
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
