import { randomBytes } from "node:crypto";
import { isRecord } from "../foreign-index.ts";
import { type Diagnosis, diagnosis } from "./diagnosis.ts";
import type { Host } from "./host.ts";
import { isPage, judgeAnswer } from "./judgement.ts";
import { outcomeOf, reason, type Reason } from "./reason.ts";

/** What a host does at addresses that a publication does not have. */
export interface Soundings {
  readonly reasons: readonly Reason[];
  readonly diagnosis: Diagnosis | undefined;
}

const LEGACY = ".well-known/skills/index.json";

/** Most bytes of an answer that nobody needs. */
const LIMIT = 16 * 1024 * 1024;

/**
 * Asks a host for an address that cannot exist, which must be a real 404, and for an index of the old format, to which
 * the main client falls back without a digest. A folder is not asked.
 */
export async function sound(host: Host): Promise<Soundings> {
  if (host.kind === "folder") return { reasons: [], diagnosis: undefined };
  const name = `agent-skills/-/no-such-file-${randomBytes(8).toString("hex")}.tar.gz`;
  const nothing = await host.get(`${host.base}/${name}`, { what: name, limit: LIMIT });
  const roots = new Set([host.base, new URL(host.base).origin]);
  const old = await Promise.all(
    [...roots].map((root) => host.get(`${root}/${LEGACY}`, { what: LEGACY, limit: LIMIT })),
  );
  const fallback =
    nothing.status === 200 && nothing.bytes !== undefined && outcomeOf(judgeAnswer(nothing, name)) === "verified";
  const found = isPage(nothing) ? "a web page and status 200" : "status 200";
  return {
    reasons: [
      ...(fallback ? [reason("no-real-404", { what: name, found })] : []),
      ...old.flatMap(({ url, status, bytes }) =>
        status === 200 && bytes && isLegacyIndex(bytes) ? [reason("undigested-fallback", { what: url })] : [],
      ),
    ],
    diagnosis: fallback ? diagnosis("fallback-page", { probe: `\`/${name}\`` }) : undefined,
  };
}

function isLegacyIndex(bytes: Buffer): boolean {
  try {
    const index: unknown = JSON.parse(bytes.toString());
    return isRecord(index) && Array.isArray(index["skills"]);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  }
}
