import { contentsOfArchive, contentsOfSkillMd } from "./contents.ts";
import { sha256 } from "./digest.ts";
import { type Download, download } from "./download.ts";
import { INDEX_LIMIT, readEntry } from "./index-entry.ts";
import { type Page, readPage } from "./page.ts";
import { answerOf, type Reason } from "./reason.ts";
import { showUnable, showVerdict } from "./show.ts";
import { isTar, TAR_LIMIT } from "./tar.ts";
import { type Fetched, judge } from "./verdict.ts";

/**
 * Fetches the artifact of a page and the index of its site, compares both with the page, and shows what it found.
 *
 * @param place holds the button and the region that tells what happens
 */
export async function check(place: HTMLElement): Promise<void> {
  const page = readPage(place);
  // Browsers leave it out on pages that anybody on the way could have changed (w3c.github.io/webcrypto).
  if (globalThis.crypto?.subtle === undefined) return showUnable(place, page);

  const progress = place.querySelector("progress");
  const onBytes = (received: number) => {
    if (progress) progress.value = received;
  };
  const [artifact, index] = await Promise.all([
    download(page.artifact, TAR_LIMIT, onBytes),
    download(page.index, INDEX_LIMIT),
  ]);
  const fetched = await inspect(artifact, page);
  const listed = answerOf(index, { what: "index", address: page.index });
  const entry = "bytes" in listed ? readEntry(listed.bytes, page.name) : listed;
  showVerdict(place, { page, fetched, entry, verdict: judge(page, fetched, entry) });
}

async function inspect(artifact: Download, { what, artifact: address }: Page): Promise<Fetched | Reason> {
  const answer = answerOf(artifact, { what, address });
  if (!("bytes" in answer)) return answer;
  const { bytes, contentEncoding } = answer;
  return {
    digest: `sha256:${await sha256(bytes)}`,
    size: bytes.length,
    contents: await (what === "archive" ? contentsOfArchive(bytes) : contentsOfSkillMd(bytes)),
    isBareTar: what === "archive" && isTar(bytes),
    contentEncoding,
  };
}
