/** The start of a snapshot's version: enough to tell versions of one skill apart. */
export function shortVersion(version: string): string {
  return version.slice(0, 12);
}
