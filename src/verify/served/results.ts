import { type Check, recorded, type Result } from "../../publication/results.ts";
import { NAME, NAME_LIMIT } from "../../skill.ts";
import type { Outcome } from "./outcome.ts";
import { outcomeOf, type ReasonCode } from "./reason.ts";
import type { Verification, VerifiedSkill } from "./verification.ts";

/** Which check a reason is about; all others are about the bytes that are served. */
const ABOUT: ReadonlyMap<string, Check> = new Map<ReasonCode, Check>([
  ["archive-unsafe", "listing"],
  ["archive-layout", "listing"],
  ["unsupported-archive", "listing"],
  ["frontmatter-differs", "listing"],
  ["read-limit", "listing"],
  ["install-differs", "install"],
  ["install-unfinished", "install"],
]);

const WORDS = {
  verified: "pass",
  failed: "fail",
  incomplete: "incomplete",
  unverifiable: "unverifiable",
} as const satisfies Record<Outcome, Result["outcome"]>;

/** What a run gives to be recorded. */
export interface Recordable {
  /** In the order of the skills, and of the checklist within a skill. */
  readonly results: readonly Result[];
  /** Names of skills that say nothing of any bytes: no digest is known, or the name is none. */
  readonly left: readonly string[];
}

/** The results of a verification, as they are recorded. Each carries the digest that the artifact should have. */
export function resultsOf({ target, started_at: when, skills }: Verification): Recordable {
  const [known, left] = [skills.filter(isRecordable), skills.filter((skill) => !isRecordable(skill))];
  return {
    results: known.flatMap((skill) =>
      checksOf(skill).map(({ check, outcome, note }) =>
        recorded({
          skill: skill.name,
          digest: skill.expected_digest,
          check,
          outcome: WORDS[outcome],
          when,
          where: target.base,
          basis: check === "install" ? undefined : skill.expected_from,
          note,
        }),
      ),
    ),
    left: left.map(({ name }) => name),
  };
}

function isRecordable(skill: VerifiedSkill): skill is VerifiedSkill & { readonly expected_digest: string } {
  return skill.expected_digest !== null && NAME.test(skill.name) && skill.name.length <= NAME_LIMIT;
}

interface Checked {
  readonly check: Check;
  readonly outcome: Outcome;
  readonly note: string;
}

/** What a verified skill says of its served bytes, of its archive when that was opened, and of its install if there was one. */
function checksOf(skill: VerifiedSkill): Checked[] {
  const { type, reasons, diagnosis, members, install } = skill;
  const isServed = skill.actual_digest !== null && skill.actual_digest === skill.expected_digest;
  const isArchive = isServed && type === "archive";
  const about = (code: string): Check => {
    const check = ABOUT.get(code) ?? "digest";
    return check === "listing" && !isArchive ? "digest" : check;
  };
  const judged = (check: Check): Checked => {
    const own = reasons.filter(({ code, severity }) => severity !== "warning" && about(code) === check);
    return {
      check,
      outcome: outcomeOf(own),
      note: [...own, ...(diagnosis && check === "digest" ? [diagnosis] : [])].map(({ message }) => message).join(" "),
    };
  };
  const [digest, listing] = [judged("digest"), judged("listing")];
  return [
    // Never a pass without equal digests, whatever the reasons are.
    digest.outcome === "verified" && !isServed ? { ...digest, outcome: "unverifiable" } : digest,
    ...(isArchive && (members !== undefined || listing.outcome !== "verified") ? [listing] : []),
    ...(install === undefined ? [] : [judged("install")]),
  ];
}
