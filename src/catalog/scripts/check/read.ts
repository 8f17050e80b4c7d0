/**
 * Reads a stream to its end, or gives it up as soon as it is longer than the limit.
 *
 * @param limit in bytes
 * @param onBytes is told how many bytes there are so far
 * @returns undefined when there is more
 * @throws what the stream fails with
 */
export async function readUpTo(
  stream: ReadableStream<Uint8Array>,
  limit: number,
  onBytes: (received: number) => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(value);
    onBytes(size);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
