import { Halt, problem } from "../problem.ts";
import { compileDocumentSchemas, type DocumentSchemas } from "../skill-set/document-schemas.ts";
import { readSetLock, readSetManifest, type Refused } from "../skill-set/read-documents.ts";
import type { SetManifest } from "../skill-set/set-manifest.ts";
import { DOCUMENT_LIMIT } from "../skill-set/strict-json.ts";
import { isDeepStrictEqual } from "node:util";
import type { Origin } from "./origin.ts";
import type { Previous, PreviousReport } from "./previous.ts";
import { byBytes } from "../order.ts";
import type { PublishedSetVersion } from "./report.ts";
import { pinnedBy } from "./set-locator.ts";

/** A version of a set as the publication before has it. */
export type PreviousVersion = PreviousReport["sets"][number]["versions"][number];

/** Compiled when the first document is read. */
let compiled: DocumentSchemas | undefined;
const schemas = (): DocumentSchemas => (compiled ??= compileDocumentSchemas());

/**
 * Reads a manifest of the publication before.
 *
 * @throws Halt `previous-unusable`
 */
export async function readManifest(previous: Previous, { manifest }: PreviousVersion): Promise<SetManifest> {
  const read = readSetManifest(await readBounded(previous, manifest), undefined, schemas());
  if ("faults" in read) throw unusable(previous, `\`${manifest.path}\` ${refusal("manifest", read)}`);
  return read.manifest;
}

/** The two documents of a set version, by their paths. */
export type Documents = ReadonlyMap<string, Buffer>;

/**
 * Reads the documents of a set version of the publication before, to be published again byte for byte.
 *
 * @throws Halt `previous-unusable` when they are not what their place and the report say
 */
export async function readDocuments(
  previous: Previous,
  { set, version, origin }: { readonly set: string; readonly version: PreviousVersion; readonly origin: Origin },
): Promise<Documents> {
  const { manifest, lock } = version;
  const documents = new Map([
    [manifest.path, await readBounded(previous, manifest)],
    [lock.path, await readBounded(previous, lock)],
  ]);
  for (const [path, bytes] of documents) {
    const fault = documentFault(bytes, path === lock.path ? "lock" : "manifest", { set, version, base: origin.base });
    if (fault !== undefined) throw unusable(previous, `\`${path}\` ${fault}`);
  }
  return documents;
}

/** What a document of a set must say. */
export interface Stated {
  readonly set: string;
  readonly version: PublishedSetVersion;
  /** Origin with base path of the publication that states it. */
  readonly base: string;
}

/** What a document of a set version says otherwise than the report, in words that follow its name; undefined when nothing. */
export function documentFault(bytes: Buffer, kind: "manifest" | "lock", stated: Stated): string | undefined {
  return kind === "manifest" ? manifestFault(bytes, stated) : lockFault(bytes, stated);
}

function manifestFault(bytes: Buffer, { set, version }: Stated): string | undefined {
  const read = readSetManifest(bytes, undefined, schemas());
  if ("faults" in read) return refusal("manifest", read);
  const { manifest } = read;
  if (manifest.name !== set || manifest.version !== version.version)
    return `is that of \`${manifest.name}\` ${manifest.version}`;
  const locators = version.members.map(({ locator }) => locator);
  return isDeepStrictEqual(manifest.skills.toSorted(byBytes), locators.toSorted(byBytes))
    ? undefined
    : "has other members than the report";
}

function lockFault(bytes: Buffer, { set, version, base }: Stated): string | undefined {
  const read = readSetLock(bytes, undefined, schemas());
  if ("faults" in read) return refusal("lock", read);
  const { lock } = read;
  if (lock.name !== set || lock.setVersion !== version.version) return `is that of \`${lock.name}\` ${lock.setVersion}`;
  if (lock.setHash !== version.setHash) return "has another set hash than the report";
  const members = new Map(
    [...read.members].map(([locator, { skill, computedHash }]) => [locator, { skill, computedHash }]),
  );
  const expected = new Map(
    version.members.map(({ locator, skill, computedHash }) => [locator, { skill, computedHash }]),
  );
  if (!isDeepStrictEqual(expected, members)) return "has other members than the report";
  // What a locator pins is read from the locator: a report that is silent about it would lose what protects the snapshot.
  const moved = version.members.find(({ locator, skill, snapshot }) => pinnedBy(locator, skill, { base }) !== snapshot);
  return moved && `pins \`${moved.locator}\`, and the report says ${moved.snapshot ?? "that it pins no snapshot"}`;
}

async function readBounded(previous: Previous, file: PreviousVersion["manifest"]): Promise<Buffer> {
  if (file.size > DOCUMENT_LIMIT) throw unusable(previous, `\`${file.path}\` has more than ${DOCUMENT_LIMIT} bytes`);
  return previous.read(file);
}

/** What the readers of the format say first, in words that follow the name of the document. */
function refusal(kind: "manifest" | "lock", { faults: [first] }: Refused): string {
  return `is no ${kind} of a set: ${first?.message.replace(/\.$/, "") ?? ""}`;
}

function unusable({ name }: Previous, reason: string): Halt {
  return new Halt(problem("previous-unusable", {}, { previous: name, reason }));
}
