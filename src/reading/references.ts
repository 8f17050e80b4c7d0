import type { Links } from "./links.ts";

/** Most links in a row that lead from what is served to a file that is only linked. */
const EDGES_LIMIT = 8;

/** What the walk along links needs to know. */
export interface Graph {
  /** Files whose links are followed from the start. */
  readonly sources: Iterable<string>;
  /** The links of a file that is reached. */
  readonly linksOf: (path: string) => Links;
  /** True for a file that a link may lead to. */
  readonly isTarget: (path: string) => boolean;
  /** True for a file that is served without the link. */
  readonly isServed: (path: string) => boolean;
}

/** Where the links lead. */
export interface References {
  /** Files whose links were followed. */
  readonly walked: readonly string[];
  /** Files that are reached by links alone. */
  readonly linked: ReadonlySet<string>;
  /** Files some of whose links were not followed, and why. */
  readonly cut: ReadonlyMap<string, string>;
}

/**
 * Follows links from what is served, recursively (SkillCDN Format, Markdown references). How far a file is away does not
 * depend on the order: a shorter way found later is walked again, at most once for each edge it is shorter.
 */
export function followLinks({ sources, linksOf, isTarget, isServed }: Graph): References {
  const distances = new Map<string, number>();
  const queue: string[] = [];
  const reach = (path: string, distance: number) => {
    if (distance >= (distances.get(path) ?? Infinity)) return;
    distances.set(path, distance);
    queue.push(path);
  };
  for (const path of sources) reach(path, 0);
  // The queue grows while it is walked.
  for (const path of queue) {
    const distance = distances.get(path) ?? 0;
    for (const { path: target } of linksOf(path).links) {
      if (target === undefined || !isTarget(target)) continue;
      if (isServed(target)) reach(target, 0);
      else if (distance < EDGES_LIMIT) reach(target, distance + 1);
    }
  }

  const cut = new Map<string, string>();
  for (const [path, distance] of distances) {
    const { limit, links } = linksOf(path);
    const isLost = (target = "") => isTarget(target) && !distances.has(target);
    if (limit !== undefined) cut.set(path, limit);
    else if (distance >= EDGES_LIMIT && links.some((link) => isLost(link.path)))
      cut.set(path, `it is ${EDGES_LIMIT} links away from what is served`);
  }
  const walked = [...distances.keys()];
  return { walked, linked: new Set(walked.filter((path) => !isServed(path))), cut };
}
