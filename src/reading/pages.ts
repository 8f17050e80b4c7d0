import type { Budget } from "./budget.ts";
import type { Declared } from "./declared.ts";
import { isPage, kindOf } from "./kinds.ts";
import { type Links, linksOf } from "./links.ts";
import { folderOf } from "./paths.ts";
import type { Policy } from "./policy.ts";
import type { Page } from "./reading.ts";
import { remembered } from "./remembered.ts";
import { bodyOf } from "./split.ts";
import { summarise } from "./summary.ts";
import { decode } from "./text.ts";
import type { RegularFile } from "./tree.ts";

/** The text of declarations and pages, as far as the budget goes. */
export interface Pages {
  readonly pageOf: (path: string) => Page;
  readonly linksOf: (path: string) => Links;
  /** True for text within the limits; false for what is binary, unreadable, too large or over the budget. */
  readonly isText: (path: string) => boolean;
}

/** Reads pages when they are asked for; who asks first has the first call on the budget. */
export function pagesOf(
  files: ReadonlyMap<string, RegularFile>,
  budget: Budget,
  { skills, broken, manifests }: Pick<Declared, "skills" | "broken"> & Pick<Policy, "manifests">,
): Pages {
  const textOf = (path: string) => {
    const file = files.get(path);
    const bytes = file === undefined || !(isPage(path) || broken.has(path)) ? undefined : budget.admit(file);
    return bytes instanceof Uint8Array ? decode(bytes) : undefined;
  };
  const declared = (path: string) =>
    [skills.get(folderOf(path)), manifests.get(folderOf(path))].find((each) => each?.path === path);

  return {
    pageOf(path) {
      const text = kindOf(path) === "json" ? undefined : textOf(path);
      return { path, ...(text === undefined ? { title: null, description: null } : summarise(text)) };
    },
    linksOf: remembered((path) => {
      const text = declared(path) ?? bodyOf(kindOf(path) === "markdown" ? (textOf(path) ?? "") : "");
      return linksOf(path, text.body, text.bodyLine);
    }),
    isText: remembered((path) => declared(path) !== undefined || textOf(path) !== undefined),
  };
}
