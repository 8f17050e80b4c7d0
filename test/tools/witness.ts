import { spawnSync } from "node:child_process";

/** A program that has to be there to be a witness, and how to get it. */
export interface Witness {
  readonly program: string;
  /** Arguments that make it say who it is; `--version` without them. */
  readonly ask?: readonly string[];
  /** What it then says, among other things. */
  readonly says: string;
  readonly debian: string;
}

export const GNU_TAR: Witness = { program: "tar", says: "GNU tar", debian: "tar" };
export const BSDTAR: Witness = { program: "bsdtar", says: "libarchive", debian: "libarchive-tools" };
export const GZIP: Witness = { program: "gzip", says: "gzip", debian: "gzip" };
export const SHA256SUM: Witness = { program: "sha256sum", says: "sha256sum", debian: "coreutils" };
export const PYTHON: Witness = { program: "python3", says: "Python 3", debian: "python3" };
export const SETPRIV: Witness = { program: "setpriv", says: "setpriv", debian: "util-linux" };
export const NGINX: Witness = { program: "nginx", ask: ["-v"], says: "nginx version", debian: "nginx-light" };
export const CADDY: Witness = { program: "caddy", ask: ["help"], says: "Caddy", debian: "caddy" };
/** The npm registry: it cannot be asked for its version, but it can be given up. */
export const REGISTRY = { program: "registry" };

/** True for a witness that whoever runs the tests gave up, by naming it in `SKILLPRESS_SKIP`. */
export function isSkipped({ program }: Pick<Witness, "program">): boolean {
  return (process.env["SKILLPRESS_SKIP"] ?? "").split(/[\s,]+/).includes(program);
}

/** Fails the test when a witness is missing: a proof that did not run is not a proof. */
export function need(...witnesses: readonly Witness[]): void {
  for (const { program, ask = ["--version"], says, debian } of witnesses) {
    if (answerOf(program, ask).includes(says)) continue;
    throw new Error(
      `This test needs ${says} as \`${program}\`. Install it (Debian: apt-get install -y ${debian}), or give up this proof with SKILLPRESS_SKIP=${program}.`,
    );
  }
}

function answerOf(program: string, argv: readonly string[]): string {
  const { error, stdout, stderr } = spawnSync(program, argv, { encoding: "utf8" });
  if (error && !("code" in error && error.code === "ENOENT")) throw error;
  return error ? "" : stdout + stderr;
}
