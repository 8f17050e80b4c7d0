import { z } from "zod";
import type { FrontMatter } from "../front-matter/read.ts";
import type { Files } from "../skill.ts";
import { Report } from "./report.ts";

const { format, origin, skills, sets } = Report.shape;
const { name, snapshots } = skills.element.shape;
const { version, type, artifact } = snapshots.element.shape;
const { path, digest, size } = artifact.shape;

/** No more of a snapshot is kept than is needed to read it again; there may be thousands. */
const PreviousSnapshot = z.object({ version, type, artifact: z.object({ path, digest, size }) });

/**
 * What is read of the report of an earlier publication. Another version of this tool may have written it, with more in it,
 * so only what is carried forward is asked for.
 */
export const PreviousReport = z.object({
  format,
  origin,
  skills: z.array(z.object({ name, snapshots: z.array(PreviousSnapshot).min(1) })),
  sets: z.array(
    z.object({ ...sets.element.shape, versions: z.array(z.object(sets.element.shape.versions.element.shape)).min(1) }),
  ),
});

export type PreviousReport = z.output<typeof PreviousReport>;
export type PreviousSnapshot = z.output<typeof PreviousSnapshot>;

/** What a publication has that pins can name. */
export interface Held {
  /** As NAME@VERSION. */
  readonly snapshots: ReadonlySet<string>;
  /** Versions of sets, each with the digests of its documents: another content is another version. */
  readonly setVersions: ReadonlySet<string>;
}

/** What the publication of a report has that pins can name. */
export function heldBy({ skills: published, sets: named }: Pick<PreviousReport, "skills" | "sets">): Held {
  return {
    snapshots: new Set(published.flatMap((skill) => skill.snapshots.map((each) => `${skill.name}@${each.version}`))),
    setVersions: new Set(
      named.flatMap((set) =>
        set.versions.map((each) => `${set.name} ${each.version} ${each.manifest.digest} ${each.lock.digest}`),
      ),
    ),
  };
}

/** An artifact of an earlier publication that was opened as a client does. */
interface Reopened {
  readonly bytes: Buffer;
  readonly files: Files;
  /** Its name is that of the skill it was published as. */
  readonly frontMatter: FrontMatter;
}

/**
 * The publication that is replaced, whose snapshots and set versions are carried forward. Nothing it says was believed:
 * every name, version and path in the report is one that the layout has, every name and version is there once, and bytes
 * have the size and digest that are stated.
 */
export interface Previous {
  /** What to call it: a folder or an address, as it was given. */
  readonly name: string;
  readonly report: PreviousReport;
  /**
   * Reads a file of the report.
   *
   * @throws Halt `previous-unusable` when it is missing, or has another size or digest
   */
  readonly read: (file: { readonly path: string; readonly digest: string; readonly size: number }) => Promise<Buffer>;
  /**
   * Reads and opens the artifact of a snapshot.
   *
   * @throws Halt `previous-unusable` as well when clients would not install it whole, or it is another skill's
   */
  readonly open: (name: string, snapshot: PreviousSnapshot) => Promise<Reopened>;
}
