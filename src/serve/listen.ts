import { createServer, type RequestListener, type Server } from "node:http";
import { Halt, problem } from "../problem.ts";
import { isSystemError } from "../source/system-error.ts";

/** A server that only this machine reaches. */
export interface LoopbackServer {
  /** For example `http://localhost:4777`: a secure context, where browsers have Web Crypto. */
  readonly origin: string;
  /** Ends it with all its connections. */
  readonly close: () => Promise<void>;
}

const LOOPBACK = "127.0.0.1";

/**
 * Listens on the loopback address.
 *
 * @param ports the first one that is free is taken; 0 lets the system choose
 * @throws Halt `port-unusable` when none is
 */
export async function listen(handler: RequestListener, ports: readonly number[]): Promise<LoopbackServer> {
  const server = createServer(handler);
  const refused: string[] = [];
  for (const port of ports) {
    const reason = await listening(server, port);
    if (reason === undefined) return { origin: `http://localhost:${portOf(server)}`, close: () => close(server) };
    refused.push(`${port} (${reason})`);
  }
  throw new Halt(problem("port-unusable", {}, { address: LOOPBACK, ports: refused.join(", ") }));
}

/** Why a server cannot listen on a port; undefined when it does. */
function listening(server: Server, port: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => (isSystemError(error) ? resolve(error.code) : reject(error));
    server.once("error", failed);
    server.listen(port, LOOPBACK, () => {
      server.off("error", failed);
      resolve(undefined);
    });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
