import { parse } from "semver";
import { nearest } from "../nearest.ts";
import { byBytes } from "../order.ts";
import type { SkillSet } from "../options.ts";
import { problem, type Problem } from "../problem.ts";
import { RESERVED } from "../skill-set/locator.ts";
import type { Candidate } from "../source/survey.ts";
import type { Origin } from "./origin.ts";
import { isPlainAddress, locatorFault, memberOf } from "./set-locator.ts";

/** What decides whether sets can be published. */
export interface SetContext {
  readonly origin: Origin;
  readonly survey: {
    readonly candidates: readonly Pick<Candidate, "frontMatter">[];
    /** Names of the skills that are not to be published. */
    readonly internal: readonly string[];
  };
  /** Members that are published elsewhere may be installed. */
  readonly resolve: boolean;
}

/** Longest version, in characters: it is the name of a folder. */
const VERSION_LIMIT = 128;

/** Everything that is wrong with the sets of a configuration as they are written there. */
export function judgeSets(sets: readonly SkillSet[], context: SetContext): Problem[] {
  const names = Map.groupBy(sets, ({ name }) => name);
  return [
    ...[...names]
      .filter(([, same]) => same.length > 1)
      .map(([set, { length }]) => problem("invalid-set", {}, { set, reason: `${length} sets have this name` })),
    ...sets.flatMap((set) => [...judgeFields(set), ...judgeMembers(set, context)]),
  ];
}

function judgeFields({ name: set, version, author, homepage }: SkillSet): Problem[] {
  const wrong = (reason: string) => problem("invalid-set", {}, { set, reason });
  const fields = { "author.url": author?.url, "author.uri": author?.uri, homepage };
  return [
    ...(isVersion(version) ? [] : [wrong(`\`${version}\` is no version of SemVer 2.0.0, such as \`1.0.0\``)]),
    ...(version.length > VERSION_LIMIT ? [wrong(`its version has more than ${VERSION_LIMIT} characters`)] : []),
    ...Object.entries(fields).flatMap(([field, text]) =>
      text === undefined || isPlainAddress(text)
        ? []
        : [wrong(`\`${field}\` is an address that not all readers of addresses admit`)],
    ),
  ];
}

/** True for a version exactly as SemVer 2.0.0 has it: no `v`, no blanks. */
function isVersion(text: string): boolean {
  return parse(text) !== null && /^\d\S*$/.test(text);
}

function judgeMembers({ name: set, members }: SkillSet, { origin, survey, resolve }: SetContext): Problem[] {
  const published = survey.candidates.flatMap(({ frontMatter }) => frontMatter?.name ?? []);
  const unreadable = survey.candidates.some(({ frontMatter }) => frontMatter === undefined);
  const judgeOwn = (name: string): Problem[] => {
    const unknown = (reason: string, correction: string) => [
      problem("unknown-set-member", {}, { set, name, reason, correction }),
    ];
    if (name === RESERVED) return unknown("no set can hold a skill of this name", RENAME);
    if (published.includes(name)) return [];
    if (survey.internal.includes(name)) return unknown("the skill is marked `metadata.internal: true`", UNMARK);
    const near = nearest(name, published).map((each) => `\`${each}\``);
    const guess = near.length > 0 ? `; did you mean ${near.join(" or ")}?` : ".";
    // The skill may be one of those whose SKILL.md has to be corrected first.
    return unreadable && near.length === 0
      ? unknown("no skill that can be read has this name", CORRECT)
      : unknown("this build publishes no skill of this name", `Correct the name in \`sets\`, or remove it${guess}`);
  };
  const judgeForeign = (locator: string): Problem[] => {
    const fault = locatorFault(locator, origin);
    if (fault) return [problem("invalid-set-member", {}, { set, locator, ...fault })];
    return resolve ? [] : [problem("set-needs-resolve", {}, { set, locator })];
  };
  const counts = Map.groupBy(members, (member) => member);
  return [...counts].flatMap(([member, { length }]) => {
    const read = memberOf(member);
    return [
      ...(length > 1
        ? [problem("invalid-set", {}, { set, reason: `\`${member}\` is its member ${length} times` })]
        : []),
      ...("own" in read ? judgeOwn(read.own) : judgeForeign(read.locator)),
    ];
  });
}

const RENAME = `Consumers keep their sets in a folder of that name among the skills; remove it from \`sets\`, or rename the skill.`;
const UNMARK = "Remove it from `sets`, or the mark from the skill.";
const CORRECT = "Correct the skills with problems first; then correct the name in `sets`, or remove it.";

/** What a set pins for a skill's name. */
export interface Pin {
  readonly set: string;
  readonly skill: string;
  readonly locator: string;
  readonly computedHash: string;
}

/** Finds each skill's name that is pinned to several contents: installing one set would overwrite a member of another. */
export function judgePins(pins: readonly Pin[]): Problem[] {
  return [...Map.groupBy(pins, ({ skill }) => skill)].flatMap(([name, same]) => {
    if (new Set(same.map(({ computedHash }) => computedHash)).size < 2) return [];
    const told = [...Map.groupBy(same, ({ locator }) => locator)].map(([locator, by]) => {
      const sets = [...new Set(by.map(({ set }) => `\`${set}\``))].toSorted(byBytes).join(", ");
      return `\`${locator}\` by ${sets} with the content ${by[0]?.computedHash}`;
    });
    return [problem("set-conflict", {}, { name, pins: told.toSorted(byBytes).join("; ") })];
  });
}
