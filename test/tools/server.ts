import type { ServerResponse } from "node:http";
import { POLICY } from "../../src/serve/headers.ts";
import { listen, type LoopbackServer } from "../../src/serve/listen.ts";
import { serveSite } from "../../src/serve/site.ts";

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
export interface FolderServer extends LoopbackServer {
  /** Every request so far, in the order they were answered. */
  readonly answered: readonly Answered[];
}

/**
 * Serves a folder on a free loopback port as `skillpress preview` does. The folder may be written later; every request
 * reads it anew.
 *
 * @param headers put in place of the host's own, for everything or for what is at a path
 */
export async function serveFolder(root: string, headers: Headers = {}): Promise<FolderServer> {
  const answered: Answered[] = [];
  const answer = serveSite({ root: () => root, base: "/", policy: POLICY });
  const server = await listen(
    (request, response) => {
      const { method = "GET", url = "/" } = request;
      response.once("finish", () => answered.push({ method, path: url, status: response.statusCode }));
      const { pathname } = new URL(url, "http://localhost");
      overrule(response, typeof headers === "function" ? headers(pathname) : headers);
      return answer(request, response);
    },
    [0],
  );
  return { ...server, answered };
}

/** Sets headers at the last moment, when the host has set its own. */
function overrule(response: ServerResponse, headers: Fields): void {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (status: number, ...rest: never[]) => {
    const [own = {}]: Fields[] = rest;
    return writeHead(status, { ...own, ...headers });
  };
}
