import type { Outcome } from "../../../verify/served/outcome.ts";
import { bytes, count } from "../../format.ts";
import type { FileRow } from "./file-rows.ts";
import type { IndexEntry } from "./index-entry.ts";
import type { Page } from "./page.ts";
import type { Reason } from "./reason.ts";
import type { Fetched, Verdict } from "./verdict.ts";

/** Everything that a check has found. */
export interface Found {
  readonly page: Page;
  readonly fetched: Fetched | Reason;
  readonly entry: IndexEntry | Reason;
  readonly verdict: Verdict;
}

const HEADLINES: Readonly<Record<Outcome, string>> = {
  verified: "The bytes agree",
  failed: "Something does not agree",
  incomplete: "Not checked to the end",
  unverifiable: "Nothing to check it with",
};

/** From this many files on, the table of files starts closed, unless one of them differs. */
const MANY = 30;

/** Shows what was found. The sentences go to the region that screen readers watch, the tables below it. */
export function showVerdict(place: HTMLElement, found: Found): void {
  const { page, fetched, verdict } = found;
  const { outcome, reasons, files } = verdict;
  const agreed = `The ${"size" in fetched ? bytes(fetched.size) : "bytes"} that your browser got just now have the digest that stands on this page and in the index of this site.`;
  say(place, outcome, [
    element("p", "check-headline", HEADLINES[outcome]),
    ...(outcome === "verified" ? [element("p", "", agreed)] : reasons.map(reasonOf)),
  ]);
  place.append(
    element(
      "div",
      "check-more",
      digestTable(found),
      ...(page.what === "archive" && files.length > 0 ? [fileTable(files)] : []),
      ...(page.elsewhere === undefined
        ? []
        : [
            element(
              "p",
              "hint",
              `Checked was this copy, at ${location.origin}. The commands on this page fetch from ${page.elsewhere}, which was not asked.`,
            ),
          ]),
      element(
        "p",
        "hint",
        "Digests are not signed: they show agreement, not authorship. Whoever controls this site controls the page, the index and the bytes.",
      ),
    ),
  );
}

/** Says that this browser cannot hash here, and how to do it by hand. */
export function showUnable(place: HTMLElement, page: Page): void {
  const why = isSecureContext
    ? "This browser has no Web Crypto, which would hash the bytes."
    : `Browsers hash bytes (Web Crypto) only on pages that come by https, or from this machine; this one came from ${location.origin}.`;
  say(place, "unverifiable", [
    element("p", "check-headline", "This browser cannot check here"),
    element("p", "", `${why} Nothing was fetched or checked. This command prints the digest of what is served:`),
  ]);
  const command = `curl -fsSL ${page.artifact} | $(command -v sha256sum || echo shasum -a 256)`;
  place.append(
    element(
      "div",
      "check-more",
      element("pre", "command", element("code", "", command)),
      element("p", "hint", "It has to be the one of this page: ", code(page.digest.replace("sha256:", ""))),
    ),
  );
}

function say(place: HTMLElement, outcome: Outcome, parts: readonly Node[]): void {
  place.dataset["outcome"] = outcome;
  place.querySelector('[role="status"]')?.replaceChildren(...parts);
}

function reasonOf({ code: name, message, hint }: Reason): HTMLElement {
  return element(
    "div",
    "check-reason",
    element("p", "", message, " ", element("code", "check-code", name)),
    element("p", "hint", hint),
  );
}

function digestTable({ page, fetched, entry }: Found): HTMLElement {
  const got = "digest" in fetched ? fetched : undefined;
  const other = (digest: string | undefined) => {
    if (digest === undefined) return ["nothing to compare"];
    if (digest === got?.digest) return ["the same"];
    return got ? ["another: ", code(digest)] : [code(digest)];
  };
  const row = (label: string, ...cell: readonly (Node | string)[]) =>
    element("tr", "", heading("row", label), element("td", "", ...cell));
  return element(
    "table",
    "check-digests",
    element("caption", "visually-hidden", "Digests compared"),
    element(
      "tbody",
      "",
      row("Fetched", ...(got ? [code(got.digest), " ", sizeOf(got.size)] : ["nothing to compare"])),
      row("This page", ...other(page.digest)),
      row("Live index", ...other("digest" in entry ? entry.digest : undefined)),
    ),
  );
}

function fileTable(files: readonly FileRow[]): HTMLElement {
  const differ = files.filter(({ state }) => state !== "same").length;
  const hashed = count(files.filter(({ size }) => size !== undefined).length, "file");
  const result = element(
    "details",
    "check-files",
    element(
      "summary",
      "",
      `${hashed} hashed, ${differ === 0 ? "all as on this page" : `${differ} not as on this page`}`,
    ),
    element(
      "table",
      "",
      element(
        "thead",
        "",
        element("tr", "", heading("col", "File"), heading("col", "SHA-256"), heading("col", "This page")),
      ),
      element("tbody", "", ...files.map(fileRow)),
    ),
  );
  result.toggleAttribute("open", differ > 0 || files.length < MANY);
  return result;
}

function fileRow({ path, size, sha256, listed, state }: FileRow): HTMLElement {
  return element(
    "tr",
    state === "same" ? "" : "check-other",
    element("td", "", element("bdi", "name", path), ...(size === undefined ? [] : [" ", sizeOf(size)])),
    element("td", "", ...hashOf(sha256)),
    element("td", "", state, ...hashOf(listed)),
  );
}

function hashOf(hash: string | undefined): HTMLElement[] {
  return hash === undefined ? [] : [element("code", "whole hash", hash)];
}

function sizeOf(size: number): HTMLElement {
  return element("span", "check-size", bytes(size));
}

function code(text: string): HTMLElement {
  return element("code", "whole", text);
}

function heading(scope: string, text: string): HTMLElement {
  const result = element("th", "", text);
  result.setAttribute("scope", scope);
  return result;
}

function element(tag: string, className: string, ...children: readonly (Node | string)[]): HTMLElement {
  const result = document.createElement(tag);
  if (className !== "") result.className = className;
  result.append(...children);
  return result;
}
