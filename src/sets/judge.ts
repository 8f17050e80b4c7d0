import { compileDocumentSchemas, type DocumentSchemas } from "../skill-set/document-schemas.ts";
import { disagreements, lintLock, lintLocked, lintManifest, withoutLock } from "../skill-set/lint.ts";
import { type ReadLock, readSetLock, readSetManifest } from "../skill-set/read-documents.ts";
import type { SetFault, SetProblem } from "../skill-set/set-fault.ts";

/** A document that was found. */
export interface Found {
  /** Path or address, as people are to see it. */
  readonly shown: string;
  /** Last part of it, on which the rules for names depend. */
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** What a document is, as far as it can be read. */
interface Summary {
  readonly name: string;
  readonly version: string;
  readonly members: number;
  /** Of a lock. */
  readonly setHash?: string;
}

/** A document with everything that is wrong with it, or that there is to say of it. */
export interface Judged {
  readonly shown: string;
  readonly kind: "manifest" | "lock";
  readonly summary: Summary | undefined;
  readonly faults: readonly SetFault[];
  readonly warnings: readonly SetProblem[];
  /** How many faults and warnings are not among these. */
  readonly more: number;
}

/** Most faults, and most warnings, that are told of one document. */
const LIMIT = 100;

/** Judges a manifest and, where there is one, the lock beside it: each by itself, and then whether they belong together. */
export function judgeSet(
  { shown, file, bytes }: Found,
  beside: Found | undefined,
  schemas: DocumentSchemas = compileDocumentSchemas(),
): Judged[] {
  const read = readSetManifest(bytes, file, schemas);
  const locked = beside && readSetLock(beside.bytes, beside.file, schemas);
  const lone = beside ? [] : [withoutLock()];
  const manifest =
    "faults" in read
      ? judged({ shown, kind: "manifest", ...read })
      : judged({
          shown,
          kind: "manifest",
          summary: { name: read.manifest.name, version: read.manifest.version, members: read.manifest.skills.length },
          warnings: [...lone, ...lintManifest(read)],
        });
  if (!beside || !locked) return [manifest];
  if ("faults" in locked) return [manifest, judged({ shown: beside.shown, kind: "lock", ...locked })];
  const summary = summaryOf(locked);
  const faults = "faults" in read ? [] : disagreements(read, locked);
  return [manifest, judged({ shown: beside.shown, kind: "lock", summary, faults, warnings: lintLock(locked) })];
}

/** Judges a lock that has no manifest beside it. */
export function judgeLock({ shown, file, bytes }: Found, schemas: DocumentSchemas = compileDocumentSchemas()): Judged {
  const read = readSetLock(bytes, file, schemas);
  if ("faults" in read) return judged({ shown, kind: "lock", ...read });
  const warnings = [...lintLock(read), ...lintLocked(read)];
  return judged({ shown, kind: "lock", summary: summaryOf(read), warnings });
}

function summaryOf({ lock, members }: ReadLock): Summary {
  return { name: lock.name, version: lock.setVersion, members: members.size, setHash: lock.setHash };
}

function judged({
  shown,
  kind,
  summary,
  faults = [],
  warnings = [],
  more = 0,
}: Partial<Judged> & Pick<Judged, "shown" | "kind">): Judged {
  const [told, warned] = [faults.slice(0, LIMIT), warnings.slice(0, LIMIT)];
  const untold = faults.length - told.length + warnings.length - warned.length;
  const at = <P extends SetProblem>(problem: P): P => ({ ...problem, path: shown });
  return { shown, kind, summary, faults: told.map(at), warnings: warned.map(at), more: more + untold };
}
