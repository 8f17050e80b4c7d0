const UNITS = ["kB", "MB", "GB"] as const;

/** A number of bytes for people: `999 B`, `1.0 kB`, `12.3 MB`. The same in every locale. */
export function bytes(size: number): string {
  if (size < 1000) return `${size} B`;
  let scaled = size / 1000;
  for (const unit of UNITS) {
    // From here on one decimal would be rounded to 1000.0.
    if (scaled < 999.95 || unit === "GB") return `${scaled.toFixed(1)} ${unit}`;
    scaled /= 1000;
  }
  return `${size} B`;
}

/** A number with its noun: `1 skill`, `2 skills`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
