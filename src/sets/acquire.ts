import { resolve } from "node:path";
import { lockFaults } from "../skill-set/lock-of.ts";
import type { SetLock } from "../skill-set/set-lock.ts";
import { LOCK_ENDING, SET_ENDING, type SetManifest } from "../skill-set/set-manifest.ts";
import { isSystemError } from "../source/system-error.ts";
import { TooLarge } from "../verify/installed/read-file.ts";
import { readLockDocument, readManifestDocument } from "./documents.ts";
import { DOCUMENT_LIMITS, fetchDocument, NoDocument } from "./fetch-document.ts";
import { readFileAt } from "./read-file.ts";
import { SetFailure } from "./set-failure.ts";

/** Where a set is to come from, and what vouches for it. */
export interface Source {
  /** An https address without fragment, or the absolute path of a file. */
  readonly address: string;
  readonly isRemote: boolean;
  /** Hash of the set that was passed on through another channel: 64 lower-case hex digits. */
  readonly pin: string | undefined;
}

/** The documents of a set as they were fetched, and read. */
export interface Acquired extends Source {
  readonly manifest: SetManifest;
  readonly manifestBytes: Buffer;
  readonly lock: { readonly value: SetLock; readonly bytes: Buffer } | undefined;
}

/**
 * Understands what `set add` was given.
 *
 * @param typed https address, with `#sha256=` and a hash or without, or a path
 * @param hash value of `--hash`
 * @throws SetFailure `usage`, or `unfetched` for an address that is not https
 */
export function parseSource(typed: string, hash: string | undefined, invokedFrom: string): Source {
  const given = hash === undefined ? undefined : /^sha256:([0-9a-f]{64})$/.exec(hash)?.[1];
  if (hash !== undefined && given === undefined)
    throw new SetFailure("usage", "`--hash` takes `sha256:` and 64 lower-case hex digits");
  if (!/^[a-z][a-z0-9+.-]+:/i.test(typed)) {
    if (typed === "") throw new SetFailure("usage", "`set add` needs the https address or the path of a manifest");
    return { address: resolve(invokedFrom, typed), isRemote: false, pin: given };
  }
  const cut = typed.indexOf("#");
  const address = cut === -1 ? typed : typed.slice(0, cut);
  const fragment = cut === -1 ? undefined : typed.slice(cut + 1);
  const refuse = (why: string) => new SetFailure("unfetched", `the set cannot be fetched from there: ${why}`);
  if (!URL.canParse(address)) throw refuse("it is no address");
  const url = new URL(address);
  if (url.protocol !== "https:") throw refuse("a manifest is fetched over https alone, also from this machine");
  if (url.username !== "" || url.password !== "") throw refuse("it has credentials");
  const pinned = fragment === undefined ? undefined : /^sha256=([0-9a-f]{64})$/.exec(fragment)?.[1];
  if (fragment !== undefined && pinned === undefined)
    throw new SetFailure(
      "usage",
      "after the `#` of an address there can only be `sha256=` and 64 lower-case hex digits",
    );
  if (given !== undefined && pinned !== undefined && given !== pinned)
    throw new SetFailure("usage", "the hash after the `#` and that of `--hash` are not the same");
  return { address: url.href, isRemote: true, pin: pinned ?? given };
}

/**
 * Fetches the manifest of a set and the lock beside it, and checks that they belong together and that a pin agrees.
 *
 * @throws SetFailure
 */
export async function acquire(source: Source): Promise<Acquired> {
  const manifestBytes = await getDocument(source, source.address);
  if (manifestBytes === undefined) throw new SetFailure("unfetched", `there is no manifest at ${source.address}`);
  const manifest = readManifestDocument(manifestBytes);
  const beside = lockBeside(source);
  const lockBytes = beside === undefined ? undefined : await getDocument(source, beside);
  const lock = lockBytes && { bytes: lockBytes, value: readLockDocument(lockBytes, `${manifest.name}${LOCK_ENDING}`) };
  if (lock) judgeLock(manifest, lock.value);
  if (lock && source.pin !== undefined && lock.value.setHash !== source.pin) {
    const mismatches = [{ expected: source.pin, computed: lock.value.setHash }];
    throw new SetFailure(
      "mismatch",
      `the lock beside the manifest has the set hash ${lock.value.setHash}, and the pin is ${source.pin}`,
      {
        hint: "Ask whoever gave you the pin. Either it is of another version, or the host serves something else. Nothing was installed.",
        data: { name: manifest.name, verifiedAgainst: "both", mismatches, removedSkills: [] },
      },
    );
  }
  return { ...source, manifest, manifestBytes, lock };
}

/** Address of the lock beside a manifest; undefined when the address of the manifest has not the ending, or a query. */
export function lockBeside({ address, isRemote }: Pick<Source, "address" | "isRemote">): string | undefined {
  return address.endsWith(SET_ENDING) && !(isRemote && address.includes("?"))
    ? address.slice(0, -SET_ENDING.length) + LOCK_ENDING
    : undefined;
}

/**
 * Reads or fetches a document; undefined when there is none.
 *
 * @throws SetFailure `unfetched`, or `occupied` for a path with anything else than a file in its place
 */
export async function getDocument(
  { isRemote }: Pick<Source, "isRemote">,
  address: string,
): Promise<Buffer | undefined> {
  try {
    return isRemote ? await fetchDocument(address) : readFileAt(address, address, DOCUMENT_LIMITS.bytes);
  } catch (error) {
    if (!(error instanceof NoDocument || error instanceof TooLarge || isSystemError(error))) throw error;
    throw new SetFailure("unfetched", `${address} could not be fetched: ${error.message}`, {
      hint: "Only the answers 404 and 410 say that a file is not there. Try again, or tell whoever runs the host.",
    });
  }
}

function judgeLock(manifest: SetManifest, lock: SetLock): void {
  const faults = lockFaults(manifest, lock);
  if (faults.length > 0)
    throw new SetFailure("invalidLock", `the lock beside the manifest is not the lock of this set`, {
      details: faults.map(({ reason }) => reason),
      hint: "Tell whoever publishes the set. Nothing was installed.",
    });
}
