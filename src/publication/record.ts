import type { Problem } from "../problem.ts";
import type { LeftOut } from "../source/discover.ts";
import { GENERATOR } from "../version.ts";
import type { Composition } from "./compose.ts";
import type { PublishedBundle } from "./report.ts";

/** What became of every file of a source. It may name files that are not published, so it is never published itself. */
export interface BuildRecord {
  readonly format: 1;
  readonly generator: string;
  readonly published: {
    readonly origin: string;
    readonly skills: readonly {
      readonly name: string;
      readonly folder: string;
      readonly url: string;
      readonly digest: string;
      readonly size: number;
      readonly files: readonly string[];
    }[];
    readonly bundles: readonly Pick<PublishedBundle, "name" | "skills">[];
  } | null;
  readonly leftOut: readonly LeftOut[];
  readonly problems: readonly Problem[];
}

/** The record of a composition. `published` is null when nothing was. */
export function recordOf({ report, skills, leftOut, problems }: Composition): BuildRecord {
  const folders = new Map(skills.map(({ name, folder }) => [name, folder]));
  const published = report && {
    origin: report.origin,
    skills: report.skills.map(({ name, artifact, files }) => ({
      name,
      folder: folders.get(name) ?? name,
      url: artifact.url,
      digest: artifact.digest,
      size: artifact.size,
      files: files.map(({ path }) => path),
    })),
    bundles: report.bundles.map(({ name, skills: members }) => ({ name, skills: members })),
  };
  return { format: 1, generator: GENERATOR, published: published ?? null, leftOut, problems };
}
