import { Halt, problem } from "../problem.ts";
import { INDEX_LIMIT } from "./foreign-index.ts";

/** Most time a whole answer may take, in milliseconds. */
const TIMEOUT = 30_000;

/**
 * Fetches an index as a client does. Redirects are followed (fetch allows 20), the body is bounded.
 *
 * @returns the bytes of the answer
 * @throws Halt `index-unreachable` with the reason
 */
export async function fetchIndex(address: string): Promise<Uint8Array> {
  const unreachable = (reason: string) => new Halt(problem("index-unreachable", { path: address }, { reason }));
  try {
    const response = await fetch(address, {
      signal: AbortSignal.timeout(TIMEOUT),
      headers: { accept: "application/json" },
    });
    if (!response.ok || !response.body) throw unreachable(`the host answers ${response.status}`);
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of response.body) {
      length += chunk.length;
      if (length > INDEX_LIMIT) throw unreachable(`it is larger than ${INDEX_LIMIT} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof Halt) throw error;
    if (!(error instanceof Error)) throw error;
    const cause = error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message;
    throw unreachable(error.name === "TimeoutError" ? `no whole answer within ${TIMEOUT / 1000} seconds` : cause);
  }
}
