import pMap from "p-map";
import { byBytes } from "../../order.ts";
import { layout, snapshotFileAt } from "../../publication/layout.ts";
import { addressOf } from "./address.ts";
import { verifyArtifact } from "./artifact.ts";
import { assemble } from "./assemble.ts";
import type { Build } from "./build.ts";
import { compareIndex, comparePages, compareServedReport, compareSums, unlistedFiles } from "./catalogue.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { fetchIndex, type FetchedIndex } from "./index-file.ts";
import { type Judge, type OtherFile, otherFiles, verifyOther } from "./other-files.ts";
import { fetchOwnFiles } from "./publication-files.ts";
import type { Expected } from "./plan.ts";
import type { Outcome } from "./outcome.ts";
import { outcomeOf, reason, type Reason } from "./reason.ts";
import { remembering } from "./remembering.ts";
import { withInstalls } from "./installs.ts";
import type { Listed } from "./served-index.ts";
import { besideSkills, judgeBeside, judgeSnapshot, judgeVersion } from "./snapshots.ts";
import { judgeDocuments, judgePinned } from "./sets.ts";
import { sound } from "./soundings.ts";
import type { Rules, Target } from "./target.ts";
import type { Verification, VerifiedFile, VerifiedSkill } from "./verification.ts";

/**
 * Verifies what is served: fetches the index as a client does, then every artifact, hashes every byte, opens every
 * archive, and compares it with the index, with the lists of the publication, and with the build where there is one.
 */
export async function verifyServed(target: Target, rules: Rules): Promise<Verification> {
  const host = remembering(target.host, [layout.index, layout.report, layout.sums]);
  const { build } = target;
  const { limits } = rules;
  const isPrevious = (digest: string) => target.previous.has(digest);
  const index = await fetchIndex(host, limits, isPrevious);
  const verified = await verifySkills(index, { ...target, host }, rules);
  const own =
    index.listed.length > 0
      ? await fetchOwnFiles(host, limits, build !== undefined)
      : { report: undefined, sums: new Map<string, string>(), reasons: [] };
  const report = build?.report ?? own.report;
  const { skills, reasons: uninstalled } = rules.install
    ? await withInstalls(verified, { base: host.base, report }, rules.install)
    : { skills: verified, reasons: [] };
  const others = otherFiles({
    index,
    own,
    build,
    pages: target.pages,
    artifacts: skills.map(({ url }) => url),
    base: host.base,
  });
  // What is in an artifact says what has to lie beside it.
  const beside = besideSkills(skills);
  const base = (own.report ?? build?.report)?.origin;
  const [artifacts, rest] = parted(others, ({ path }) =>
    /^(?:skillMd|archive)$/.test(snapshotFileAt(path)?.role ?? ""),
  );
  const verifyAll = (listed: readonly OtherFile[], judge: Judge) =>
    pMap(listed, (file) => verifyOther(file, host, { ...rules, isPrevious, judge }), {
      concurrency: limits.concurrency,
    });
  const files = [
    ...(await verifyAll(artifacts, judgeSnapshot(beside, { base, limits }))),
    ...(await verifyAll(rest, both(judgeBeside(beside), judgeDocuments(report)))),
  ].toSorted((a, b) => byBytes(a.path, b.path));
  const soundings = await sound(host, index.answer);

  const reasons = [
    ...compareIndex(index, build),
    ...(rules.requireBuild && !build ? [reason("build-required")] : []),
    ...uninstalled,
    ...own.reasons,
    ...(own.report ? compareServedReport(index.listed, own.report) : []),
    ...compareSums(own, skills, host.base),
    ...skills.flatMap(({ url, actual_digest }) => judgeVersion(url.slice(host.base.length + 1), actual_digest)),
    ...judgePinned(report, outcomesOf(skills, files, host.base)),
    ...comparePages(target.pages, own, build),
    ...unlistedFiles(target, own),
    ...otherOrigin(skills, target),
    ...soundings.reasons,
  ];
  const fallback = soundings.diagnosis;
  return assemble({
    target,
    rules,
    index,
    skills: skills.map((skill) => explained(skill, fallback)),
    files: files.map((file) => explained(file, fallback)),
    reasons,
    diagnosis: index.diagnosis ?? fallback,
  });
}

