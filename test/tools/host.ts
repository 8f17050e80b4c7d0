import { readFileSync } from "node:fs";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { REPOSITORY } from "./program.ts";
import type { Site } from "./site.ts";

/** What a host is asked for. */
export interface Asked {
  readonly method: string;
  /** Path below the host, without the slash at its beginning. */
  readonly path: string;
  /** With its question mark; empty when there is none. */
  readonly query: string;
  /** Name and port that the client wrote. */
  readonly host: string;
  readonly secure: boolean;
  readonly headers: IncomingHttpHeaders;
}

/** What a host answers. `content-length` comes by itself. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** An answer, or something that is done to the connection instead. */
export type Reply = Answer | ((response: ServerResponse) => void);

/** How a host behaves: what it does with a request that a good host would answer like this. */
export type Behaviour = (asked: Asked, good: Answer) => Reply | Promise<Reply>;

/** A host with two names on a loopback port, and the same host over HTTPS. It serves nothing until it is told to. */
export interface Host {
  /** For example `http://localhost:40123`. */
  readonly origin: string;
  /** The same host under another name: `http://127.0.0.1:40123`. */
  readonly elsewhere: string;
  /** With a certificate of the test CA, for example `https://localhost:40124`. */
  readonly secure: string;
  /** With a certificate that nobody signed. */
  readonly selfSigned: string;
  /** Every request since the last change of what is served. */
  readonly asked: () => readonly Asked[];
  readonly serve: (site: Site, behaviour: Behaviour) => void;
  readonly close: () => Promise<void>;
}

const TLS = join(REPOSITORY, "test", "fixtures", "tls");

/** Certificate of the CA that signed the test host's. */
export const TEST_CA = join(TLS, "ca.pem");

const TYPES: readonly (readonly [ending: string, type: string])[] = [
  [".json", "application/json; charset=utf-8"],
  [".md", "text/markdown; charset=utf-8"],
  [".txt", "text/plain; charset=utf-8"],
  [".tar.gz", "application/gzip"],
  ["SHA256SUMS", "text/plain; charset=utf-8"],
];

/** The content type a good host gives a file with this name. */
function contentTypeOf(path: string): string {
  return TYPES.find(([ending]) => path.endsWith(ending))?.[1] ?? "application/octet-stream";
}

/** Opens a host on free ports. */
export async function openHost(): Promise<Host> {
  let site: Site = new Map();
  let behaviour: Behaviour = (_, good) => good;
  let asked: Asked[] = [];
  const handle =
    (secure: boolean): RequestListener =>
    (request, response) => {
      const each = askedOf(request, secure);
      asked.push(each);
      void Promise.resolve(behaviour(each, goodAnswer(site, each))).then((reply) => send(response, each, reply));
    };
  const tls = (certificate: string) =>
    createSecureServer(
      { key: readFileSync(join(TLS, "key.pem")), cert: readFileSync(join(TLS, certificate)) },
      handle(true),
    );
  const servers = [createServer(handle(false)), tls("cert.pem"), tls("self-signed.pem")] as const;
  const [plain, secure, selfSigned] = await Promise.all([listen(servers[0]), listen(servers[1]), listen(servers[2])]);
  return {
    origin: `http://localhost:${plain.port}`,
    elsewhere: `http://127.0.0.1:${plain.port}`,
    secure: `https://localhost:${secure.port}`,
    selfSigned: `https://localhost:${selfSigned.port}`,
    asked: () => asked,
    serve: (files, how) => {
      site = files;
      behaviour = how;
      asked = [];
    },
    close: async () => void (await Promise.all(servers.map(closed))),
  };
}

/** What a good static host answers: content types, HEAD, a real 404, no encoding, folders are not listed. */
function goodAnswer(site: Site, { method, path }: Asked): Answer {
  const body = site.get(path);
  const text = { "content-type": "text/plain; charset=utf-8" };
  if (method !== "GET" && method !== "HEAD") return { status: 405, headers: text, body: Buffer.from("not allowed\n") };
  return body
    ? { status: 200, headers: { "content-type": contentTypeOf(path) }, body }
    : { status: 404, headers: text, body: Buffer.from("not found\n") };
}

function askedOf({ method = "GET", url = "/", headers }: IncomingMessage, secure: boolean): Asked {
  const { pathname, search } = new URL(url, "http://localhost");
  return {
    method,
    path: decodeURIComponent(pathname.slice(1)),
    query: search,
    host: headers.host ?? "",
    secure,
    headers,
  };
}

function send(response: ServerResponse, { method }: Asked, reply: Reply): void {
  if (typeof reply === "function") return reply(response);
  const { status, headers, body } = reply;
  const empty = status === 204 || status === 304;
  response.writeHead(status, { ...(empty ? {} : { "content-length": body.length }), ...headers });
  response.end(method === "HEAD" || empty ? undefined : body);
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Starts a server on a free loopback port. */
async function listen(server: Server): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address;
}
