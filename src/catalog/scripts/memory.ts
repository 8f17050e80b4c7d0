/** What a reader chose, kept by the browser for this site; without its permission nothing is remembered. */
export type Choice = "theme" | "agent" | "client";

/** Keeps the choices apart from what else the site stores. */
const PREFIX = "skillpress:";

export function recall(choice: Choice): string | undefined {
  return attempt(() => localStorage.getItem(PREFIX + choice)) ?? undefined;
}

export function remember(choice: Choice, value: string): void {
  attempt(() => localStorage.setItem(PREFIX + choice, value));
}

/** A browser that keeps nothing for a site throws as soon as its storage is named. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return undefined;
  }
}
