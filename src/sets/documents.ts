import { z } from "zod";
import { type SetLock, setHashOf } from "../skill-set/set-lock.ts";
import { LOCK_ENDING, SET_ENDING, type SetManifest } from "../skill-set/set-manifest.ts";
import { NAME, NAME_LIMIT } from "../skill.ts";
import { SetFailure } from "./set-failure.ts";

const Name = z.string().regex(NAME).max(NAME_LIMIT);
const Version = z.string().regex(/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/);
const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Text = z.string().min(1);

const Manifest = z.strictObject({
  $schema: z
    .string()
    .regex(/\/schema\/draft\//)
    .optional(),
  name: Name,
  version: Version,
  description: z.string().optional(),
  author: z
    .strictObject({ name: Text, url: Text.optional(), organization: z.string().optional(), uri: Text.optional() })
    .optional(),
  homepage: Text.optional(),
  skills: z
    .array(Text)
    .min(1)
    .refine((skills) => new Set(skills).size === skills.length, "a member is there twice"),
});

const Member = z.strictObject({
  skill: z.string().regex(NAME),
  computedHash: Hash,
  sourceType: Text.optional(),
  ref: Text.optional(),
});

const Lock = z.strictObject({
  version: z.literal(1),
  name: Name,
  setVersion: Version,
  setHash: Hash,
  skills: z.record(z.string(), Member),
});

/**
 * Reads the manifest of a set.
 *
 * @param fileName its name in a project; undefined for one that was fetched, whose address may end in anything
 * @throws SetFailure
 */
export function readManifestDocument(bytes: Buffer, fileName?: string): SetManifest {
  const manifest = read(bytes, Manifest, "invalidManifest", fileName ?? "the manifest");
  if (fileName !== undefined && fileName !== manifest.name + SET_ENDING)
    throw new SetFailure(
      "invalidManifest",
      `${fileName} is the manifest of \`${manifest.name}\`, which its name does not say`,
    );
  return manifest;
}

/**
 * Reads the lock of a set.
 *
 * @param fileName what it is called, or will be, in a project
 * @throws SetFailure
 */
export function readLockDocument(bytes: Buffer, fileName: string): SetLock {
  const lock = read(bytes, Lock, "invalidLock", fileName);
  const faults = [
    ...(fileName === lock.name + LOCK_ENDING ? [] : [`it is the lock of \`${lock.name}\``]),
    ...(setHashOf(new Map(Object.entries(lock.skills))) === lock.setHash
      ? []
      : ["its set hash is not that of its members"]),
  ];
  if (faults.length > 0) throw new SetFailure("invalidLock", `${fileName} is no lock`, { details: faults });
  return lock;
}

function read<T>(bytes: Buffer, schema: z.ZodType<T>, kind: "invalidManifest" | "invalidLock", what: string): T {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    throw new SetFailure(kind, `${what} is not JSON`);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = result.error.issues.map(({ path, message }) => `/${path.join("/")}: ${message}`);
  throw new SetFailure(kind, `${what} is not what the format has`, { details });
}
