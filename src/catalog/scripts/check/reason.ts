import type { DiagnosisCode } from "../../../verify/served/diagnosis.ts";
import type { Outcome } from "../../../verify/served/outcome.ts";
import type { ReasonCode } from "../../../verify/served/reason.ts";
import type { Download } from "./download.ts";

/**
 * Why a check did not come to `verified`: what it leads to, what is wrong, what to do. Outcomes and codes are those of the
 * verifier; the list of files on the page is known here alone.
 */
export interface Reason {
  readonly severity: Exclude<Outcome, "verified">;
  readonly code: ReasonCode | DiagnosisCode | "files-differ";
  readonly message: string;
  readonly hint: string;
}

/** Something that was fetched: its name in a message, and where it is. */
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
        severity: "failed",
        code: "not-the-artifact",
        message: `A web page came instead of the ${what} ${at}.`,
        hint: "Some hosts answer so for everything that they do not have. Upload the whole publication, and let the host answer 404 for what is missing.",
      };
    case "status":
      return statusReason(download.status, { what, address });
    case "unreachable":
      return {
        severity: "incomplete",
        code: "unreachable",
        message: `No whole answer came for the ${what} ${at}.`,
        hint: "The network failed, the answer was cut short or wrongly encoded, or it led to another host, which is not asked from here. Try again.",
      };
    case "too-large":
      return {
        severity: "incomplete",
        code: "read-limit",
        message: `The ${what} ${at} is larger than ${Math.floor(download.limit / 1024 / 1024)} MiB, and was not read further.`,
        hint: "Clients refuse what is as large.",
      };
  }
}

function statusReason(status: number, { what, address }: Asked): Reason {
  const answered = `The host answered ${status} for the ${what} at ${address}`;
  if (status === 404 || status === 410)
    return {
      severity: "failed",
      code: "missing",
      message: `The ${what} is missing: the host answered ${status} at ${address}.`,
      hint:
        what === "index"
          ? "Many uploads leave out folders whose names begin with a dot. Upload .well-known too."
          : "Nobody can install the skill now. Upload the whole publication.",
    };
  if (status === 401 || status === 403)
    return {
      severity: "incomplete",
      code: "access-denied",
      message: `${answered}: it wants a login.`,
      hint: "Clients have no login for this site. What they install has to be public.",
    };
  return { severity: "incomplete", code: "unreachable", message: `${answered}.`, hint: "Try again later." };
}

/** True for a web page, whatever it is called: no artifact and no index begins with a tag. */
function isHtml({ bytes, contentType }: Bytes): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 64)).trimStart().toLowerCase();
  const isTag = start.startsWith("<!doctype html") || start.startsWith("<html");
  return isTag || (contentType.startsWith("text/html") && start.startsWith("<"));
}
