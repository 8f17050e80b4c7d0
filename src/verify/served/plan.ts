import type { Host } from "./host.ts";
import type { Limits } from "./limits.ts";

/** What an artifact is compared with. */
export interface Expected {
  readonly digest: string;
  readonly from: "build" | "index";
  /** Digest in the index, when the build says another. */
  readonly indexDigest: string | undefined;
  /** In bytes, when the build says so. */
  readonly size: number | undefined;
  /** True for a digest that an earlier publication had. */
  readonly isPrevious: (digest: string) => boolean;
}

/** How one artifact is asked for. */
export interface Plan {
  readonly host: Host;
  readonly limits: Limits;
  /** The address, absolute and mapped to where it is looked for. */
  readonly url: string;
  /** Where a relative address leads from where the index was asked for, when that is another place. */
  readonly otherUrl: string | undefined;
  /** Also ask with HEAD and another encoding. */
  readonly isProbed: boolean;
  /** Another origin than the index's is a failure. */
  readonly sameOrigin: boolean;
  /** Origin of the index as it was served. */
  readonly indexOrigin: string;
}
