import { closeSync, fstatSync, openSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type DirectoryManifest, MANIFEST_LIMITS } from "../artifact/directory-manifest.ts";
import { receivedManifest } from "../artifact/received-manifest.ts";
import { isLoopback } from "../publication/hosts.ts";
import { readAtMost, SAFE_OPEN } from "../source/open-file.ts";
import { isSystemError } from "../source/system-error.ts";
import { quoted } from "../visible.ts";

/** The manifest that a directory is expected to have. */
export interface Expected {
  readonly manifest: DirectoryManifest;
  /** Real path of the file that it was read from; undefined when it came over the network. */
  readonly file: string | undefined;
}

/** The bytes of a document, or why there are none, in one sentence. */
type Document = { readonly bytes: Buffer; readonly file: string | undefined } | { readonly fault: string };

/** Most time that fetching a manifest may take, waiting for a busy host and redirects included, in seconds. */
const TIMEOUT = 60;

/**
 * Reads the manifest at a path or address, which is checked in itself.
 *
 * @param named path of a regular file, or an https address (http where only this machine answers)
 * @param folder absolute; a path is relative to it
 * @returns the manifest, or why there is none, in one sentence
 */
export async function expectedManifest(named: string, folder: string): Promise<Expected | { readonly fault: string }> {
  const document = /^https?:\/\//i.test(named) ? await fetched(named) : readDocument(named, folder);
  if ("fault" in document) return document;
  const received = receivedManifest(document.bytes);
  return "fault" in received ? refused(named, received.fault) : { ...received, file: document.file };
}

function refused(named: string, why: string) {
  const shown = named.replace(/\/\/[^/]*@/, "//"); // without credentials, which logs would keep
  return { fault: `The manifest ${quoted(shown)} cannot be used: ${why}.` };
}

function readDocument(named: string, folder: string): Document {
  try {
    const file = realpathSync.native(resolve(folder, named));
    // Looked at before it is opened, which some devices take for a request.
    if (!statSync(file).isFile()) return refused(named, "it is not a regular file");
    const descriptor = openSync(file, SAFE_OPEN);
    try {
      if (!fstatSync(descriptor).isFile()) return refused(named, "it is not a regular file");
      return { bytes: readAtMost(descriptor, MANIFEST_LIMITS.document + 1), file };
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return refused(named, error.code === "ENOENT" ? "it does not exist" : `it cannot be read (${error.code})`);
  }
}

async function fetched(named: string): Promise<Document> {
  const fault = addressFault(named);
  if (fault !== undefined) return refused(named, fault);
  const [{ openOrigin }, { LIMITS }] = await Promise.all([
    import("./served/origin-host.ts"),
    import("./served/limits.ts"),
  ]);
  const url = new URL(named);
  // Redirects from https never leave it; from http they could lead to any host that somebody listens on the way to.
  const redirects = url.protocol === "https:" ? LIMITS.redirects : 0;
  const host = openOrigin(url.origin, { ...LIMITS, redirects, totalSeconds: TIMEOUT });
  try {
    const { bytes, status, reasons } = await host.get(url.href, {
      what: url.href,
      limit: MANIFEST_LIMITS.document,
    });
    if (bytes) return { bytes, file: undefined };
    const [reason] = reasons;
    return reason ? { fault: reason.message } : refused(named, `the host answers ${status}`);
  } finally {
    host.close();
  }
}

/** Why nothing is fetched from an address, in one clause. */
function addressFault(address: string): string | undefined {
  if (!URL.canParse(address)) return "it is not an address";
  const { protocol, hostname, username, password, hash } = new URL(address);
  if (protocol !== "https:" && !(protocol === "http:" && isLoopback(hostname))) return "its address is not https";
  if (username !== "" || password !== "") return "its address contains credentials";
  return hash === "" ? undefined : "its address contains a fragment, which would not be looked at";
}
