import { pages, urlOf } from "../../publication/layout.ts";
import type { PublishedSkill, Report } from "../../publication/report.ts";
import { NAME, NAME_LIMIT } from "../../skill.ts";
import type { Installable, InstallResult } from "../install.ts";
import { worst } from "./outcome.ts";
import { outcomeOf, reason, type Reason } from "./reason.ts";
import type { VerifiedSkill } from "./verification.ts";

/** Which skills are to be installed, and how. */
export interface Install {
  /** Names of the skills; undefined for all. */
  readonly names: readonly string[] | undefined;
  readonly run: (skills: readonly Installable[]) => Promise<readonly InstallResult[]>;
}

/** Most things that are wrong with one install and are told. */
const TOLD = 3;

/**
 * Installs skills that were judged before, whatever they came to, and adds to each what came of that. An archive that is not
 * safe to unpack, or a name that is none, is not given to the client. The reasons are for names that no skill has.
 *
 * @param place origin with base path, and the report of what is published there, where there is one
 */
export async function withInstalls(
  skills: readonly VerifiedSkill[],
  { base, report }: { readonly base: string; readonly report: Report | undefined },
  { names, run }: Install,
): Promise<{ readonly skills: readonly VerifiedSkill[]; readonly reasons: readonly Reason[] }> {
  const isWanted = (name: string) => names === undefined || names.includes(name);
  const published = new Map(report?.skills.map((skill) => [skill.name, skill]));
  const wanted = skills.filter(({ name }) => isWanted(name));
  const results = await run(
    wanted
      .filter((skill) => withheld(skill) === undefined)
      .flatMap((skill) => installableOf(skill, base, published.get(skill.name)) ?? []),
  );
  const came = new Map(results.map((result) => [result.name, result]));
  const tried = skills.map((skill) => {
    if (!isWanted(skill.name)) return skill;
    const reasons = reasonsOf(skill, came.get(skill.name));
    const install = outcomeOf(reasons);
    return { ...skill, install, outcome: worst([skill.outcome, install]), reasons: [...skill.reasons, ...reasons] };
  });
  const unlisted = (names ?? []).filter((name) => !skills.some((skill) => skill.name === name));
  const unfinished = unlisted.map((name) =>
    reason("install-unfinished", { name, reason: "the index does not list it" }),
  );
  return { skills: tried, reasons: unfinished };
}

/** What installing a skill has to bring; undefined when nobody knows, because its archive was not opened. */
function installableOf(
  { name, type, expected_digest: digest, members }: VerifiedSkill,
  base: string,
  published: PublishedSkill | undefined,
): Installable | undefined {
  const alone =
    type === "skill-md" && digest !== null ? [{ path: "SKILL.md", sha256: digest.slice("sha256:".length) }] : undefined;
  const files = published?.files ?? members ?? alone;
  // Only a publication of ours is known to have an index below each page.
  const address = published ? urlOf({ base }, pages.entry(name)).replace(/\/$/, "") : base;
  return files && { name, address, files };
}

/** Why the client is not given a skill at all; undefined when it may be. */
function withheld({ name, reasons }: Pick<VerifiedSkill, "name" | "reasons">): string | undefined {
  if (reasons.some(({ code }) => code === "archive-unsafe")) return "its archive is not safe to unpack";
  // It becomes an argument of the client, which would take another one for an option.
  return NAME.test(name) && name.length <= NAME_LIMIT ? undefined : "its name is none that clients take";
}

function reasonsOf(skill: VerifiedSkill, result: InstallResult | undefined): Reason[] {
  const { name } = skill;
  if (!result) {
    const why = withheld(skill) ?? "nobody knows which files it has";
    return [reason("install-unfinished", { name, reason: why })];
  }
  if (result.outcome === "pass") return [];
  const { reasons } = result;
  const more = reasons.length > TOLD ? [`${reasons.length - TOLD} more`] : [];
  const told = [...reasons.slice(0, TOLD), ...more].join("; ").replace(/\.$/, "");
  return [reason(result.outcome === "fail" ? "install-differs" : "install-unfinished", { name, reason: told })];
}
