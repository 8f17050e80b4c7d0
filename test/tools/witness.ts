import { execFileSync } from "node:child_process";

/** A program that has to be there to be a witness, and how to get it. */
export interface Witness {
  readonly program: string;
  /** What its `--version` contains. */
  readonly says: string;
  readonly debian: string;
}

export const GNU_TAR: Witness = { program: "tar", says: "GNU tar", debian: "tar" };
export const BSDTAR: Witness = { program: "bsdtar", says: "libarchive", debian: "libarchive-tools" };
export const GZIP: Witness = { program: "gzip", says: "gzip", debian: "gzip" };
export const SHA256SUM: Witness = { program: "sha256sum", says: "sha256sum", debian: "coreutils" };
export const SETPRIV: Witness = { program: "setpriv", says: "setpriv", debian: "util-linux" };
/** The npm registry: it cannot be asked for its version, but it can be given up. */
export const REGISTRY = { program: "registry" };

/** True for a witness that whoever runs the tests gave up, by naming it in `SKILLPRESS_SKIP`. */
export function isSkipped({ program }: Pick<Witness, "program">): boolean {
  return (process.env["SKILLPRESS_SKIP"] ?? "").split(/[\s,]+/).includes(program);
}

/** Fails the test when a witness is missing: a proof that did not run is not a proof. */
export function need(...witnesses: readonly Witness[]): void {
  for (const { program, says, debian } of witnesses) {
    if (versionOf(program).includes(says)) continue;
    throw new Error(
      `This test needs ${says} as \`${program}\`. Install it (Debian: apt-get install -y ${debian}), or give up this proof with SKILLPRESS_SKIP=${program}.`,
    );
  }
}

function versionOf(program: string): string {
  try {
    return execFileSync(program, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}
