import { byBytes } from "../order.ts";
import { budgetOf } from "./budget.ts";
import { finding, sorted } from "./codes.ts";
import { readSkills } from "./declared.ts";
import { settleIncludes } from "./includes.ts";
import { isPage, kindOf } from "./kinds.ts";
import { judgeLinks } from "./link-findings.ts";
import { listSkills } from "./listing.ts";
import { pagesOf } from "./pages.ts";
import { isHidden } from "./paths.ts";
import { placementOf } from "./placement.ts";
import { readPolicy } from "./policy.ts";
import { chooseReadmes } from "./readmes.ts";
import type { Reading, Skill } from "./reading.ts";
import { followLinks } from "./references.ts";
import { remembered } from "./remembered.ts";
import { type Sized, stockOf } from "./stock.ts";
import { decode } from "./text.ts";
import { type Limits, list, type RegularFile, type Tree } from "./tree.ts";
import { verdictOf } from "./verdict.ts";

export { assemble, rulesOf } from "./assembly.ts";
export { LIMITS } from "./tree.ts";

/**
 * Reads a repository by the rules of the SkillCDN Format (reading rules 10).
 *
 * @param tree everything in it; nothing is read twice that need not be, and no link is followed
 * @returns undefined when the tree has more files and folders than the limit: a policy may have been missed, so nothing
 *   may be published
 */
export function readRepository(tree: Tree, limits: Limits): Reading | undefined {
  const listing = list(tree, limits.treeEntries);
  if (!listing) return undefined;
  const { files } = listing;
  const budget = budgetOf(limits);
  const policy = readPolicy(tree, listing, budget);
  const declared = readSkills(files, policy, budget);
  const placement = placementOf(policy, declared);
  const pages = pagesOf(files, budget, { ...declared, ...policy });
  const open = [...files.keys()].filter((path) => policy.withheld(path) === undefined);

  const includes = settleIncludes(declared.skills.values(), {
    files,
    policy,
    placement,
    textOf: (path) => textOf(files.get(path), limits),
  });
  const roleOf = remembered((path) => {
    const role = placement.roleOf(path);
    return role !== "skill" && includes.own.has(path) ? "include" : role;
  });

  const readmes = chooseReadmes(open, (path) => roleOf(path) !== undefined);
  const overviews = new Set([...readmes.values()].filter((path) => roleOf(path) === undefined));
  const documents = open
    .filter((path) => roleOf(path) === "document" && (isPage(path) || declared.broken.has(path)))
    .map((path) => pages.pageOf(path));
  const introductions = new Map([...readmes].map(([folder, path]) => [folder, pages.pageOf(path)]));

  const isServed = (path: string) => roleOf(path) !== undefined || overviews.has(path);
  const { linked, walked, cut } = followLinks({
    sources: [
      ...[...policy.manifests.values(), ...declared.skills.values()].map(({ path }) => path),
      ...[...readmes.values(), ...documents.map(({ path }) => path)].filter((path) => kindOf(path) === "markdown"),
    ],
    linksOf: pages.linksOf,
    isTarget: (path) => kindOf(path) === "markdown" && files.has(path) && policy.withheld(path) === undefined,
    isServed,
  });
  const readable = new Map(
    [...files].filter(([path]) => policy.withheld(path) === undefined && (isServed(path) || linked.has(path))),
  );
  const isAdded = (path: string) => roleOf(path) === "include" || linked.has(path);
  const stockWhere = (isKept: (size: number) => boolean) =>
    stockOf(
      [...readable].flatMap(([path, { size }]): Sized[] => (isKept(size) ? [[path, size]] : [])),
      isAdded,
    );
  const stock = stockWhere((size) => size <= limits.readBytes);
  const oversized = stockWhere((size) => size > limits.readBytes);
  const listed = listSkills({
    skills: declared.skills,
    includes: includes.bySkill,
    files: readable,
    isAdded,
    stock,
    readBytes: limits.readBytes,
  });
  const skills = [...declared.skills.values()].flatMap((skill): Skill[] => {
    const { folder, path } = skill;
    const facts = listed.get(folder);
    if (!facts) return [];
    const own = includes.bySkill.get(folder) ?? [];
    return [{ ...skill, ...facts, isHidden: isHidden(folder), governing: placement.governing(path), includes: own }];
  });

  const isSearched = (path: string) => {
    const owner = placement.ownerOf(path);
    return (owner === undefined || listed.get(owner.folder)?.isAside !== true) && pages.isText(path);
  };
  const facts = { listing, policy, roleOf, isSearched, overviews, linked, broken: declared.broken };
  const verdicts = new Map([...tree.keys()].toSorted(byBytes).map((path) => [path, verdictOf(path, facts)]));

  const skillByPath = new Map(skills.map((skill) => [skill.path, skill]));
  const findings = [
    ...policy.found,
    ...[...policy.manifests.values(), ...skills].flatMap(({ found }) => found),
    ...declared.found,
    ...includes.found,
    ...[...cut].map(([path, reason]) => finding("reference_limit", { path }, { reason })),
    ...skills.flatMap(({ folder, path }) => {
      const { files: count } = oversized.sizeOf(folder);
      return count === 0 ? [] : [finding("omitted_file", { path }, { count })];
    }),
    ...walked.flatMap((path) => {
      const skill = skillByPath.get(path);
      return judgeLinks({ path, links: pages.linksOf(path).links, skill }, files, policy);
    }),
  ];
  return {
    verdicts,
    skills,
    manifests: [...policy.manifests.values()].toSorted((a, b) => byBytes(a.path, b.path)),
    documents,
    introductions,
    linked: [...linked].toSorted(byBytes),
    findings: sorted(findings),
    ownerOf: (path) => skillByPath.get(placement.ownerOf(path)?.path ?? ""),
    governing: placement.governing,
    isPartial: policy.isPartial || declared.isPartial || cut.size > 0 || budget.isExhausted(),
    files: readable,
    stock,
    oversized,
    textOf: (path) => textOf(readable.get(path), limits),
  };
}

function textOf(file: RegularFile | undefined, { readBytes }: Limits): string | undefined {
  const bytes = file === undefined || file.size > readBytes ? undefined : file.read();
  return bytes === undefined ? undefined : decode(bytes);
}
