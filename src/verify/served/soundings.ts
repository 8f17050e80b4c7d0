import { randomBytes } from "node:crypto";
import { foreignJson, isRecord } from "../json.ts";
import { type Diagnosis, diagnosis } from "./diagnosis.ts";
import type { Answer, Host } from "./host.ts";
import { isPage, isTrouble, judgeAnswer } from "./judgement.ts";
import { reason, type Reason } from "./reason.ts";

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
 * the main client falls back without a digest. A folder is not asked, and neither is a host that wants a login.
 */
export async function sound(host: Host, index: Answer): Promise<Soundings> {
  const isWall = judgeAnswer(index, "").some(({ code }) => code === "access-denied");
  if (host.kind === "folder" || index.status === null || isWall) return { reasons: [], diagnosis: undefined };
  const name = `agent-skills/-/no-such-file-${randomBytes(8).toString("hex")}.tar.gz`;
  const nothing = await host.get(`${host.base}/${name}`, { what: name, limit: LIMIT });
  const roots = new Set([host.base, new URL(host.base).origin]);
  const old = await Promise.all(
    [...roots].map((root) => host.get(`${root}/${LEGACY}`, { what: LEGACY, limit: LIMIT })),
  );
  return {
    reasons: [
      ...judgeNothing(nothing, name),
      ...old.flatMap(({ url, status, bytes }) =>
        status === 200 && bytes && isLegacyIndex(bytes) ? [reason("undigested-fallback", { what: url })] : [],
      ),
    ],
    diagnosis: nothing.status === 200 ? diagnosis("fallback-page", { probe: `\`/${name}\`` }) : undefined,
  };
}

/** What is wrong with the answer for an address that cannot exist. */
function judgeNothing(answer: Answer, what: string): readonly Reason[] {
  const { status } = answer;
  if (status === 404 || status === 410) return [];
  if (status === null || isTrouble(status)) return judgeAnswer(answer, what);
  const found = status === 200 && isPage(answer) ? "a web page and status 200" : `status ${status}`;
  return [reason("no-real-404", { what, found })];
}

function isLegacyIndex(bytes: Buffer): boolean {
  const index = foreignJson(bytes);
  return isRecord(index) && Array.isArray(index["skills"]);
}
