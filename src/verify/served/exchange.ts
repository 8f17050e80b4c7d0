import { type Agent, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import type { Resolved } from "./addresses.ts";

/** One answer as it came over the wire: not decoded, no redirect followed. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly wire: Buffer;
}

/** Thrown when there is no whole answer. */
export class NoAnswer extends Error {
  readonly why: "network" | "limit" | "certificate" | "name";

  constructor(why: NoAnswer["why"], message: string) {
    super(message);
    this.name = "NoAnswer";
    this.why = why;
  }
}

/** What one request needs beside its address. */
interface Terms {
  readonly method: "GET" | "HEAD";
  readonly acceptEncoding: string;
  /** Most bytes of the body on the wire. */
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly agent: Agent;
  /** The addresses to connect to, so that a name cannot lead elsewhere than where it was found to lead. */
  readonly resolved: Resolved;
  readonly userAgent: string;
}

/**
 * Sends one request (RFC 9110) and reads its answer to the end.
 *
 * @throws NoAnswer when the answer does not come, breaks off, or is larger than allowed
 */
export async function exchange(url: URL, terms: Terms): Promise<Received> {
  const { method, acceptEncoding, limit, signal, agent, resolved, userAgent } = terms;
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const lookup: LookupFunction = (_, { all }, done) => {
    const [first] = resolved.addresses;
    if (all === true) done(null, [...resolved.addresses]);
    else done(null, first?.address ?? "", first?.family);
  };
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { accept: "*/*", "accept-encoding": acceptEncoding, "user-agent": userAgent };
      send(url, { method, headers, agent, lookup, signal })
        .once("response", resolve)
        .once("upgrade", (_, socket) => {
          socket.destroy();
          reject(new NoAnswer("network", "the host switches to another protocol, which nobody asked for"));
        })
        .on("error", reject) // a connection can break more than once
        // Also when it is closed without any of these, which would otherwise be waited for without end.
        .once("close", () => reject(new NoAnswer("network", "the connection was closed without an answer")))
        .end();
    });
    const chunks: Buffer[] = [];
    let length = 0;
    if (method === "GET" && Number(response.headers["content-length"]) > limit) {
      response.destroy();
      throw new NoAnswer("limit", `it is larger than ${limit} bytes`);
    }
    for await (const chunk of response) {
      if (!(chunk instanceof Buffer)) throw new TypeError("a response without encoding gives buffers");
      length += chunk.length;
      if (length > limit) throw new NoAnswer("limit", `it is larger than ${limit} bytes`);
      chunks.push(chunk);
    }
    if (!response.complete) throw new NoAnswer("network", `the answer broke off after ${length} bytes`);
    return { status: response.statusCode ?? 0, headers: response.headers, wire: Buffer.concat(chunks) };
  } catch (error) {
    throw asNoAnswer(error, signal);
  }
}

const NAME_UNKNOWN = new Set(["ENOTFOUND", "EAI_NONAME"]);

function asNoAnswer(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof NoAnswer || !(error instanceof Error)) return error;
  if (signal.aborted) return new NoAnswer("network", "the time for it was over");
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  if (code === undefined) return error;
  if (NAME_UNKNOWN.has(code)) return new NoAnswer("name", `the name does not resolve (${code})`);
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|ERR_TLS/.test(code);
  if (isCertificate) return new NoAnswer("certificate", `the certificate is not accepted (${code})`);
  return new NoAnswer("network", `${error.message === "" ? "the connection failed" : error.message} (${code})`);
}
