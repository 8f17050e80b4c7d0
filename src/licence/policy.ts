import { byBytes } from "../order.ts";
import { problem, type Problem } from "../problem.ts";
import { type Licence } from "./index.ts";

/**
 * What a publisher does with content whose licence does not allow to pass it on. `follow`: describe it, without its bytes.
 * `vouch`: publish it in full, because the publisher has the right to.
 */
export type Choice = "follow" | "vouch";

/** The choice for everything, and choices for single files and folders, by their path from the root of the source. */
export interface Policy {
  readonly all: Choice | undefined;
  readonly paths: Readonly<Record<string, Choice>>;
}

/** A skill or a document, by its path from the root of the source. */
export interface Licensed {
  readonly path: string;
  readonly licence: Licence;
}

/** `full`: with its bytes. `described`: name, description, licence and a link to the source. */
export type Publication = "full" | "described" | "undecided";

/** How something is published under a policy: the choice for the nearest path counts. */
export function publicationOf({ path, licence }: Licensed, policy: Policy): Publication {
  if (licence.kind !== "restrictive") return "full";
  const choice = choiceFor(path, policy);
  return choice === undefined ? "undecided" : choice === "vouch" ? "full" : "described";
}

function choiceFor(path: string, { all, paths }: Policy): Choice | undefined {
  const nearest = Object.entries(paths)
    .map(([folder, choice]) => ({ folder: folder.replace(/^\.\/|\/+$/g, ""), choice }))
    .filter(({ folder }) => folder === "." || folder === "" || path === folder || path.startsWith(`${folder}/`))
    .toSorted((a, b) => lengthOf(b.folder) - lengthOf(a.folder))[0];
  return nearest?.choice ?? all;
}

function lengthOf(folder: string): number {
  return folder === "." ? 0 : folder.length;
}

/** How many of the things that a file decides for are named. */
const NAMED = 5;

/** One problem for every file that declares a restrictive licence for something the policy does not speak of. */
export function undecidedProblems(listed: readonly Licensed[], policy: Policy): Problem[] {
  const decisions = new Map<string, { name: string; paths: string[] }>();
  for (const { path, licence } of listed) {
    if (licence.kind !== "restrictive" || publicationOf({ path, licence }, policy) !== "undecided") continue;
    const decision = decisions.get(licence.from) ?? { name: licence.name, paths: [] };
    decision.paths.push(path);
    decisions.set(licence.from, decision);
  }
  return [...decisions].map(([from, { name, paths }]) =>
    problem("licence-undecided", { path: from }, { name, paths: enumeration(paths.toSorted(byBytes)) }),
  );
}

function enumeration(paths: readonly string[]): string {
  const named = paths.slice(0, NAMED).map((path) => `\`${path}\``);
  const more = paths.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
