/** How a sentence starts that says when a skill is for. */
const OPENING =
  /(?<=[.!?;:][)"'\]*]*\s+)(?=(?:(?:also |always |proactively )?used?\b|useful\b|(?:this |the )?skill (?:should|can|must|may|is to) be used\b|triggers?\b|invoke\b|activates?\b)[^.!?]{0,60}\b(?:when|whenever|if|for|before|after|on|to|proactively)\b)/i;

/** A description in two parts that make the whole again. */
export interface Described {
  readonly what: string;
  /** From the first sentence on that says when to use the skill; undefined when none does, or nothing else is said. */
  readonly when: string | undefined;
}

/** Takes "Use when …" and the like out of a description, so that it can be shown apart. */
export function splitDescription(description: string): Described {
  const start = description.search(OPENING);
  if (start <= 0) return { what: description, when: undefined };
  return { what: description.slice(0, start).trimEnd(), when: description.slice(start) };
}
