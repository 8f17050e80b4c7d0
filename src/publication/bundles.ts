import { problem, type Problem } from "../problem.ts";
import { NAME, NAME_LIMIT, slug } from "../skill.ts";
import type { Candidate, Survey } from "../source/survey.ts";

/** Skills published together: a container of the source, or a list in the configuration. */
export interface Bundle {
  readonly name: string;
  /** Names of the members, in the order of the survey. */
  readonly skills: readonly string[];
  /** Where it is defined, for problems: a folder of the source, or words for the option. */
  readonly from: string;
  /** The container's own skill shares the bundle's name and page. */
  readonly ownSkill: boolean;
}

/** Bundles asked for in options: one of every skill, and named subsets. */
export interface BundleOptions {
  readonly bundle: string | undefined;
  readonly bundles: Readonly<Record<string, readonly string[]>>;
}

/** The bundles of a source and of the options; what is wrong with them is added to `problems`. */
export function bundlesOf({ candidates, containers }: Survey, options: BundleOptions, problems: Problem[]): Bundle[] {
  const names = candidates.flatMap(({ frontMatter }) => (frontMatter ? [frontMatter.name] : []));
  const bundles = [
    ...containers.flatMap((path) => containerBundle(path, candidates)),
    ...(options.bundle === undefined
      ? []
      : [{ name: options.bundle, skills: names, from: "the option `bundle`", ownSkill: false }]),
    ...Object.entries(options.bundles).map(([name, skills]) => ({
      name,
      skills: names.filter((each) => skills.includes(each)),
      from: `the bundle \`${name}\` in the options`,
      ownSkill: false,
    })),
  ];
  for (const [bundle, skills] of Object.entries(options.bundles)) {
    for (const name of skills)
      if (!names.includes(name)) problems.push(problem("unknown-bundle-member", {}, { bundle, name }));
    if (skills.length === 0) problems.push(problem("unknown-bundle-member", {}, { bundle, name: "" }));
  }
  for (const { name, from } of bundles) {
    const path = containers.includes(from) ? from : undefined;
    if (!NAME.test(name) || name.length > NAME_LIMIT)
      problems.push(problem("invalid-bundle-name", { path }, { name, slug: slug(name) || "my-bundle" }));
  }
  return bundles.filter(({ skills }) => skills.length > 0);
}

function containerBundle(path: string, candidates: readonly Candidate[]): Bundle[] {
  const members = candidates.filter(({ container, frontMatter }) => container === path && frontMatter !== undefined);
  const own = members.find(({ folder }) => folder.path === path);
  const name = own?.frontMatter?.name ?? path.split("/").at(-1) ?? path;
  const skills = members.flatMap(({ frontMatter }) => (frontMatter ? [frontMatter.name] : []));
  return [{ name, skills, from: path, ownSkill: own !== undefined }];
}
