import type { FrontMatter } from "../front-matter/read.ts";

/** A request that should activate a skill, and where it comes from. */
export interface Probe {
  readonly request: string;
  readonly from: "author" | "description";
}

/** Openings of a "use when" clause, and what a user would say instead. */
const OPENINGS: readonly (readonly [RegExp, string])[] = [
  [/^(?:the |a |your )?users? (?:wants?|needs?|asks?|would like|tries|is trying) (?:you )?to\s+/i, "Please help me to "],
  [/^(?:the |a |your )?users? (?:wants?|needs?|asks? for|mentions?|requests?)\s+/i, "I need help with "],
  [/^(?:you |someone |somebody |an agent )?(?:needs?|wants?|are asked|is asked|must|have|has) to\s+/i, "Please help me to "],
  [/^(?:asked|working|dealing|tasked|building|creating|writing|making|editing|reviewing|\w+ing)\b/i, "I need help with "],
];

/**
 * The request a publisher types after an install to see whether the skill activates: the author's own
 * (`metadata.activation-probe`), else the description's "use when" clause turned into one.
 *
 * @returns undefined when there is neither, or when it would contain the skill's name and so prove nothing
 */
export function activationProbe({ name, description, metadata }: FrontMatter): Probe | undefined {
  const own = metadata["activation-probe"];
  if (own !== undefined && own !== "") return names(own, name) ? undefined : { request: own, from: "author" };
  const clause = /\buse(?:d|ful)?(?: (?:this(?: skill)?|it|the skill|proactively))? (?:when(?:ever)?|if|for)\s+([^.;]+)/i.exec(description)?.[1]?.trim();
  if (clause === undefined || names(clause, name)) return undefined;
  return { request: requestFor(clause.replace(/\s+/g, " ")), from: "description" };
}

/** True when a text contains the name of the skill, written with hyphens or blanks. */
export function names(text: string, name: string): boolean {
  const words = (each: string) => ` ${each.toLowerCase().replace(/[^\p{Letter}\p{Number}]+/gu, " ").trim()} `;
  return words(text).includes(words(name));
}

function requestFor(clause: string): string {
  for (const [opening, replacement] of OPENINGS) {
    if (!opening.test(clause)) continue;
    const rest = replacement.endsWith("with ") && /ing\b/i.test(clause.split(" ")[0] ?? "") ? clause : clause.replace(opening, "");
    return `${replacement}${rest}.`;
  }
  return `I need help: ${clause}.`;
}
