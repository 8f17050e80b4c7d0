import { decoded, Undecodable } from "./content-encoding.ts";
import type { Received } from "./exchange.ts";
import type { Answer, Ask } from "./host.ts";
import { reason, type Reason } from "./reason.ts";

/** Where an answer was asked for and came from. */
type Where = Pick<Answer, "url" | "finalUrl" | "redirects">;

/** What there is to say when nothing answered, or what answered was refused. */
export function noAnswer(where: Where, found: Reason): Answer {
  return { ...NOTHING, ...where, reasons: [found] };
}

const NOTHING = {
  status: null,
  contentType: null,
  contentEncoding: null,
  server: null,
  bytes: undefined,
  wire: undefined,
} as const;

/** What was received as every `fetch` client gets it. Only a 200 has a file in it. */
export function answerOf({ status, headers, wire }: Received, where: Where, { what, limit, method }: Ask): Answer {
  const head = {
    ...where,
    status,
    contentType: headers["content-type"] ?? null,
    contentEncoding: headers["content-encoding"] ?? null,
    server: textOf(headers.server),
  };
  // An answer to HEAD names the encoding of a body that it does not have; other statuses have no file.
  if (method === "HEAD" || status !== 200) return { ...head, wire, bytes: undefined, reasons: [] };
  try {
    return { ...head, wire, bytes: decoded(wire, head.contentEncoding, limit), reasons: [] };
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error;
    const encoding = head.contentEncoding ?? "";
    const found = error.tooLarge
      ? reason("read-limit", { what, reason: `it is larger than ${limit} bytes once decoded` })
      : reason("not-the-artifact", { what, found: `a body that is not \`${encoding}\`, as its Content-Encoding says` });
    return { ...head, wire, bytes: undefined, reasons: [found] };
  }
}

function textOf(value: string | string[] | undefined): string | null {
  return typeof value === "string" ? value : null;
}
