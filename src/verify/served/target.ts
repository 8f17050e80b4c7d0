import type { Sums } from "../../publication/sums.ts";
import type { Build } from "./build.ts";
import type { Host } from "./host.ts";
import type { Install } from "./installs.ts";
import type { Limits } from "./limits.ts";
import type { Allowable } from "./outcome.ts";

/** What is to be verified, and against what. */
export interface Target {
  readonly host: Host;
  /** Origin with base path that the index names, where it is served from another one such as a preview. */
  readonly as: string | undefined;
  /** Paths of everything in our folders, where that can be listed. */
  readonly present: readonly string[] | undefined;
  /** SHA-256 of the pages that the build wrote beside the publication, by path, where they are listed. */
  readonly pages: Sums | undefined;
  readonly build: Build | undefined;
  /** Digests that files of the publication before had. */
  readonly previous: ReadonlySet<string>;
}

/** How strictly, and within which limits. */
export interface Rules {
  /** Without a build to compare with, nothing is verified. */
  readonly requireBuild: boolean;
  readonly sameOrigin: boolean;
  /** Ask for every artifact with HEAD and other encodings too, not only for one of each type. */
  readonly thorough: boolean;
  readonly allowed: readonly Allowable[];
  /** Installs skills with the real client; undefined when none is to be. */
  readonly install: Install | undefined;
  readonly limits: Limits;
  readonly startedAt: Date;
  /** Told after each artifact. */
  readonly progress: (done: number, of: number) => void;
}
