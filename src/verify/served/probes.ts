import { sha256 } from "../../artifact/digest.ts";
import { ANY_ENCODING, type Answer, type Ask, type Host } from "./host.ts";
import { judgeAnswer } from "./judgement.ts";
import { outcomeOf, reason, type Reason } from "./reason.ts";

/** What to ask for once more. */
interface Again extends Pick<Ask, "what" | "limit"> {
  /** True for a digest that the file had in the publication before. */
  readonly isPrevious: (digest: string) => boolean;
}

/**
 * Asks once more for a file that was answered, with HEAD and with the encodings that clients ask for, and says what is
 * different. A folder gives the same answer to everything.
 */
export async function probe(host: Host, answer: Answer, ask: Again): Promise<Reason[]> {
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
  { what, limit, isPrevious }: Again,
): Promise<Reason[]> {
  const other = await host.get(url, { what, limit, encoding: "any" });
  const found = judgeAnswer(other, what);
  if (outcomeOf(found) !== "verified") return [...found];
  if (!bytes || !other.bytes || bytes.equals(other.bytes)) return [];
  const digest = `sha256:${sha256(other.bytes)}`;
  if (!isPrevious(digest)) return [reason("inconsistent", { what, other: ANY_ENCODING })];
  const which = `that of the publication before, with \`Accept-Encoding: ${ANY_ENCODING}\``;
  return [reason("stale", { what, found: digest, which, expected: `sha256:${sha256(bytes)}` })];
}
