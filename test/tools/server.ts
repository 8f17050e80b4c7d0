import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join, sep } from "node:path";

/** A request that was answered. */
interface Answered {
  readonly method: string;
  /** Path as the client wrote it. */
  readonly path: string;
  readonly status: number;
}

type Fields = Readonly<Record<string, string>>;
/** Headers of every answer, or of the one for a path. */
export type Headers = Fields | ((path: string) => Fields);

/** A folder being served. */
export interface FolderServer {
  /** For example `http://localhost:40123`. */
  readonly origin: string;
  /** Every request so far, in the order they were answered. */
  readonly answered: readonly Answered[];
  readonly close: () => Promise<void>;
}

const TYPES: readonly (readonly [suffix: string, type: string])[] = [
  [".html", "text/html; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".json", "application/json; charset=utf-8"],
  [".md", "text/markdown; charset=utf-8"],
  [".txt", "text/plain; charset=utf-8"],
  [".svg", "image/svg+xml"],
  [".tar.gz", "application/gzip"],
  ["SHA256SUMS", "text/plain; charset=utf-8"],
];

/**
 * Serves a folder on a free loopback port the way a plain static host does: content types, HEAD, a real 404, folders by
 * their `index.html`, and never a content encoding. The folder may be written later; every request reads it anew.
 *
 * @param headers sent with everything, or with what is at a path
 */
export async function serveFolder(root: string, headers: Headers = {}): Promise<FolderServer> {
  const answered: Answered[] = [];
  const server = createServer(({ method = "GET", url = "/" }, response) => {
    const path = new URL(url, "http://localhost").pathname;
    const sent = typeof headers === "function" ? headers(path) : headers;
    for (const [name, value] of Object.entries(sent)) response.setHeader(name, value);
    const status = answer(response, root, { method, path });
    answered.push({ method, path: url, status });
  });
  const { port } = await listen(server);
  return {
    origin: `http://localhost:${port}`,
    answered,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, root: string, { method, path }: Pick<Answered, "method" | "path">): number {
  const end = (status: number, headers: Readonly<Record<string, string | number>>, body: Buffer) => {
    response.writeHead(status, { "content-length": body.length, ...headers });
    response.end(method === "HEAD" ? undefined : body);
    return status;
  };
  const text = { "content-type": "text/plain; charset=utf-8" };
  if (method !== "GET" && method !== "HEAD")
    return end(405, { ...text, allow: "GET, HEAD" }, Buffer.from("method not allowed\n"));

  const named = join(root, decodeURIComponent(path));
  const isFolder = statSync(named, { throwIfNoEntry: false })?.isDirectory() === true;
  const file = isFolder ? join(named, "index.html") : named;
  const found = file.startsWith(root + sep) && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  if (!found) {
    const page = join(root, "404.html");
    return existsSync(page)
      ? end(404, { "content-type": "text/html; charset=utf-8" }, readFileSync(page))
      : end(404, text, Buffer.from("not found\n"));
  }
  if (isFolder && !path.endsWith("/")) return end(301, { ...text, location: `${path}/` }, Buffer.from(`${path}/\n`));
  return end(200, { "content-type": contentTypeOf(file) }, readFileSync(file));
}

/** The content type a good host gives a file with this name. */
export function contentTypeOf(path: string): string {
  return TYPES.find(([suffix]) => path.endsWith(suffix))?.[1] ?? "application/octet-stream";
}

/** Starts a server on a free loopback port. */
export async function listen(server: Server): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address;
}
