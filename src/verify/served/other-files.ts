import { sha256 } from "../../artifact/digest.ts";
import { byBytes } from "../../order.ts";
import { layout } from "../../publication/layout.ts";
import type { Sums } from "../../publication/sums.ts";
import { foreignJson, isRecord } from "../json.ts";
import type { Build } from "./build.ts";
import { scopesOf } from "./catalogue.ts";
import type { Answer, Host } from "./host.ts";
import type { FetchedIndex } from "./index-file.ts";
import { isPage, judgeAnswer, judgeType, TYPES } from "./judgement.ts";
import { probe } from "./probes.ts";
import type { OwnFiles } from "./publication-files.ts";
import { outcomeOf, reason, type Reason } from "./reason.ts";
import type { Listed } from "./served-index.ts";
import type { Rules } from "./target.ts";
import { transformationOf } from "./transformation.ts";
import type { VerifiedFile } from "./verification.ts";

/** A file of the publication that is no artifact. */
export interface OtherFile {
  readonly path: string;
  /** SHA-256 that it must have; undefined when nothing says so. */
  readonly hex: string | undefined;
  /** Who says so, in words. */
  readonly from: string;
  /** For a scoped index: the entries of the root index that it must have. */
  readonly scope: readonly Listed[] | undefined;
}

/** What is wrong with a file that was read whole and has the digest that it is listed with. */
export type Judge = (bytes: Buffer, answer: Answer, path: string) => Promise<Reason[]>;

/** What says which files there are. */
interface Lists {
  readonly index: Pick<FetchedIndex, "listed">;
  readonly own: OwnFiles;
  readonly build: Build | undefined;
  readonly pages: Sums | undefined;
  /** Addresses of the artifacts, which are verified for themselves. */
  readonly artifacts: readonly string[];
  readonly base: string;
}

/** Every file that is listed and no artifact, in byte order. What the build says outweighs what is served. */
export function otherFiles({ index, own, build, pages, artifacts, base }: Lists): OtherFile[] {
  const report = build?.report ?? own.report;
  if (index.listed.length === 0 || (!report && own.sums.size === 0)) return [];
  const scopes: ReadonlyMap<string, readonly Listed[]> = report ? scopesOf(index.listed, report) : new Map();
  const verified = new Set(artifacts);
  const files = new Map<string, { hex: string | undefined; from: string }>();
  const list = (sums: Sums | undefined, from: string) => {
    for (const [path, hex] of sums ?? []) files.set(path, { hex, from });
  };
  for (const path of scopes.keys()) files.set(path, { hex: undefined, from: "" });
  list(pages, layout.files);
  list(own.sums, layout.sums);
  list(build?.sums, "the build");
  return [...files]
    .filter(([path]) => !verified.has(`${base}/${path}`))
    .toSorted(([a], [b]) => byBytes(a, b))
    .map(([path, expected]) => ({ path, ...expected, scope: scopes.get(path) }));
}

/** How a file is fetched, and what it may be instead. */
interface Terms extends Pick<Rules, "limits" | "thorough"> {
  /** True for a digest that an earlier publication had. */
  readonly isPrevious: (digest: string) => boolean;
  /** What else the file has to be. */
  readonly judge: Judge;
}

/** Fetches a listed file, hashes it and compares it with what lists it; a scoped index with the root index too. */
export async function verifyOther(
  { path, hex, from, scope }: OtherFile,
  host: Host,
  { limits, thorough, isPrevious, judge }: Terms,
): Promise<VerifiedFile> {
  // A `?` or `#` in a name is part of it, not the end of the path.
  const url = `${host.base}/${path.split("/").map(encodeURIComponent).join("/")}`;
  const answer = await host.get(url, { what: path, limit: limits.fileBytes });
  const reasons: Reason[] = [...judgeAnswer(answer, path)];
  const bytes = outcomeOf(reasons) === "verified" ? answer.bytes : undefined;
  const found = bytes && sha256(bytes);
  if (hex !== undefined && found !== undefined && found !== hex) {
    const digests = { found: `sha256:${found}`, from, expected: `sha256:${hex}` };
    const isFallback = isPage(answer) && !path.endsWith(".html");
    if (isFallback) reasons.push(reason("not-the-artifact", { what: path, found: "a web page" }));
    else if (isPrevious(digests.found))
      reasons.push(reason("stale", { what: path, which: "that of the publication before", ...digests }));
    else reasons.push(reason("digest-mismatch", { what: path, ...digests }));
  }
  if (bytes && scope) reasons.push(...judgeType(answer, path, TYPES.index), ...compareScope(bytes, scope, path));
  if (bytes && (hex === undefined || found === hex)) reasons.push(...(await judge(bytes, answer, path)));
  if (thorough) reasons.push(...(await probe(host, answer, { what: path, limit: limits.fileBytes, isPrevious })));
  const fault = found === hex || hex === undefined ? undefined : transformationOf(answer, hex);
  return {
    path,
    url,
    final_url: answer.finalUrl,
    redirects: [...answer.redirects],
    status: answer.status,
    content_type: answer.contentType,
    content_encoding: answer.contentEncoding,
    expected_digest: hex === undefined ? null : `sha256:${hex}`,
    actual_digest: found === undefined ? null : `sha256:${found}`,
    outcome: outcomeOf(reasons),
    reasons,
    ...(fault && { diagnosis: fault }),
  };
}

/** What the index of a scope says otherwise than it must. */
export function compareScope(bytes: Buffer, scope: readonly Omit<Listed, "reasons">[], what: string): Reason[] {
  const differs = (why: string) => [reason("scoped-index-differs", { what, reason: why })];
  const index = foreignJson(bytes);
  if (index === undefined) return differs("it is not JSON");
  if (!isRecord(index) || !Array.isArray(index["skills"])) return differs("it has no list of skills");
  const { skills } = index;
  if (skills.length !== scope.length) return differs(`${skills.length} entries, not ${scope.length}`);
  const wrong = scope.find((entry, position) => !isSame(skills[position], entry));
  return wrong ? differs(`\`${wrong.name}\``) : [];
}

function isSame(found: unknown, { name, type, description, url, digest }: Omit<Listed, "reasons">): boolean {
  return (
    isRecord(found) &&
    found["name"] === name &&
    found["type"] === type &&
    found["description"] === description &&
    found["url"] === url &&
    found["digest"] === digest
  );
}
