/** One file of a skill as it is published. */
export interface PublishedFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Published with mode 0755. */
  readonly executable: boolean;
  /** UTF-8 without a NUL. */
  readonly text: boolean;
}

/** A skill as it is published, which is all that a client sees of it. */
export interface AsPublished {
  readonly name: string;
  /** As in the index. */
  readonly description: string;
  readonly files: readonly PublishedFile[];
  /** The bytes of its `SKILL.md`. */
  readonly skillMd: Uint8Array;
  /** The text between the fences, and its values by the core schema of YAML 1.2; no values where that reader gives up. */
  readonly frontMatter: { readonly text: string; readonly values: Readonly<Record<string, unknown>> | undefined };
  /** True when an index of discovery format 0.1 lists it with its files. */
  readonly legacy: boolean;
  /** URL of its zip archive, null when there is none. */
  readonly zip: string | null;
}

/**
 * What becomes of a skill, from good to bad. `whole`: every byte arrives. `unmarked`: every byte, but no execute bit.
 * `changed`: other bytes. `truncated`: not all of it, or not under its own name. `dropped`: nothing.
 */
export const EFFECTS = ["whole", "unmarked", "changed", "truncated", "dropped"] as const;

export type Effect = (typeof EFFECTS)[number];

/** How something is known: the client was run, its source or documentation read, or others told of it. */
export interface Evidence {
  readonly how: "run" | "source" | "documentation" | "thread" | "specification";
  readonly of: string;
}

/** Something that a client does to some skills. */
export interface Rule {
  /** Unique within its profile. */
  readonly id: string;
  readonly effect: Exclude<Effect, "whole">;
  readonly sentence: string;
  readonly evidence: Evidence;
  /** The paths it is about, none of them when it is about the skill; undefined when the rule does not apply. */
  readonly find: (skill: AsPublished) => readonly string[] | undefined;
}

/** One client or format. */
export interface Profile {
  readonly id: string;
  readonly label: string;
  readonly rules: readonly Rule[];
}

/** Applies to the skill when the condition holds. */
export function when(condition: boolean): readonly string[] | undefined {
  return condition ? [] : undefined;
}

/** Applies to some files of the skill. */
export function paths(files: readonly { readonly path: string }[]): readonly string[] | undefined {
  return files.length === 0 ? undefined : files.map(({ path }) => path);
}
