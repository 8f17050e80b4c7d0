import { gunzipSync } from "node:zlib";
import { extract } from "tar-stream";
import { judgePaths } from "../../artifact/paths.ts";
import type { File, Files } from "../../skill.ts";
import type { Limits } from "./limits.ts";
import { reason, type Reason } from "./reason.ts";
import { ambiguity } from "./tar-headers.ts";

/** An archive opened, or why it is not what a consumer can install. */
export type ServedArchive = { readonly files: Files; readonly fault?: undefined } | { readonly fault: Reason };

const BLOCK = 512;

/** More than this many times its size is no text that was compressed, but a bomb. */
const BOMB_RATIO = 200;

/**
 * Opens a compressed archive that anybody may have made, and judges it as the main client unpacks it: plain files at
 * paths inside the skill, SKILL.md at the root. Folders, owners, times and the order of files do not matter.
 *
 * @param what what to call it
 */
export async function openServed(
  gzipped: Buffer,
  what: string,
  { artifactBytes, artifactFiles }: Pick<Limits, "artifactBytes" | "artifactFiles">,
): Promise<ServedArchive> {
  if (gzipped.subarray(0, 4).equals(ZIP))
    return { fault: reason("unsupported-archive", { what, found: "a zip archive" }) };
  const unsafe = (why: string) => ({ fault: reason("archive-unsafe", { what, reason: why }) });
  const layout = (why: string) => ({ fault: reason("archive-layout", { what, reason: why }) });
  const limit = (why: string) => ({ fault: reason("read-limit", { what, reason: why }) });

  let tar: Buffer;
  const tarLimit = artifactBytes + (artifactFiles + 2) * 2 * BLOCK;
  try {
    tar = gunzipSync(gzipped, { maxOutputLength: tarLimit });
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    if (error.code !== "ERR_BUFFER_TOO_LARGE") return layout(`it is not gzip (${error.message})`);
    return gzipped.length * BOMB_RATIO < tarLimit
      ? unsafe(`${gzipped.length} bytes unpack to more than ${artifactBytes}`)
      : limit(`it unpacks to more than ${artifactBytes} bytes`);
  }
  const ambiguous = ambiguity(tar);
  if (ambiguous !== undefined) return layout(ambiguous);

  const files = new Map<string, File>();
  const entries = extract();
  entries.end(tar);
  let content = 0;
  try {
    for await (const entry of entries) {
      const { name: path, type, mode, linkname, size } = entry.header;
      const chunks: Buffer[] = [];
      for await (const chunk of entry) if (chunk instanceof Buffer) chunks.push(chunk);
      if (type === "directory") continue;
      if (type === "symlink" || type === "link") {
        return leadsOut(path, linkname ?? "")
          ? unsafe(`\`${path}\` is a link out of the skill`)
          : layout(`\`${path}\` is a link, which clients leave out`);
      }
      if (type !== "file") return unsafe(`\`${path}\` is a ${type ?? "nameless entry"}, not a file`);
      const escape = escapes(path);
      if (escape !== undefined) return unsafe(`\`${path}\` ${escape}`);
      if (path.split("/").some((segment) => segment === "." || segment === ""))
        return layout(`\`${path}\` is not a plain relative path, and clients leave it out`);
      if (files.has(path)) return unsafe(`\`${path}\` is in it twice`);
      content += size;
      if (content > artifactBytes) return limit(`it unpacks to more than ${artifactBytes} bytes`);
      if (files.size === artifactFiles) return limit(`it has more than ${artifactFiles} files`);
      files.set(path, { bytes: Buffer.concat(chunks), executable: ((mode ?? 0) & 0o100) !== 0 });
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return layout(`it is not a tar archive (${error.message})`);
  } finally {
    entries.destroy();
  }
  const judged = judgePaths(files.keys(), ".");
  const control = judged.find(({ code }) => code === "path-control-character");
  if (control) return unsafe(`\`${control.path?.slice(2)}\` has a control character in its name`);
  const broken = judged.find(({ code }) => code === "path-not-utf-8");
  if (broken) return layout(`the name of \`${broken.path?.slice(2)}\` is not UTF-8`);
  const collision = judged.find(({ code }) => code === "path-collision");
  if (collision)
    return unsafe(`\`${collision.path?.slice(2)}\` and another file are one on disks that ignore case or Unicode form`);
  const blocked = [...files.keys()].find((path) => foldersOf(path).some((folder) => files.has(folder)));
  if (blocked !== undefined) return unsafe(`\`${blocked}\` lies in a folder that is a file`);
  if (!files.has("SKILL.md")) return layout(withoutSkillMd(files));
  return { files };
}

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

function withoutSkillMd(files: Files): string {
  if (files.size === 0) return "it is empty";
  const wrapped = [...files.keys()].find((path) => /^[^/]+\/SKILL\.md$/.test(path));
  return wrapped === undefined
    ? "it has no SKILL.md at its root"
    : `its files are wrapped in a folder (\`${wrapped}\`)`;
}

/** The folders above a path. */
function foldersOf(path: string): string[] {
  const segments = path.split("/");
  return segments.slice(1).map((_, position) => segments.slice(0, position + 1).join("/"));
}

/** Why a path leads out of the folder it is unpacked in; undefined when it does not. */
function escapes(path: string): string | undefined {
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return "is an absolute path";
  if (path.includes("\\")) return "has a backslash";
  return path.split("/").includes("..") ? "leads out of the skill" : undefined;
}

/** True for a link whose target is absolute or lies above the skill. */
function leadsOut(path: string, target: string): boolean {
  if (escapes(target) !== undefined && !target.split("/").includes("..")) return true;
  let depth = path.split("/").length - 1;
  return target.split("/").some((segment) => {
    if (segment === "..") depth -= 1;
    else if (segment !== "." && segment !== "") depth += 1;
    return depth < 0;
  });
}
