import type { Outcome } from "../../../verify/served/outcome.ts";
import { count } from "../../format.ts";
import { visible } from "../../visible.ts";
import type { Contents } from "./contents.ts";
import { compareFiles, type FileRow, type ListedFile } from "./file-rows.ts";
import type { IndexEntry } from "./index-entry.ts";
import type { Reason } from "./reason.ts";

/** What the page of a skill says about its artifact. */
export interface Promised {
  readonly what: "archive" | "SKILL.md";
  /** The published address. */
  readonly url: string;
  /** `sha256:` and 64 hex digits. */
  readonly digest: string;
  readonly files: readonly ListedFile[];
}

/** An artifact that was fetched whole and hashed. */
export interface Fetched {
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
  readonly contents: Contents;
  /** An archive came as a tar that is not compressed. */
  readonly isBareTar: boolean;
  /** `Content-Encoding` of the answer; empty when it had none. */
  readonly contentEncoding: string;
}

/** What was found, in words; `verified` only when every byte was hashed and everything agrees. */
export interface Verdict {
  readonly outcome: Outcome;
  readonly reasons: readonly Reason[];
  readonly files: readonly FileRow[];
}

const WORST_FIRST = ["failed", "incomplete", "unverifiable"] as const satisfies readonly Outcome[];

/** Compares the bytes that came with the page and with the index of its site. */
export function judge(page: Promised, fetched: Fetched | Reason, entry: IndexEntry | Reason): Verdict {
  const isFetched = "digest" in fetched;
  const files =
    isFetched && fetched.contents.reason === undefined ? compareFiles(fetched.contents.files, page.files) : [];
  const reasons = [
    ...(isFetched ? digestReasons(page, fetched, { entry, files }) : [fetched]),
    ...("severity" in entry ? [entry] : addressReasons(page, entry)),
    ...(isFetched ? contentReasons(page, fetched) : []),
    // A SKILL.md is its only file: when its digest is another, that has been said.
    ...(page.what === "archive" || (isFetched && fetched.digest === page.digest) ? filesReasons(page, files) : []),
  ];
  const outcome = WORST_FIRST.find((each) => reasons.some(({ severity }) => severity === each)) ?? "verified";
  return { outcome, reasons, files };
}

const failed = (code: Reason["code"], message: string, hint: string): Reason => ({
  severity: "failed",
  code,
  message,
  hint,
});

const UPLOAD = "Upload the whole publication again, and empty the caches of the host.";

function digestReasons(
  { what, digest }: Promised,
  fetched: Fetched,
  { entry, files }: { entry: IndexEntry | Reason; files: readonly FileRow[] },
): Reason[] {
  const index = "digest" in entry ? entry.digest : undefined;
  const isOnPage = fetched.digest === digest;
  const isInIndex = fetched.digest === index;
  if (isOnPage && (isInIndex || index === undefined)) return [];
  if (isOnPage)
    return [
      failed(
        "digest-mismatch",
        `The ${what} is the one of this page, but the index names another digest: one of them is of another build. Clients go by the index and refuse this ${what}.`,
        UPLOAD,
      ),
    ];
  if (isInIndex)
    return [
      failed(
        "digest-mismatch",
        `The ${what} is the one of the index, but this page names another digest: the page is of another build.`,
        "Reload the page. If that changes nothing, upload the whole publication again.",
      ),
    ];
  if (fetched.isBareTar) return [bareTar(fetched, files)];
  const both = index === digest ? "this page and the index name" : "this page names";
  const third = index === undefined || index === digest ? "" : " The index names a third one.";
  return [
    failed(
      "digest-mismatch",
      `The ${what} is not the one that ${both}: its digest is another.${third}`,
      areSame(files)
        ? `Its files are those of this page, so it was packed or encoded again on its way. Clients refuse it all the same. ${UPLOAD}`
        : `Do not install it. It was changed, or is of another build. ${UPLOAD}`,
    ),
  ];
}

function bareTar({ contentEncoding }: Fetched, files: readonly FileRow[]): Reason {
  const unpacked = areSame(files) ? "The files in it are those of this page, but clients" : "Clients";
  return contentEncoding === ""
    ? failed(
        "digest-mismatch",
        `A bare tar came instead of the archive: it is not compressed. ${unpacked} refuse it, because its digest is another.`,
        UPLOAD,
      )
    : failed(
        "archive-mislabelled-encoding",
        `The host sends the archive with “Content-Encoding: ${contentEncoding}”, so the browser unpacked it on its way and a bare tar arrived. ${unpacked} are given the same, and refuse it.`,
        "Make the host send files that end in .tar.gz as they are: Content-Type: application/gzip, and no Content-Encoding.",
      );
}

function addressReasons({ what, url }: Promised, entry: IndexEntry): Reason[] {
  return entry.url === url
    ? []
    : [failed("catalogue-differs", `The index names another address of the ${what}: ${visible(entry.url)}`, UPLOAD)];
}

function contentReasons({ what, digest }: Promised, { contents, ...fetched }: Fetched): Reason[] {
  if (contents.reason === undefined) return [];
  const reason = visible(contents.reason);
  if (contents.limit)
    return [
      {
        severity: "incomplete",
        code: "read-limit",
        message: `The files in the ${what} were not compared: ${reason}.`,
        hint: "The digest is of the whole archive; only its files were not looked at.",
      },
    ];
  return [
    failed(
      "archive-unsafe",
      `The ${what} cannot be installed whole: ${reason}.`,
      fetched.digest === digest ? "Build the publication again." : UPLOAD,
    ),
  ];
}

/** Names in a sentence; the table has them all. */
const NAMED = 3;

function filesReasons({ what }: Promised, files: readonly FileRow[]): Reason[] {
  const others = files.filter(({ state }) => state !== "same");
  if (others.length === 0) return [];
  const names = others.slice(0, NAMED).map(({ path }) => path);
  const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : "";
  return [
    failed(
      "files-differ",
      `${count(others.length, "file")} of the ${what} ${others.length === 1 ? "is" : "are"} not as on this page: ${names.join(", ")}${more}.`,
      "Do not install it. The table below has both sides.",
    ),
  ];
}

function areSame(files: readonly FileRow[]): boolean {
  return files.length > 0 && files.every(({ state }) => state === "same");
}
