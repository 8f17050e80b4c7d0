import { BYTES_LIMIT, FILES_LIMIT } from "../../skill.ts";
import { INDEX_LIMIT } from "../foreign-index.ts";

/** What one verification may read and wait for. */
export interface Limits {
  readonly indexBytes: number;
  /** Skills that an index may list; every one of them takes room in what is found, however few bytes it has. */
  readonly indexEntries: number;
  /** Of an artifact, unpacked. */
  readonly artifactBytes: number;
  readonly artifactFiles: number;
  /** Of another listed file: a report, the archive of a bundle. */
  readonly fileBytes: number;
  readonly redirects: number;
  /** How often an address is asked for when the host is busy or the network fails. */
  readonly attempts: number;
  /** Requests under way at the same time. */
  readonly concurrency: number;
  /** For one request, to the end of its answer. */
  readonly requestSeconds: number;
  readonly totalSeconds: number;
}

export const LIMITS: Limits = {
  indexBytes: INDEX_LIMIT,
  indexEntries: 50_000,
  artifactBytes: BYTES_LIMIT,
  artifactFiles: FILES_LIMIT,
  fileBytes: 128 * 1024 * 1024,
  redirects: 5,
  attempts: 3,
  concurrency: 6,
  requestSeconds: 30,
  totalSeconds: 600,
};
