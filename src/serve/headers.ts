import { isImmutable, isOwnPath } from "../publication/layout.ts";

/** The strictest Content-Security-Policy that the pages of the catalog work under; their search is WebAssembly. */
export const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:";

/** Media types that the ending of a name alone does not give. JSON has no charset parameter (RFC 8259, section 11). */
const TYPES: readonly (readonly [ending: string, type: string])[] = [
  [".json", "application/json"],
  ["SHA256SUMS", "text/plain; charset=utf-8"],
];

/**
 * Headers of a file of a publication. Only what never changes may be used again without asking (RFC 8246): other addresses
 * stay when the bytes behind them change. What is ours may be read by pages of any origin, so that tools in a browser can check it.
 *
 * @param path relative to the folder that is served
 * @param policy Content-Security-Policy of pages, if they have one
 */
export function headersOf(path: string, policy: string | undefined): Readonly<Record<string, string>> {
  const type = TYPES.find(([ending]) => path.endsWith(ending))?.[1];
  return {
    "cache-control": isImmutable(path) ? "public, max-age=31536000, immutable" : "no-cache",
    "x-content-type-options": "nosniff",
    ...(isOwnPath(path) && { "access-control-allow-origin": "*" }),
    ...(type !== undefined && { "content-type": type }),
    ...(policy !== undefined && path.endsWith(".html") && { "content-security-policy": policy }),
  };
}
