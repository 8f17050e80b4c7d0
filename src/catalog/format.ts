const UNITS = ["KB", "MB", "GB"] as const;

/** A number of bytes for people, as the command line writes it: `999 B`, `1.0 KB`, `12.3 MB`. The same in every locale. */
export function bytes(size: number): string {
  if (size < 1024) return `${size} B`;
  const unit = UNITS.findIndex((_, index) => size < 1024 ** (index + 2));
  const power = unit === -1 ? UNITS.length : unit + 1;
  return `${(size / 1024 ** power).toFixed(1)} ${UNITS[power - 1]}`;
}

/** A number with its noun: `1 skill`, `2 skills`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** The tokens that so many bytes of text cost a model, about: one for four bytes. */
export function tokens(size: number): string {
  return String(Math.ceil(size / 4)).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
