import type { Download } from "./download.ts";

/** What a check comes to, worst first. The words are those of the verifier. */
export const OUTCOMES = ["failed", "incomplete", "unverifiable", "verified"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Why a check did not come to `verified`, for whoever runs the site and whoever wants to install from it. */
export interface Reason {
  readonly outcome: Exclude<Outcome, "verified">;
  readonly code: string;
  /** What is wrong, and where. */
  readonly sentence: string;
  /** What to do. */
  readonly advice: string;
}

/** Something that was fetched: its name in a sentence, and where it is. */
export interface Asked {
  readonly what: "archive" | "SKILL.md" | "index";
  readonly address: string;
}

type Bytes = Extract<Download, { kind: "bytes" }>;

/** The bytes of an answer, or why it is none that could be compared. */
export function answerOf(download: Download, { what, address }: Asked): Bytes | Reason {
  const at = `at ${address}`;
  switch (download.kind) {
    case "bytes":
      if (!isHtml(download)) return download;
      return {
        outcome: "failed",
        code: "not-the-artifact",
        sentence: `A web page came instead of the ${what} ${at}.`,
        advice:
          "Some hosts answer so for everything that they do not have. Upload the whole publication, and let the host answer 404 for what is missing.",
      };
    case "status":
      return statusReason(download.status, { what, address });
    case "unreachable":
      return {
        outcome: "incomplete",
        code: "unreachable",
        sentence: `No whole answer came for the ${what} ${at}.`,
        advice:
          "The network failed, the answer was cut short or wrongly encoded, or it led to another host, which is not asked from here. Try again.",
      };
    case "too-large":
      return {
        outcome: "incomplete",
        code: "read-limit",
        sentence: `The ${what} ${at} is larger than ${Math.floor(download.limit / 1024 / 1024)} MiB, and was not read further.`,
        advice: "Clients refuse what is as large.",
      };
  }
}

function statusReason(status: number, { what, address }: Asked): Reason {
  const answered = `The host answered ${status} for the ${what} at ${address}`;
  if (status === 404 || status === 410)
    return {
      outcome: "failed",
      code: "missing",
      sentence: `The ${what} is missing: the host answered ${status} at ${address}.`,
      advice:
        what === "index"
          ? "Many uploads leave out folders whose names begin with a dot. Upload .well-known too."
          : "Nobody can install the skill now. Upload the whole publication.",
    };
  if (status === 401 || status === 403)
    return {
      outcome: "incomplete",
      code: "access-denied",
      sentence: `${answered}: it wants a login.`,
      advice: "Clients have no login for this site. What they install has to be public.",
    };
  return { outcome: "incomplete", code: "unreachable", sentence: `${answered}.`, advice: "Try again later." };
}

/** True for a web page, whatever it is called: no artifact and no index begins with a tag. */
function isHtml({ bytes, contentType }: Bytes): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 64)).trimStart().toLowerCase();
  const isTag = start.startsWith("<!doctype html") || start.startsWith("<html");
  return isTag || (contentType.startsWith("text/html") && start.startsWith("<"));
}
