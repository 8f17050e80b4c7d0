import { layout } from "../../publication/layout.ts";
import { isSystemError } from "../../source/system-error.ts";
import { foreignJson, isRecord } from "../json.ts";
import { TooLarge } from "../installed/read-file.ts";
import { readLocal } from "../local.ts";
import type { Answer, Ask, Host } from "./host.ts";
import { LIMITS } from "./limits.ts";
import { reason, type Reason } from "./reason.ts";

/**
 * Opens a folder as if it were served at an origin. Links are not followed.
 *
 * @param root absolute path
 * @param base origin with base path that the folder is served at, without a slash at the end
 * @param name what to call the folder
 */
export function openFolder(root: string, base: string, name: string): Host {
  let requests = 0;
  const get = async (url: string, { what, limit }: Ask): Promise<Answer> => {
    requests += 1;
    const none = (...reasons: Reason[]): Answer => ({
      ...HEAD,
      url,
      finalUrl: url,
      bytes: undefined,
      wire: undefined,
      reasons,
    });
    const path = pathIn(url, base);
    if (path === undefined) return none(reason("outside-folder", { name: what, url }));
    try {
      const bytes = readLocal(root, path, limit);
      return bytes
        ? { ...HEAD, url, finalUrl: url, bytes, wire: bytes, reasons: [] }
        : none(reason("missing", { what, answer: "the folder has no such file; links are not followed" }));
    } catch (error) {
      if (error instanceof TooLarge)
        return none(reason("read-limit", { what, reason: `it is larger than ${limit} bytes` }));
      if (!isSystemError(error)) throw error;
      return none(reason("unreachable", { what, reason: `it cannot be read (${error.code})` }));
    }
  };
  return { kind: "folder", name, base, get, requests: () => requests };
}

/**
 * The origin with base path that a folder was built for: what its report says, or what the addresses in its index have
 * in common. Undefined when it has neither.
 */
export function baseOf(root: string): string | undefined {
  const read = (path: string): unknown => {
    try {
      return foreignJson(readLocal(root, path, LIMITS.fileBytes) ?? Buffer.alloc(0));
    } catch (error) {
      // Whatever is the matter with it is found when it is verified.
      if (error instanceof TooLarge || isSystemError(error)) return undefined;
      throw error;
    }
  };
  const report = read(layout.report);
  if (isRecord(report) && typeof report["origin"] === "string" && URL.canParse(report["origin"]))
    return report["origin"];
  const index = read(layout.index);
  const [first]: unknown[] = isRecord(index) && Array.isArray(index["skills"]) ? index["skills"] : [];
  const url =
    isRecord(first) && typeof first["url"] === "string" && URL.canParse(first["url"]) ? first["url"] : undefined;
  return url === undefined ? undefined : (/^(.+)\/agent-skills\//.exec(url)?.[1] ?? new URL(url).origin);
}

const HEAD = { redirects: [], status: null, contentType: null, contentEncoding: null, server: null } as const;

/** The path in a folder that an address stands for; undefined when it leads elsewhere. */
function pathIn(url: string, base: string): string | undefined {
  const { href, pathname } = new URL(url);
  if (!href.startsWith(`${base}/`)) return undefined;
  const below = pathname.slice(new URL(`${base}/`).pathname.length);
  try {
    const segments = below.split("/").map(decodeURIComponent);
    return segments.some((segment) => segment === "" || segment === ".." || /[/\\\0]/.test(segment))
      ? undefined
      : segments.join("/");
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return undefined;
  }
}
