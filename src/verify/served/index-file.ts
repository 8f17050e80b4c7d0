import { layout } from "../../publication/layout.ts";
import { type Diagnosis, diagnosis } from "./diagnosis.ts";
import type { Answer, Host } from "./host.ts";
import { isPage, judgeAnswer, judgeType, TYPES } from "./judgement.ts";
import type { Limits } from "./limits.ts";
import { probe } from "./probes.ts";
import { outcomeOf, reason, type Reason } from "./reason.ts";
import { readIndex, type ServedIndex } from "./served-index.ts";

/** The root index as it was served. */
export interface FetchedIndex extends ServedIndex {
  readonly answer: Answer;
  readonly diagnosis: Diagnosis | undefined;
}

/** Fetches the root index as a client does, and reads it. */
export async function fetchIndex(
  host: Host,
  limits: Limits,
  isPrevious: (digest: string) => boolean,
): Promise<FetchedIndex> {
  const what = layout.index;
  const ask = { what, limit: limits.indexBytes };
  const answer = await host.get(`${host.base}/${what}`, ask);
  const reasons: Reason[] = [...judgeAnswer(answer, what), ...redirected(answer)];
  const isReadable = outcomeOf(reasons) === "verified" && answer.bytes !== undefined;
  if (isReadable && isPage(answer)) reasons.push(reason("not-the-artifact", { what, found: "a web page" }));
  if (!answer.bytes || outcomeOf(reasons) !== "verified")
    return { schema: null, listed: [], reasons, answer, diagnosis: await diagnose(host, answer, limits) };
  const index = readIndex(answer.bytes, limits.indexEntries);
  const about = [...judgeType(answer, what, TYPES.index), ...(await probe(host, answer, { ...ask, isPrevious }))];
  return { ...index, reasons: [...reasons, ...about, ...index.reasons], answer, diagnosis: undefined };
}

/** What keeps an index from being served although other files of the publication are there. */
async function diagnose(
  host: Host,
  { status, server, bytes }: Answer,
  { fileBytes }: Limits,
): Promise<Diagnosis | undefined> {
  if (status !== 404 && status !== 410 && !(status === 200 && bytes)) return undefined;
  const isServed = async (path: string) => {
    const answer = await host.get(`${host.base}/${path}`, { what: path, limit: fileBytes });
    return answer.status === 200 && answer.bytes !== undefined && !isPage(answer);
  };
  if (!(await isServed(layout.report)) || (await isServed(layout.areaIndex))) return undefined;
  return diagnosis(/^github/i.test(server ?? "") ? "jekyll" : "dot-folders-stripped");
}

function redirected({ url, finalUrl }: Answer): Reason[] {
  return new URL(url).host === new URL(finalUrl).host ? [] : [reason("index-redirected", { to: finalUrl })];
}
