const SURROGATE = /[\uD800-\uDFFF]/;

/**
 * Compares two strings by the bytes of their UTF-8 form, the one order used in every output. Locale and UTF-16 order
 * never reach a digest.
 */
export function byBytes(left: string, right: string): number {
  // UTF-16 units are in the order of UTF-8 bytes as long as no character needs two of them.
  if (!SURROGATE.test(left) && !SURROGATE.test(right)) return left < right ? -1 : left > right ? 1 : 0;
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
