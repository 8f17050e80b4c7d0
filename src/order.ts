/**
 * Compares two strings by the bytes of their UTF-8 form, the one order used in every output.
 * Locale and UTF-16 order never reach a digest.
 */
export function byBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
