import { realpathSync } from "node:fs";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { join, sep } from "node:path";
import send from "send";
import { isSystemError } from "../source/system-error.ts";
import { headersOf } from "./headers.ts";

/** A file that is asked for. */
interface Wanted {
  /** Absolute path of the folder that is served. */
  readonly root: string;
  /** Path below it, from a slash, percent-encoded. */
  readonly path: string;
  /** Content-Security-Policy of pages, if they have one. */
  readonly policy?: string | undefined;
  /**
   * Called when no file is sent, with the status that fits: 301 for a folder without the slash, 400, 404, or 412 and 416
   * for conditions and ranges (RFC 9110) that do not hold.
   */
  readonly otherwise: (status: number, headers?: OutgoingHttpHeaders) => void;
}

/** True for a request that only reads. */
export function reads({ method }: Pick<IncomingMessage, "method">): boolean {
  return method === "GET" || method === "HEAD";
}

/** The address that is asked for, without `.` and `..`; undefined for what is none. */
export function addressOf({ url = "" }: Pick<IncomingMessage, "url">): URL | undefined {
  const address = `http://localhost${url}`;
  return url.startsWith("/") && URL.canParse(address) ? new URL(address) : undefined;
}

/**
 * A path below the one that a site is served at.
 *
 * @param base with a slash at both ends
 * @returns path from a slash; undefined for one outside of the site
 */
export function pathBelow(base: string, { pathname }: Pick<URL, "pathname">): string | undefined {
  return pathname.startsWith(base) ? pathname.slice(base.length - 1) : undefined;
}

/**
 * Sends a file the way a good host does: its media type, HEAD, ranges, an ETag, and never a content encoding, so that
 * what a client hashes is what was published. Folders that begin with a dot are served like others; what lies outside of
 * the folder is not, also when a link leads there.
 */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { root, path, policy, otherwise }: Wanted,
): void {
  const file = decoded(path.endsWith("/") ? `${path}index.html` : path);
  if (file === undefined) return otherwise(400);
  if (leadsOut(root, file)) return otherwise(404);
  // Times of files say nothing about which build they are of, and are too coarse to tell two of one second apart.
  send(request, path, { root, dotfiles: "allow", cacheControl: false, lastModified: false })
    .on("headers", () => {
      for (const [name, value] of Object.entries(headersOf(file.slice(1), policy))) response.setHeader(name, value);
    })
    .on("directory", () => otherwise(301))
    .on("error", ({ status, headers }: { status: number; headers?: OutgoingHttpHeaders }) =>
      // What is above the folder is as good as not there.
      otherwise(status === 403 ? 404 : status, headers),
    )
    .pipe(response);
}

/** True for something whose real place is outside of a folder. */
export function leadsOut(root: string, path: string): boolean {
  try {
    return !`${realpathSync(join(root, path))}${sep}`.startsWith(`${realpathSync(root)}${sep}`);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return false; // it is not there at all
  }
}

function decoded(path: string): string | undefined {
  try {
    const text = decodeURIComponent(path);
    return text.includes("\0") ? undefined : text;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return undefined;
  }
}
