import { createReadStream, lstatSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { isOwnPath } from "../publication/layout.ts";

const TYPES: readonly (readonly [suffix: string, type: string])[] = [
  [".json", "application/json; charset=utf-8"],
  [".md", "text/markdown; charset=utf-8"],
  [".tar.gz", "application/gzip"],
  [".txt", "text/plain; charset=utf-8"],
  ["SHA256SUMS", "text/plain; charset=utf-8"],
];

/**
 * Serves a composed tree the way a good host does: right content types, HEAD, no content encoding, so that what a client
 * hashes is what was published. Everything that is not a file of the tree is left to the next handler.
 *
 * @param tree absolute path of the tree as it is now, undefined while there is none
 * @param base path the site is served at, with a slash at both ends
 */
export function serveTree(tree: () => string | undefined, base: string) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const path = pathname.startsWith(base) ? pathname.slice(base.length) : "";
    const root = tree();
    const file = join(root ?? "", path);
    const type = TYPES.find(([suffix]) => path.endsWith(suffix))?.[1];
    const stats =
      root !== undefined && isOwnPath(path) && type !== undefined
        ? lstatSync(file, { throwIfNoEntry: false })
        : undefined;
    if (!stats?.isFile() || (request.method !== "GET" && request.method !== "HEAD")) {
      next();
      return;
    }
    response.writeHead(200, {
      "content-type": type,
      "content-length": stats.size,
      "cache-control": "no-cache",
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
    });
    if (request.method === "HEAD") response.end();
    else createReadStream(file).pipe(response);
  };
}
