import type { Verification } from "./verification.ts";

/** What no verdict goes beyond. */
const LIMIT = "Digests are unsigned: a match shows agreement, not authorship.";

/** The verdict in words: the outcome, what was hashed, on which basis, and how far it goes. */
export function statementOf({
  outcome,
  basis,
  target,
  artifacts_listed: listed,
  files_hashed: hashed,
  bytes_hashed: bytes,
}: Pick<Verification, "outcome" | "basis" | "target" | "artifacts_listed" | "files_hashed" | "bytes_hashed">): string {
  const counts = `${hashed} of ${listed} ${listed === 1 ? "artifact" : "artifacts"} hashed, ${bytes.toLocaleString("en-US")} bytes`;
  return `${outcome}: ${counts}, basis ${basis}. ${meaning(outcome, basis, target.kind)} ${LIMIT}`;
}

function meaning(
  outcome: Verification["outcome"],
  basis: Verification["basis"],
  kind: Verification["target"]["kind"],
): string {
  switch (outcome) {
    case "verified":
      if (basis === "build" && kind === "folder") return "What you built is what the folder has.";
      return basis === "build"
        ? "What you built is what is served."
        : "Index and files agree; nothing was compared with a build, and a complete but stale deployment looks the same.";
    case "failed":
      return "What is served is not what is promised.";
    case "incomplete":
      return "Some of it got no definite answer, so nothing is said about the whole.";
    case "unverifiable":
      return "It offers something that cannot be checked, so nothing is said about the whole.";
  }
}
