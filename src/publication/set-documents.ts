import { z } from "zod";
import { Halt, problem } from "../problem.ts";
import { setHashOf } from "../skill-set/set-lock.ts";
import { isDeepStrictEqual } from "node:util";
import type { Origin } from "./origin.ts";
import type { Previous, PreviousReport } from "./previous.ts";
import { byBytes } from "../order.ts";
import type { PublishedSetVersion } from "./report.ts";
import { ownLocator } from "./set-locator.ts";

/** A version of a set as the publication before has it. */
export type PreviousVersion = PreviousReport["sets"][number]["versions"][number];

/** Most bytes of a document of a set: consumers read no more, and take a longer lock for one that is not there. */
export const DOCUMENT_LIMIT = 1024 * 1024;

const Manifest = z.object({ name: z.string(), version: z.string(), skills: z.array(z.string()) }).loose();
const Lock = z.object({
  name: z.string(),
  setVersion: z.string(),
  setHash: z.string(),
  skills: z.record(z.string(), z.object({ skill: z.string(), computedHash: z.string() })),
});

/** What a manifest says besides name, version and members. */
export type SetFields = Readonly<Record<string, unknown>>;

/**
 * Reads the fields of a manifest of the publication before.
 *
 * @throws Halt `previous-unusable`
 */
export async function readFields(previous: Previous, { manifest }: PreviousVersion): Promise<SetFields> {
  const document = parse(await readBounded(previous, manifest), Manifest);
  if (!document) throw unusable(previous, `\`${manifest.path}\` is no manifest of a set`);
  const { name: _name, version: _version, skills: _skills, $schema: _schema, ...fields } = document;
  return fields;
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
  const manifest = parse(bytes, Manifest);
  if (!manifest) return "is no manifest of a set";
  if (manifest.name !== set || manifest.version !== version.version)
    return `is that of \`${manifest.name}\` ${manifest.version}`;
  const locators = version.members.map(({ locator }) => locator);
  return isDeepStrictEqual(manifest.skills.toSorted(byBytes), locators.toSorted(byBytes))
    ? undefined
    : "has other members than the report";
}

function lockFault(bytes: Buffer, { set, version, base }: Stated): string | undefined {
  const lock = parse(bytes, Lock);
  if (!lock) return "is no lock of a set";
  if (lock.name !== set || lock.setVersion !== version.version) return `is that of \`${lock.name}\` ${lock.setVersion}`;
  const members = new Map(Object.entries(lock.skills));
  if (lock.setHash !== version.setHash || setHashOf(members) !== lock.setHash)
    return "has another set hash than its members";
  const expected = new Map(
    version.members.map(({ locator, skill, computedHash }) => [locator, { skill, computedHash }]),
  );
  if (!isDeepStrictEqual(expected, members)) return "has other members than the report";
  const moved = version.members.find(
    ({ locator, skill, snapshot }) => snapshot !== null && locator !== ownLocator(skill, snapshot, { base }),
  );
  return moved && `pins \`${moved.locator}\`, which is not \`${moved.skill}@${moved.snapshot}\``;
}

async function readBounded(previous: Previous, file: PreviousVersion["manifest"]): Promise<Buffer> {
  if (file.size > DOCUMENT_LIMIT) throw unusable(previous, `\`${file.path}\` has more than ${DOCUMENT_LIMIT} bytes`);
  return previous.read(file);
}

function parse<T>(bytes: Buffer, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(bytes.toString())).data;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function unusable({ name }: Previous, reason: string): Halt {
  return new Halt(problem("previous-unusable", {}, { previous: name, reason }));
}