/** The outcome of every file that was asked for, by its path. */
function outcomesOf(
  skills: readonly VerifiedSkill[],
  files: readonly VerifiedFile[],
  base: string,
): ReadonlyMap<string, Outcome> {
  return new Map([
    ...skills.map(({ url, outcome }) => [url.slice(base.length + 1), outcome] as const),
    ...files.map(({ path, outcome }) => [path, outcome] as const),
  ]);
}

function parted<T>(all: readonly T[], isFirst: (each: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))];
}

function both(one: Judge, other: Judge): Judge {
  return async (...file) => [...(await one(...file)), ...(await other(...file))];
}

/** A page in place of a file is the fallback page of a host that has one. */
function explained<Leaf extends VerifiedSkill | VerifiedFile>(leaf: Leaf, fallback: Diagnosis | undefined): Leaf {
  const isPage = leaf.reasons.some(({ code }) => code === "not-the-artifact");
  return isPage && fallback && !leaf.diagnosis ? { ...leaf, diagnosis: fallback } : leaf;
}

/** Artifacts in the order of the index. The first of each type is also asked for in other ways. */
async function verifySkills(
  { listed, answer }: FetchedIndex,
  { host, as, build, previous }: Pick<Target, "host" | "as" | "build" | "previous">,
  { limits, sameOrigin, thorough, progress }: Rules,
): Promise<VerifiedSkill[]> {
  const probed = new Set(["skill-md", "archive"].map((type) => listed.find((entry) => entry.type === type)));
  let done = 0;
  const verify = async (entry: Listed): Promise<VerifiedSkill> => {
    const { url, otherUrl, reasons } = addressOf(entry, { host, as, index: answer });
    const known = [...entry.reasons, ...reasons];
    const expected = expectedOf(entry, build, previous);
    const isProbed = thorough || probed.has(entry);
    const skill =
      url !== undefined && expected && (entry.type === "skill-md" || entry.type === "archive")
        ? await verifyArtifact({ ...entry, reasons: known }, expected, {
            host,
            limits,
            url,
            otherUrl,
            isProbed,
            sameOrigin,
            indexOrigin: new URL(answer.finalUrl).origin,
          })
        : untouched({ ...entry, reasons: known }, expected);
    progress((done += 1), listed.length);
    return skill;
  };
  return pMap(listed, verify, { concurrency: limits.concurrency });
}

/** One warning for an index that names another origin throughout, as that of a preview does. */
function otherOrigin(skills: readonly VerifiedSkill[], { host, as }: Target): Reason[] {
  const origins = new Set(skills.flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).origin] : [])));
  const [origin] = origins;
  if (host.kind === "folder" || as !== undefined || origins.size !== 1 || origin === undefined) return [];
  const own = new URL(host.base).origin;
  return origin === own ? [] : [reason("other-origin", { origin, target: own })];
}

/** What an entry's artifact must be: what the build says, else what the index says. */
function expectedOf(
  { name, digest }: Listed,
  build: Build | undefined,
  previous: ReadonlySet<string>,
): Expected | undefined {
  const built = build?.skills.get(name)?.artifact;
  const expected = built?.digest ?? digest;
  if (expected === undefined) return undefined;
  return {
    digest: expected,
    from: built ? "build" : "index",
    indexDigest: digest === expected ? undefined : digest,
    size: built?.size,
    isPrevious: (found) => previous.has(found),
  };
}

/** An entry for which nothing can be fetched. */
function untouched({ name, type, url, reasons }: Listed, expected: Expected | undefined): VerifiedSkill {
  return {
    name,
    type,
    url,
    final_url: url,
    redirects: [],
    status: null,
    content_type: null,
    content_encoding: null,
    size: null,
    expected_digest: expected?.digest ?? null,
    expected_from: expected?.from ?? "index",
    actual_digest: null,
    outcome: outcomeOf(reasons),
    reasons: [...reasons],
  };
}
