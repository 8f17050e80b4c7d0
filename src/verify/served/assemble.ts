import { sha256 } from "../../artifact/digest.ts";
import { VERSION } from "../../version.ts";
import type { Diagnosis } from "./diagnosis.ts";
import type { FetchedIndex } from "./index-file.ts";
import { exitCodeOf, type Outcome, worst } from "./outcome.ts";
import { outcomeOf, type Reason } from "./reason.ts";
import { statementOf } from "./statement.ts";
import type { Verification, VerifiedFile, VerifiedSkill } from "./verification.ts";
import type { Rules, Target } from "./target.ts";

/** Everything that was found. */
interface Findings {
  readonly target: Target;
  readonly rules: Rules;
  readonly index: FetchedIndex;
  readonly skills: readonly VerifiedSkill[];
  readonly files: readonly VerifiedFile[];
  /** Of the whole run. */
  readonly reasons: readonly Reason[];
  readonly diagnosis: Diagnosis | undefined;
}

/** Puts a verification together: the worst of all findings is the outcome, and nothing hashed is never verified. */
export function assemble({ target, rules, index, skills, files, reasons, diagnosis }: Findings): Verification {
  const { host, as, build } = target;
  const { limits, allowed } = rules;
  const { answer } = index;
  const outcome = worst([...skills, ...files].map((each) => each.outcome).concat(outcomeOf(reasons)));
  const counts = countsOf(skills);
  if (
    outcome === "verified" &&
    (counts.files_hashed === 0 || counts.files_hashed !== skills.length || counts.bytes_hashed === 0)
  )
    throw new Error(`a run that hashed ${counts.files_hashed} of ${skills.length} artifacts came out as verified`);
  const basis = build ? "build" : "index";
  const place = {
    kind: host.kind,
    base: host.name,
    as: as ?? null,
    index_url: answer.url,
    final_url: answer.finalUrl,
  };
  return {
    report_version: 1,
    tool: { name: "skillpress", version: VERSION },
    outcome,
    exit_code: exitCodeOf(outcome, allowed),
    basis,
    statement: statementOf({ outcome, basis, target: place, ...counts }),
    target: place,
    build: build ? { report_sha256: build.reportSha256, generator: build.report.generator, whole: build.whole } : null,
    started_at: rules.startedAt.toISOString(),
    skills_expected: build?.skills.size ?? null,
    ...counts,
    other_files_listed: files.length,
    other_files_hashed: files.filter(({ actual_digest }) => actual_digest !== null).length,
    requests: host.requests(),
    limits: {
      index_bytes: limits.indexBytes,
      index_entries: limits.indexEntries,
      artifact_bytes: limits.artifactBytes,
      artifact_files: limits.artifactFiles,
      file_bytes: limits.fileBytes,
      redirects: limits.redirects,
      attempts: limits.attempts,
      concurrency: limits.concurrency,
      request_seconds: limits.requestSeconds,
      total_seconds: limits.totalSeconds,
    },
    allowed: [...allowed],
    index: {
      status: answer.status,
      content_type: answer.contentType,
      schema: index.schema,
      sha256: answer.bytes ? sha256(answer.bytes) : null,
      bytes: answer.bytes?.length ?? null,
      redirects: [...answer.redirects],
    },
    skills: [...skills],
    other_files: files.filter((file) => file.reasons.length > 0),
    reasons: [...reasons],
    ...(diagnosis && { diagnosis }),
  };
}

function countsOf(skills: readonly VerifiedSkill[]) {
  const withOutcome = (outcome: Outcome) => skills.filter((skill) => skill.outcome === outcome).length;
  const hashed = skills.filter(({ actual_digest }) => actual_digest !== null);
  return {
    skills_listed: skills.length,
    skills_verified: withOutcome("verified"),
    skills_failed: withOutcome("failed"),
    skills_incomplete: withOutcome("incomplete"),
    skills_unverifiable: withOutcome("unverifiable"),
    artifacts_listed: skills.length,
    artifacts_fetched: hashed.length,
    files_hashed: hashed.length,
    bytes_hashed: hashed.reduce((sum, { size }) => sum + (size ?? 0), 0),
    archive_members_hashed: skills.reduce((sum, { members }) => sum + (members?.length ?? 0), 0),
  };
}
