import type { Answer, Ask, Host } from "./host.ts";
import { judgeAnswer } from "./judgement.ts";
import { outcomeOf, reason, type Reason } from "./reason.ts";

/**
 * Asks once more for a file that was answered, with HEAD and with the encodings that clients ask for, and says what is
 * different. A folder gives the same answer to everything.
 */
export async function probe(host: Host, answer: Answer, ask: Pick<Ask, "what" | "limit">): Promise<Reason[]> {
  if (host.kind === "folder" || answer.status !== 200 || !answer.bytes) return [];
  return [...(await probeHead(host, answer, ask)), ...(await probeEncoding(host, answer, ask))];
}

/** Statuses with which a host says that it is busy, not that it does not know HEAD. */
const BUSY: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

async function probeHead(
  host: Host,
  { url, contentType }: Answer,
  ask: Pick<Ask, "what" | "limit">,
): Promise<Reason[]> {
  const { what } = ask;
  const head = await host.get(url, { ...ask, method: "HEAD" });
  if (head.status === null || BUSY.has(head.status)) return [...judgeAnswer(head, what)];
  if (head.status !== 200) return [reason("head", { what, found: `status ${head.status}` })];
  if (head.contentType === contentType) return [];
  const types = `the content type ${head.contentType ?? "(none)"}, but GET with ${contentType ?? "(none)"}`;
  return [reason("head", { what, found: types })];
}

async function probeEncoding(
  host: Host,
  { url, bytes }: Answer,
  { what, limit }: Pick<Ask, "what" | "limit">,
): Promise<Reason[]> {
  const other = await host.get(url, { what, limit, encoding: "any" });
  const found = judgeAnswer(other, what);
  if (outcomeOf(found) !== "verified") return [...found];
  return other.bytes && bytes?.equals(other.bytes)
    ? []
    : [reason("inconsistent", { what, other: "gzip, deflate, br, zstd" })];
}
