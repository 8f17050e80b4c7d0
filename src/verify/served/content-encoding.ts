import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from "node:zlib";

/** A body that its content encoding does not fit, or that is larger than allowed once decoded. */
export class Undecodable extends Error {
  readonly tooLarge: boolean;

  constructor(message: string, tooLarge: boolean) {
    super(message);
    this.name = "Undecodable";
    this.tooLarge = tooLarge;
  }
}

/** More codings than anybody needs; each one may blow the body up again. */
const CODINGS_LIMIT = 5;

const DECODERS: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/**
 * Decodes a body as `fetch` does (RFC 9110, section 8.4): the last coding first; a coding that is not known is left alone.
 *
 * @param limit most bytes after decoding
 * @throws Undecodable
 */
export function decoded(wire: Buffer, contentEncoding: string | null, limit: number): Buffer {
  const codings = (contentEncoding ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim());
  if (codings.length > CODINGS_LIMIT) throw new Undecodable(`${codings.length} content codings`, false);
  let bytes = wire;
  for (const coding of codings.toReversed()) {
    const decode = DECODERS[coding];
    if (!decode) {
      if (coding === "" || coding === "identity") continue;
      return bytes;
    }
    try {
      bytes = decode(bytes, { maxOutputLength: limit });
    } catch (error) {
      if (!(error instanceof Error) || !("code" in error)) throw error;
      throw new Undecodable(error.message, error.code === "ERR_BUFFER_TOO_LARGE");
    }
  }
  return bytes;
}
