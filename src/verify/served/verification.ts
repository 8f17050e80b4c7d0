import { z } from "zod";
import { ALLOWABLE, OUTCOMES } from "./outcome.ts";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const Count = z.int().nonnegative();
const Bytes = Count.meta({ description: "Size in bytes." });
const OutcomeWord = z.enum(OUTCOMES);

const ReasonShape = z
  .strictObject({
    code: z.string(),
    severity: z.enum(["failed", "incomplete", "unverifiable", "warning"]).meta({
      description: "The outcome it leads to; a warning leads to none.",
    }),
    message: z.string(),
    hint: z.string(),
  })
  .meta({ description: "What was found, and what to change. Codes are permanent." });

const DiagnosisShape = z
  .strictObject({ code: z.string(), message: z.string(), hint: z.string() })
  .meta({ description: "The fault of a host that this looks like, and what to change." });

const Redirect = z.strictObject({ status: z.int(), url: z.string().meta({ description: "Where it leads." }) });

/** How one address was answered. A folder gives no status and no content type. */
const Answered = {
  url: z.string().meta({ description: "The address as it was asked for." }),
  final_url: z.string().meta({ description: "The address that answered, after all redirects." }),
  redirects: z.array(Redirect),
  status: z.int().nullable(),
  content_type: z.string().nullable(),
  content_encoding: z.string().nullable(),
};

const VerifiedSkill = z.strictObject({
  name: z.string(),
  type: z.string(),
  ...Answered,
  size: Bytes.nullable().meta({ description: "Bytes of the artifact as consumers get it; null when it was not read." }),
  expected_digest: Digest.nullable(),
  expected_from: z.enum(["build", "index"]),
  actual_digest: Digest.nullable().meta({ description: "Null when the artifact was not read to its end." }),
  outcome: OutcomeWord,
  reasons: z.array(ReasonShape),
  diagnosis: DiagnosisShape.optional(),
  install: OutcomeWord.optional().meta({
    description:
      "What installing it with the `skills` client came to, when that was asked for; why is among the reasons.",
  }),
  members: z
    .array(z.strictObject({ path: z.string(), mode: z.enum(["0644", "0755"]), size: Bytes, sha256: Sha256 }))
    .optional()
    .meta({ description: "Files of an archive that was opened." }),
});

const VerifiedFile = z
  .strictObject({
    path: z.string().meta({ description: "Path below the place that is verified." }),
    ...Answered,
    expected_digest: Digest.nullable(),
    actual_digest: Digest.nullable(),
    outcome: OutcomeWord,
    reasons: z.array(ReasonShape),
    diagnosis: DiagnosisShape.optional(),
  })
  .meta({ description: "A file that is no artifact." });

/** What a verification says: the one object that `skillpress verify --json` prints, whatever happened. */
export const Verification = z
  .strictObject({
    report_version: z.literal(1),
    tool: z.strictObject({ name: z.literal("skillpress"), version: z.string() }),
    outcome: OutcomeWord,
    exit_code: z.int().meta({ description: "A function of `outcome` and `allowed`, of nothing else." }),
    basis: z.enum(["build", "index"]).meta({
      description:
        "`build`: compared with the publisher's own report: what was built is what is served. `index`: index and files agree, nothing more; a complete but stale deployment looks the same.",
    }),
    statement: z.string().meta({ description: "The verdict in words, with its limit." }),
    target: z.strictObject({
      kind: z.enum(["origin", "folder"]),
      base: z.string().meta({ description: "What was verified: an origin with its base path, or a folder." }),
      as: z.string().nullable().meta({ description: "Origin that addresses in the index were mapped from." }),
      index_url: z.string(),
      final_url: z.string(),
    }),
    build: z
      .strictObject({
        report_sha256: Sha256,
        generator: z.string(),
        whole: z.boolean().meta({
          description:
            "True when every file in the build's own SHA256SUMS was compared, not only those that its report names.",
        }),
      })
      .nullable()
      .meta({ description: "The publisher's own report, when one was given." }),
    started_at: z.iso.datetime(),
    skills_expected: Count.nullable().meta({ description: "From the build; null without one." }),
    skills_listed: Count,
    skills_verified: Count,
    skills_failed: Count,
    skills_incomplete: Count,
    skills_unverifiable: Count,
    artifacts_listed: Count,
    artifacts_fetched: Count.meta({ description: "Artifacts whose bytes came to their end." }),
    files_hashed: Count.meta({ description: "Artifacts hashed in full, over bytes that this run read." }),
    bytes_hashed: Bytes,
    archive_members_hashed: Count,
    other_files_listed: Count.meta({ description: "Files of SHA256SUMS and of the build that are no artifacts." }),
    other_files_hashed: Count,
    requests: Count,
    limits: z.strictObject({
      index_bytes: Bytes,
      index_entries: Count,
      artifact_bytes: Bytes.meta({ description: "Unpacked." }),
      artifact_files: Count,
      file_bytes: Bytes.meta({ description: "Of another listed file." }),
      redirects: Count,
      attempts: Count,
      concurrency: Count,
      request_seconds: Count,
      total_seconds: Count,
    }),
    allowed: z.array(z.enum(ALLOWABLE)),
    index: z.strictObject({
      status: z.int().nullable(),
      content_type: z.string().nullable(),
      schema: z.string().nullable(),
      sha256: Sha256.nullable(),
      bytes: Bytes.nullable(),
      redirects: z.array(Redirect),
    }),
    skills: z.array(VerifiedSkill),
    other_files: z.array(VerifiedFile).meta({ description: "Those that are not simply as listed." }),
    reasons: z
      .array(ReasonShape)
      .meta({ description: "Reasons of the whole run: about the index, the build, the host." }),
    diagnosis: DiagnosisShape.optional(),
  })
  .meta({ title: "skillpress verification", description: "What `skillpress verify` found at a folder or an origin." });

export type Verification = z.output<typeof Verification>;
export type VerifiedSkill = z.output<typeof VerifiedSkill>;
export type VerifiedFile = z.output<typeof VerifiedFile>;
