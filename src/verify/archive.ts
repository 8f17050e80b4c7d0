import { gunzipSync } from "node:zlib";
import { extract } from "tar-stream";
import { BYTES_LIMIT, type File, FILES_LIMIT, type Files } from "../skill.ts";

/** An archive read back, or why clients would not install it whole. */
export type Opened = { readonly files: Files; readonly reason?: undefined } | { readonly reason: string };

const BLOCK = 512;

/** Room for headers and padding beside the content of the most that clients unpack. */
const TAR_LIMIT = BYTES_LIMIT + (FILES_LIMIT + 2) * 1024;

/** Output buffer in bytes that holds the whole of a small archive: RFC 1952 ends with the length of the content. */
function chunkFor(gzipped: Uint8Array): number {
  const length =
    gzipped.length < 4
      ? 0
      : Buffer.from(gzipped.buffer, gzipped.byteOffset, gzipped.length).readUInt32LE(gzipped.length - 4);
  return Math.min(Math.max(length, 1024), 1024 * 1024);
}

/**
 * Opens a compressed skill archive as the strictest client does: flat ustar files, `SKILL.md` first, nothing unsafe.
 *
 * @param gzipped at most 50 MiB unpacked; more is a reason, not an allocation
 */
export async function openArchive(gzipped: Uint8Array): Promise<Opened> {
  let tar: Buffer;
  try {
    tar = gunzipSync(gzipped, { maxOutputLength: TAR_LIMIT, chunkSize: chunkFor(gzipped) });
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    return {
      reason:
        error.code === "ERR_BUFFER_TOO_LARGE"
          ? `it unpacks to more than ${BYTES_LIMIT} bytes`
          : `it is not gzip (${error.message})`,
    };
  }
  const files = new Map<string, File>();
  let content = 0;
  let used = 0;
  const entries = extract();
  entries.end(tar);
  try {
    for await (const entry of entries) {
      const { name: path, type, mode, pax, size } = entry.header;
      const chunks: Buffer[] = [];
      content += size ?? 0;
      used += BLOCK + Math.ceil((size ?? 0) / BLOCK) * BLOCK;
      for await (const chunk of entry) if (chunk instanceof Buffer) chunks.push(chunk);
      const reason =
        unsafe(path, { type, extended: pax !== null && pax !== undefined }) ??
        (files.has(path) ? `\`${path}\` is in it twice` : undefined);
      if (reason !== undefined) return { reason };
      if (files.size === 0 && path !== "SKILL.md") return { reason: `its first file is \`${path}\`, not \`SKILL.md\`` };
      if (content > BYTES_LIMIT) return { reason: `it unpacks to more than ${BYTES_LIMIT} bytes` };
      if (files.size === FILES_LIMIT) return { reason: `it has more than ${FILES_LIMIT} files` };
      files.set(path, {
        bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks),
        executable: ((mode ?? 0) & 0o100) !== 0,
      });
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { reason: `it is not a tar archive (${error.message})` };
  } finally {
    entries.destroy();
  }
  if (files.size === 0) return { reason: "it is empty" };
  // Headers that the reader took in silently, such as GNU long names, which clients truncate.
  if (tar.subarray(used).some((byte) => byte !== 0)) return { reason: "it has headers that are not plain ustar" };
  return { files };
}

function unsafe(
  path: string,
  { type, extended }: { type: string | null | undefined; extended: boolean },
): string | undefined {
  if (extended) return `\`${path}\` has a PAX header`;
  if (type !== "file") return `\`${path}\` is a ${type ?? "nameless entry"}, not a file`;
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return `\`${path}\` is an absolute path`;
  if (path.includes("\\")) return `\`${path}\` has a backslash`;
  if (path.split("/").some((segment) => segment === "" || segment === "." || segment === ".."))
    return `\`${path}\` is not a plain relative path`;
  return undefined;
}
