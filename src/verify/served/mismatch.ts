import { sha256 } from "../../artifact/digest.ts";
import { type Diagnosis, diagnosis } from "./diagnosis.ts";
import type { Answer } from "./host.ts";
import { isPage } from "./judgement.ts";
import type { Expected, Plan } from "./plan.ts";
import { reason, type Reason } from "./reason.ts";
import { transformationOf } from "./transformation.ts";

/** What is too large to be read is no open question when the build says how large it is. */
export function judgeSize(judged: readonly Reason[], { size }: Expected, what: string): readonly Reason[] {
  return judged.map((found) =>
    found.code === "read-limit" && size !== undefined
      ? reason("larger-than-built", { what, size, reason: "it was not read to its end" })
      : found,
  );
}

/** Says what it means that an artifact has another digest than it must have. */
export function mismatch(
  answer: Answer,
  { what, actual, expected }: { what: string; actual: string; expected: Expected },
): Reason {
  const { digest, from, indexDigest, isPrevious } = expected;
  if (isPage(answer)) return reason("not-the-artifact", { what, found: "a web page" });
  if (isPrevious(actual))
    return reason("stale", { what, found: actual, which: "that of the publication before", expected: digest });
  if (actual === indexDigest)
    return reason("stale", {
      what,
      found: actual,
      which: "that of the index beside it, which is of another build",
      expected: digest,
    });
  return reason("digest-mismatch", { what, found: actual, from: `the ${from}`, expected: digest });
}

/** Looks for the fault of the host behind an artifact that does not match. */
export async function diagnoseMismatch(
  answer: Answer,
  { expected, plan, actual }: { expected: Expected; plan: Plan; actual: string },
): Promise<Diagnosis | undefined> {
  const hex = expected.digest.slice("sha256:".length);
  const transformed = transformationOf(answer, hex);
  if (transformed) return transformed;
  if (actual === expected.indexDigest) return diagnosis("older-build");
  if (plan.host.kind === "folder" || isPage(answer)) return undefined;
  const fresh = new URL(plan.url);
  fresh.searchParams.set("skillpress-verify", expected.digest.slice(-16));
  const uncached = await plan.host.get(fresh.href, { what: fresh.href, limit: plan.limits.artifactBytes });
  return uncached.bytes && sha256(uncached.bytes) === hex ? diagnosis("cached-artifact") : undefined;
}

/** An artifact that is missing where another host answered than the one that has the index. */
export function proxied({ finalUrl }: Answer, { indexOrigin }: Plan): Diagnosis | undefined {
  const { origin } = new URL(finalUrl);
  return origin === indexOrigin
    ? undefined
    : diagnosis("proxied-elsewhere", { index: indexOrigin, artifact: finalUrl });
}
