import type { FrontMatter } from "../front-matter/read.ts";
import { containsName } from "../skill.ts";

/** A request that should activate a skill, and where it comes from. */
export interface Probe {
  readonly request: string;
  readonly from: "author" | "description";
}

const WHO = "(?:(?:the |a |an |your )?(?:users?|agents?|people|someone|somebody|anyone|you)|asked|a task|tasks)";

/** Openings of a "use when" clause, and what a user would say instead; the first that fits is taken. */
const OPENINGS: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      `^${WHO}(?: (?:needs?|wants?|requests?|asks? for|looks? for))? (?:help|assistance) (?:with|in|on)?\\s*`,
      "i",
    ),
    "I need help with ",
  ],
  [
    new RegExp(
      `^(?:${WHO} )?(?:needs?|wants?|asks?|requests?|would like|tries|try|is trying|are trying|is asked|are asked|has|have|must)(?: you)? to\\s+`,
      "i",
    ),
    "Please help me to ",
  ],
  [/^asked to\s+/i, "Please help me to "],
  [
    new RegExp(`^${WHO} (?:needs?|wants?|asks? (?:for|about)|asks?|mentions?|requests?|involves?|has|have)\\s+`, "i"),
    "I need help with ",
  ],
  [/^(?=\w+ing\b)/i, "I need help with "],
];

/**
 * The request a publisher types after an install to see whether the skill activates: the author's own
 * (`metadata.activation-probe`), else the description's "use when" clause turned into one.
 *
 * @returns undefined when there is neither, or when it would contain the skill's name and so prove nothing
 */
export function activationProbe({ name, description, metadata }: FrontMatter): Probe | undefined {
  const own = metadata["activation-probe"];
  const request = own === undefined || own === "" ? requestFrom(description) : own;
  if (request === undefined || containsName(request, name)) return undefined;
  return { request, from: request === own ? "author" : "description" };
}

function requestFrom(description: string): string | undefined {
  const text = description.replace(/\s+/g, " ");
  const found = /\buse(?:d|ful)?(?: (?:this(?: skill)?|it|the skill|proactively))? (?:when(?:ever)?|if|for) (.+)/i.exec(
    text,
  )?.[1];
  // A sentence ends at a full stop before a blank; `.docx`, `Next.js` and `(e.g. this)` go on.
  const clause = found
    ?.replace(/\s*\([^)]*\)/g, "")
    .split(/[.!?](?:\s|$)|;/)[0]
    ?.trim();
  if (clause === undefined || clause === "") return undefined;
  const opening = OPENINGS.find(([pattern]) => pattern.test(clause));
  if (opening) return `${opening[1]}${clause.replace(opening[0], "")}.`;
  const [whole, verb] = /^(?:the |a |an |your )?user (?!is |has |does )(\w+s) /i.exec(clause) ?? [];
  if (verb === undefined || whole === undefined) return `I need help: ${clause}.`;
  return `I ${firstPerson(verb)} ${clause.slice(whole.length).replaceAll(/\btheir\b/g, "my")}. Please help me.`;
}

/** What somebody who does it says: `plans` is `plan`, `carries` is `carry`, `pushes` is `push`. */
function firstPerson(verb: string): string {
  return verb
    .replace(/ies$/, "ys")
    .replace(/(?<=ss|sh|ch|x|zz)es$/, "s")
    .replace(/s$/, "");
}
