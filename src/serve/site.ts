import { existsSync, readFileSync } from "node:fs";
import {
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { join } from "node:path";
import { addressOf, leadsOut, pathBelow, reads, sendFile } from "./file.ts";
import { headersOf } from "./headers.ts";

/** Where static hosts look for the page of what is not there. */
const NOT_FOUND = "404.html";

/** A site that is served from a folder. */
export interface Site {
  /** Absolute path of the folder as it is now, undefined while there is none. */
  readonly root: () => string | undefined;
  /** Path the site is served at, with a slash at both ends. */
  readonly base: string;
  /** Content-Security-Policy of its pages, if they have one. */
  readonly policy: string | undefined;
}

/**
 * Answers for a whole site the way a good host does: files as `sendFile` sends them, folders by their `index.html`, and
 * what is not there with 404 and the site's own page for that.
 */
export function serveSite({ root, base, policy }: Site): RequestListener {
  return (request, response) => {
    const folder = root();
    const refuse = (status: number, headers: OutgoingHttpHeaders = {}) => {
      const page = status === 404 && folder !== undefined ? notFoundPage(folder) : undefined;
      const own = headersOf(page ? NOT_FOUND : "", policy);
      const type = page ? "text/html; charset=utf-8" : "text/plain; charset=utf-8";
      const body = page ?? Buffer.from(`${STATUS_CODES[status]}\n`);
      end(request, response, { status, headers: { ...own, "content-type": type, ...headers }, body });
    };

    if (!reads(request)) return refuse(405, { allow: "GET, HEAD" });
    if (folder === undefined) return refuse(503, { "retry-after": "1" });
    const address = addressOf(request);
    if (address === undefined) return refuse(400);
    // Two slashes at the start would lead to another host.
    const withSlash = { location: `${address.pathname.replace(/^\/+/, "/")}/${address.search}` };
    if (`${address.pathname}/` === base) return refuse(301, withSlash);
    const path = pathBelow(base, address);
    if (path === undefined) return refuse(404);
    const otherwise = (status: number, headers?: OutgoingHttpHeaders) =>
      refuse(status, status === 301 ? withSlash : headers);
    sendFile(request, response, { root: folder, path, policy, otherwise });
  };
}

interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

function end({ method }: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.headersSent) {
    response.destroy(); // in the middle of a file: the client has to notice
    return;
  }
  // Those of a file that was found and then not sent.
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.writeHead(status, { "content-length": body.length, ...headers });
  response.end(method === "HEAD" ? undefined : body);
}

/** The site's own page for what is not there. */
function notFoundPage(folder: string): Buffer | undefined {
  const file = join(folder, NOT_FOUND);
  return existsSync(file) && !leadsOut(folder, NOT_FOUND) ? readFileSync(file) : undefined;
}
