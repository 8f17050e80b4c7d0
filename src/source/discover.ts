import { problem, type Problem } from "../problem.ts";
import { type Folder, foldersOf, walk } from "./tree.ts";

/** A folder that holds a SKILL.md. */
export interface SkillFolder {
  readonly folder: Folder;
  /** The `skills` folder of a bundle container with a SKILL.md of its own; its files belong to the members. */
  readonly members: Folder | undefined;
  readonly categories: readonly string[];
  /** Path of the bundle container it belongs to; its own path when it is one. */
  readonly container: string | undefined;
}

/** A file that is not published, and the code that kept it out. */
export interface LeftOut {
  readonly path: string;
  readonly code: "junk" | "internal" | "outside-skill";
}

export interface Discovery {
  readonly skills: readonly SkillFolder[];
  /** Paths of the folders that hold `skills/`. */
  readonly containers: readonly string[];
  readonly leftOut: readonly LeftOut[];
  readonly problems: readonly Problem[];
}

/** A folder being visited, with what its ancestors decided. */
interface Visit {
  readonly name: string;
  readonly folder: Folder;
  readonly categories: readonly string[];
  readonly container: string | undefined;
  /** True below a folder without any skill, which has been told already. */
  readonly barren: boolean;
}

const CATEGORY_DEPTH = 3;

/** Finds the skills, bundle containers and categories of a source, from its listing alone. */
export function discover(source: Folder): Discovery {
  const skills: SkillFolder[] = [];
  const containers: string[] = [];
  const leftOut: LeftOut[] = [...foldersOf(source)].flatMap((folder) =>
    folder.junk.map((name) => ({ path: below(folder, name), code: "junk" as const })),
  );
  const problems: Problem[] = [];

  refuseSpelling(source);
  if (source.entries.has("SKILL.md")) problems.push(problem("root-skill", { path: "SKILL.md" }));
  visitCategory({ name: "", folder: source, categories: [], container: undefined, barren: false });
  return { skills, containers, leftOut, problems };

  function visit(here: Visit): void {
    const { name, folder, categories, container } = here;
    const members = folder.folders.get("skills");
    const isSkill = folder.entries.has("SKILL.md");
    if (members) {
      if (container !== undefined) {
        problems.push(problem("nested-bundle", { path: folder.path }, { outer: container }));
        return;
      }
      visitContainer(here, members);
    }
    if (isSkill) {
      skills.push({ folder, members, categories, container: members ? folder.path : container });
      refuseNested(folder, members);
    } else if (categories.length < CATEGORY_DEPTH) {
      refuseSpelling(folder);
      const barren = isBarren(folder);
      if (barren && !here.barren && !members) problems.push(problem("folder-without-skill", { path: folder.path }));
      visitCategory({ ...here, categories: [...categories, name], barren }, members);
    } else {
      refuseDeep(folder, members);
    }
  }

  function visitContainer({ folder, categories }: Visit, members: Folder): void {
    containers.push(folder.path);
    const before = skills.length + problems.length;
    visitCategory({ name: "skills", folder: members, categories, container: folder.path, barren: isBarren(members) });
    if (skills.length + problems.length === before) problems.push(problem("empty-bundle", { path: folder.path }));
  }

  function visitCategory({ folder, categories, container, barren }: Visit, members?: Folder): void {
    for (const [name, kind] of folder.entries) {
      const path = below(folder, name);
      if (kind === "linked-folder") problems.push(problem("linked-folder", { path }));
      else if (kind === "undecodable") problems.push(problem("path-not-utf-8", { path }));
      else if (path !== "SKILL.md") leftOut.push({ path, code: "outside-skill" });
    }
    for (const [name, child] of folder.folders) {
      if (child !== members) visit({ name, folder: child, categories, container, barren });
    }
  }

  function refuseSpelling(folder: Folder): void {
    if (folder.entries.has("SKILL.md")) return;
    const found = [...folder.entries.keys()].find((name) => /^skill\.md$/i.test(name));
    if (found !== undefined) problems.push(problem("skill-file-spelling", { path: below(folder, found) }, { found }));
  }

  function refuseNested(folder: Folder, members: Folder | undefined): void {
    for (const inner of foldersOf(folder, members)) {
      if (inner !== folder && inner.entries.has("SKILL.md")) {
        problems.push(problem("nested-skill", { path: below(inner, "SKILL.md") }, { outer: folder.path }));
      }
    }
  }

  function refuseDeep(folder: Folder, members: Folder | undefined): void {
    for (const { path } of walk(folder, members)) {
      const full = below(folder, path);
      if (full.endsWith("/SKILL.md")) problems.push(problem("skill-too-deep", { path: full }));
      else leftOut.push({ path: full, code: "outside-skill" });
    }
  }
}

/** True for a folder that has files, but nothing that is or was meant to be a skill. */
function isBarren(folder: Folder): boolean {
  const paths = [...walk(folder)].map(({ path }) => path);
  return paths.length > 0 && !paths.some((path) => /(?:^|\/)skill\.md$/i.test(path));
}

/** Path of a name in a folder, relative to the source. */
export function below(folder: Folder, name: string): string {
  return folder.path === "" ? name : `${folder.path}/${name}`;
}
