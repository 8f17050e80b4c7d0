import { readUpTo } from "./read.ts";

/** What came from an address. */
export type Download =
  | {
      readonly kind: "bytes";
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly contentType: string;
      readonly contentEncoding: string;
    }
  /** Another status than 200. */
  | { readonly kind: "status"; readonly status: number }
  /** No whole answer. */
  | { readonly kind: "unreachable" }
  | { readonly kind: "too-large"; readonly limit: number };

/** How long an answer may take, in milliseconds. */
const PATIENCE = 120_000;

/**
 * Fetches an address of this site as a client without login and cache gets it. Nothing is asked of another origin: a
 * redirect to one counts as no answer.
 *
 * @param limit most bytes that are read
 * @param onBytes is told how many bytes there are so far
 */
export async function download(
  address: string,
  limit: number,
  onBytes?: (received: number) => void,
): Promise<Download> {
  try {
    const response = await fetch(address, {
      cache: "no-store",
      credentials: "omit",
      mode: "same-origin",
      signal: AbortSignal.timeout(PATIENCE),
    });
    const { status, headers, body } = response;
    if (status !== 200 || !body) {
      await body?.cancel();
      return { kind: "status", status };
    }
    const bytes = await readUpTo(body, limit, onBytes);
    if (!bytes) return { kind: "too-large", limit };
    return {
      kind: "bytes",
      bytes,
      contentType: headers.get("content-type") ?? "",
      contentEncoding: headers.get("content-encoding") ?? "",
    };
  } catch (error) {
    // A network error is a TypeError (fetch.spec.whatwg.org), the end of patience a DOMException.
    if (!(error instanceof TypeError) && !(error instanceof DOMException)) throw error;
    return { kind: "unreachable" };
  }
}
