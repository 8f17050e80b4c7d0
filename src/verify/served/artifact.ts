import { sha256 } from "../../artifact/digest.ts";
import { readFrontMatter } from "../../front-matter/read.ts";
import type { Files } from "../../skill.ts";
import { openServed } from "./archive.ts";
import type { Diagnosis } from "./diagnosis.ts";
import type { Answer } from "./host.ts";
import { judgeAnswer, judgeType, TYPES } from "./judgement.ts";
import { diagnoseMismatch, judgeSize, mismatch, proxied } from "./mismatch.ts";
import type { Expected, Plan } from "./plan.ts";
import { probe } from "./probes.ts";
import { outcomeOf, reason, type Reason } from "./reason.ts";
import type { Listed } from "./served-index.ts";
import { transformationOf } from "./transformation.ts";
import type { VerifiedSkill } from "./verification.ts";

/**
 * Fetches one artifact as a client does, hashes every byte, opens it, and compares it with the index and the build.
 *
 * @param listed with the reasons that are known before
 */
export async function verifyArtifact(listed: Listed, expected: Expected, plan: Plan): Promise<VerifiedSkill> {
  const { name, type } = listed;
  const { host, limits, url } = plan;
  const what = nameOf(url, host);
  const answer = await host.get(url, { what, limit: limits.artifactBytes });
  const judged = judgeSize(judgeAnswer(answer, what), expected, what);
  const reasons: Reason[] = [...listed.reasons, ...judged, ...crossOrigin(answer, plan)];
  const bytes = outcomeOf(judged) === "verified" ? answer.bytes : undefined;
  const actual = bytes && `sha256:${sha256(bytes)}`;
  const matches = actual === expected.digest;
  let members: VerifiedSkill["members"];
  let found: Diagnosis | undefined;

  if (bytes && actual !== undefined && !matches) {
    reasons.push(mismatch(answer, { what, actual, expected }));
    found = await diagnoseMismatch(answer, { expected, plan, actual });
  } else if (bytes) {
    if (expected.indexDigest !== undefined)
      reasons.push(
        reason("catalogue-differs", {
          name,
          reason: `the index has the digest ${expected.indexDigest}, the build and the file have ${expected.digest}`,
        }),
      );
    const opened = type === "archive" ? await openServed(bytes, what, limits) : { files: skillMdAlone(bytes) };
    if (type === "archive" && isGzip(bytes) && /\.zip$/i.test(url))
      reasons.push(
        reason("archive-layout", { what, reason: "its address ends in .zip, and clients read it as what that says" }),
      );
    if (opened.fault) reasons.push(opened.fault);
    else {
      reasons.push(...compareFrontMatter(opened.files, listed));
      members = type === "archive" ? membersOf(opened.files) : undefined;
    }
  } else if (!answer.bytes) {
    found = transformationOf(answer, expected.digest.slice("sha256:".length));
  }
  if (answer.status === 404 || answer.status === 410) found = proxied(answer, plan);
  if (answer.status === 200 && !reasons.some(({ code }) => code === "not-the-artifact"))
    reasons.push(...judgeType(answer, what, typesOf(type, answer.bytes)));
  if (plan.isProbed || (bytes && !matches))
    reasons.push(
      ...(await probe(host, answer, { what, limit: limits.artifactBytes, isPrevious: expected.isPrevious })),
    );
  if (bytes) reasons.push(...(await fromOtherBase(bytes, listed, plan)));

  return {
    name,
    type,
    url,
    final_url: answer.finalUrl,
    redirects: [...answer.redirects],
    status: answer.status,
    content_type: answer.contentType,
    content_encoding: answer.contentEncoding,
    size: bytes?.length ?? null,
    expected_digest: expected.digest,
    expected_from: expected.from,
    actual_digest: actual ?? null,
    outcome: outcomeOf(reasons),
    reasons,
    ...(found && { diagnosis: found }),
    ...(members && { members }),
  };
}

/** What to call a file: its path in a folder, else its address. */
function nameOf(url: string, { kind, base }: Plan["host"]): string {
  return kind === "folder" && url.startsWith(`${base}/`) ? url.slice(base.length + 1) : url;
}

/** A relative address has two meanings when the index was redirected; both must lead to the same bytes. */
async function fromOtherBase(
  bytes: Buffer,
  { name }: Listed,
  { host, url, otherUrl, limits }: Plan,
): Promise<Reason[]> {
  if (otherUrl === undefined) return [];
  const other = await host.get(otherUrl, { what: otherUrl, limit: limits.artifactBytes });
  return other.status === 200 && other.bytes?.equals(bytes) ? [] : [reason("ambiguous-base", { name, to: url })];
}

function crossOrigin({ url, finalUrl }: Answer, { host, indexOrigin, sameOrigin }: Plan): Reason[] {
  const to = new URL(finalUrl).origin;
  if (host.kind === "folder" || to === indexOrigin) return [];
  const found = reason("cross-origin", { what: url, to });
  return [sameOrigin ? { ...found, severity: "failed" } : found];
}

/** What the front matter inside says otherwise than the index; descriptions are compared trimmed. */
function compareFrontMatter(files: Files, { name, description }: Listed): Reason[] {
  const { frontMatter, problems } = readFrontMatter(files.get("SKILL.md")?.bytes ?? new Uint8Array(), "SKILL.md");
  if (!frontMatter) {
    const detail = `, because clients cannot read its front matter: ${(problems[0]?.message ?? "").replace(/\.$/, "")}`;
    return [reason("frontmatter-differs", { field: "name", name, detail })];
  }
  const spaced = (text: string) => text.replace(/\s+/g, " ").trim();
  const differs = (field: string) => reason("frontmatter-differs", { field, name, detail: "" });
  return [
    ...(frontMatter.name === name ? [] : [differs("name")]),
    ...(spaced(frontMatter.description) === spaced(description) ? [] : [differs("description")]),
    ...(spaced(frontMatter.description) === spaced(description) && frontMatter.description !== description.trim()
      ? [reason("description-spacing", { name })]
      : []),
  ];
}

/** Content types of an artifact. Clients open an archive as what its content type says, whatever is in it. */
export function typesOf(type: string, bytes: Buffer | undefined): readonly string[] {
  if (type !== "archive") return TYPES["skill-md"];
  return bytes && isGzip(bytes) ? TYPES.gzip : TYPES.archive;
}

/** True for bytes that begin as gzip does (RFC 1952). */
function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** A bare SKILL.md as the files it stands for. */
export function skillMdAlone(bytes: Buffer): Files {
  return new Map([["SKILL.md", { bytes, executable: false }]]);
}

function membersOf(files: Files): VerifiedSkill["members"] {
  return [...files].map(([path, { bytes, executable }]) => ({
    path,
    mode: executable ? "0755" : "0644",
    size: bytes.length,
    sha256: sha256(bytes),
  }));
}
