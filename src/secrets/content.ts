/** Where a zero byte says that a file is no text, as for Git. In bytes. */
const LOOKED_AT = 8000;

/** The text of a file in whatever encoding, because a secret is ASCII in most of them; undefined when it is no text. */
export function textOf(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.subarray(0, LOOKED_AT).includes(0)) return undefined;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
