import { readSetLock, readSetManifest, type Refused } from "../skill-set/read-documents.ts";
import type { FaultClass, SetFault } from "../skill-set/set-fault.ts";
import type { SetLock } from "../skill-set/set-lock.ts";
import type { SetManifest } from "../skill-set/set-manifest.ts";
import { type FailureKind, FAILURES, SetFailure } from "./set-failure.ts";

const KINDS: Readonly<Record<FaultClass, FailureKind>> = {
  INVALID_JSON: "invalidJson",
  SCHEMA_VERSION: "schemaVersion",
  NAME_MISMATCH: "nameMismatch",
  DUPLICATE_MEMBER: "duplicateMember",
  INVALID_MANIFEST: "invalidManifest",
  LOCK_VERSION: "lockVersion",
  INVALID_LOCK: "invalidLock",
};

/**
 * Reads the manifest of a set.
 *
 * @param fileName its name in a project; undefined for one that was fetched, whose address may end in anything
 * @throws SetFailure
 */
export function readManifestDocument(bytes: Buffer, fileName?: string): SetManifest {
  const read = readSetManifest(bytes, fileName);
  if ("faults" in read) throw refusal(read, fileName ?? "the manifest");
  return read.manifest;
}

/**
 * Reads the lock of a set.
 *
 * @param fileName what it is called, or will be, in a project
 * @throws SetFailure
 */
export function readLockDocument(bytes: Buffer, fileName: string): SetLock {
  const read = readSetLock(bytes, fileName);
  if ("faults" in read) throw refusal(read, fileName);
  return read.lock;
}

/** The kind of failure that a fault is. */
export function kindOf({ faultClass }: SetFault): FailureKind {
  return KINDS[faultClass];
}

/** A fault as tools read it. */
export function toldFault(fault: SetFault): object {
  const { code: problem, pointer, line, column, message, hint } = fault;
  return { code: FAILURES[kindOf(fault)].code, problem, pointer, line, column, message, hint };
}

function refusal({ faults, more }: Refused, what: string): SetFailure {
  const [first] = faults;
  const details = faults.map(({ line, column, message }) =>
    line === undefined ? message : `line ${line}, column ${column}: ${message}`,
  );
  return new SetFailure(first ? kindOf(first) : "invalidManifest", `${what} is not what the format has`, {
    details: more > 0 ? [...details, `and ${more} more`] : details,
    ...(first && { hint: first.hint }),
    data: { faults: faults.map(toldFault), more },
  });
}
