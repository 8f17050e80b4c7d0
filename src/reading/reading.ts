import type { Finding } from "./codes.ts";
import type { DeclaredSkill } from "./declared.ts";
import type { Include } from "./includes.ts";
import type { Listed } from "./listing.ts";
import type { Manifest } from "./policy.ts";
import type { Stock } from "./stock.ts";
import type { Summary } from "./summary.ts";
import type { RegularFile } from "./tree.ts";
import type { Verdict } from "./verdict.ts";

/** A skill of the repository, listed or not. */
export interface Skill extends DeclaredSkill, Listed {
  /** True when a folder of its path starts with a dot. */
  readonly isHidden: boolean;
  /** The nearest folder manifest at or above its folder. */
  readonly governing: Manifest | undefined;
  readonly includes: readonly Include[];
}

/** A document or an introduction. Title and description are null when it has none, or was not read. */
export interface Page extends Summary {
  readonly path: string;
}

/** What a repository says to those who read it. */
export interface Reading {
  /** Of every entry of the tree, in byte order of the paths. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** In byte order of the paths, as everything below. */
  readonly skills: readonly Skill[];
  readonly manifests: readonly Manifest[];
  /** Markdown and JSON that is served outside skills. */
  readonly documents: readonly Page[];
  /** The README that introduces a folder, by folder. */
  readonly introductions: ReadonlyMap<string, Page>;
  /** Files that can be read only because something links to them. */
  readonly linked: readonly string[];
  readonly findings: readonly Finding[];
  /** The skill that a file belongs to: the nearest at or above its folder. */
  readonly ownerOf: (path: string) => Skill | undefined;
  /** The nearest folder manifest at or above the folder of a file. */
  readonly governing: (path: string) => Manifest | undefined;
  /** True when limits kept something from being read. */
  readonly isPartial: boolean;
  /** Files that are served, introduce a folder or are linked, in byte order of the paths. */
  readonly files: ReadonlyMap<string, RegularFile>;
  /** Those of them within the read limit, and the others, by the skills that they come with. */
  readonly stock: Stock;
  readonly oversized: Stock;
  /** The text of one of the files; undefined for any other, and when it is over the read limit, binary or unreadable. */
  readonly textOf: (path: string) => string | undefined;
}
