import type { Reason } from "./reason.ts";

/** What `fetch` asks for when nobody says anything. */
export const ANY_ENCODING = "gzip, deflate, br, zstd";

/** How an address is asked for. */
export interface Ask {
  /** What to call the file in reasons. */
  readonly what: string;
  readonly method?: "GET" | "HEAD";
  /** `identity`: as it is. `any`: `ANY_ENCODING`, so that the host may compress. */
  readonly encoding?: "identity" | "any";
  /** Most bytes of the body, on the wire and decoded. */
  readonly limit: number;
}

/** One redirect that was followed. */
export interface Redirect {
  readonly status: number;
  /** Where it leads. */
  readonly url: string;
}

/** What came back for an address. */
export interface Answer {
  /** The address as it was asked for. */
  readonly url: string;
  /** The address that answered, after all redirects. */
  readonly finalUrl: string;
  readonly redirects: readonly Redirect[];
  /** Null from a folder, and when nothing answered. */
  readonly status: number | null;
  readonly contentType: string | null;
  readonly contentEncoding: string | null;
  /** Name of the server as it says itself. */
  readonly server: string | null;
  /** The body as every `fetch` client gets it, decoded; undefined when it did not come to its end, or was refused. */
  readonly bytes: Buffer | undefined;
  /** The body as it was on the wire. */
  readonly wire: Buffer | undefined;
  /** Why there are no bytes, or what to know about how they came. */
  readonly reasons: readonly Reason[];
}

/** Where a publication is served: an origin, or a folder that stands for one. */
export interface Host {
  readonly kind: "origin" | "folder";
  /** What is verified, in words for people: an origin with its base path, or a folder. */
  readonly name: string;
  /** Origin and base path that addresses of the publication start with here. */
  readonly base: string;
  readonly get: (url: string, ask: Ask) => Promise<Answer>;
  /** Requests so far. */
  readonly requests: () => number;
}
