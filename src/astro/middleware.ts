import type { IncomingMessage, ServerResponse } from "node:http";
import { isOwnPath } from "../publication/layout.ts";
import { addressOf, pathBelow, reads, sendFile } from "../serve/file.ts";

/**
 * Serves a composed tree inside a development server. Everything that is not a file of the tree is left to the next handler.
 *
 * @param tree absolute path of the tree as it is now, undefined while there is none
 * @param base path the site is served at, with a slash at both ends
 */
export function serveTree(tree: () => string | undefined, base: string) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const root = tree();
    const address = addressOf(request);
    const path = address && pathBelow(base, address);
    if (root === undefined || path === undefined || !isOwnPath(path.slice(1)) || !reads(request)) next();
    else sendFile(request, response, { root, path, otherwise: () => next() });
  };
}
