import { join } from "node:path";
import { sha256 } from "../artifact/digest.ts";
import { judgePaths } from "../artifact/paths.ts";
import { decodeText } from "../front-matter/text.ts";
import { byBytes } from "../order.ts";
import { problem, type Problem } from "../problem.ts";
import { BYTES_LIMIT, type File, FILES_LIMIT, shapeOf, type Skill } from "../skill.ts";
import { readSourceFile } from "./file.ts";
import { checkLinks } from "./links.ts";
import { checkScripts, hasShebang } from "./scripts.ts";
import { secretReason } from "./secrets.ts";
import type { Candidate, Survey } from "./survey.ts";
import { walk } from "./tree.ts";

/** The one reading of a skill that feeds everything made from it. */
export interface Snapshot {
  /** Undefined when the skill cannot be published. */
  readonly skill: Skill | undefined;
  readonly problems: readonly Problem[];
}

/** Reads all files of a skill once and judges them. Files stay as they are, byte for byte. */
export function readSnapshot(
  { source, ignoreBits }: Pick<Survey, "source" | "ignoreBits">,
  candidate: Candidate,
): Snapshot {
  const { folder, members, frontMatter } = candidate;
  const problems: Problem[] = [];
  const files = readFiles(join(source, folder.path), candidate, { ignoreBits, problems });
  const paths = [...walk(folder, members)].map(({ path }) => path);
  problems.push(...judgePaths(paths, folder.path));

  const skillMd = files.get("SKILL.md");
  if (skillMd && candidate.skillMdSha256 !== sha256(skillMd.bytes))
    problems.push(problem("changed-while-reading", { path: `${folder.path}/SKILL.md` }));
  for (const each of judgeTexts(files, paths, folder.path)) problems.push(each);

  if (!frontMatter || problems.some(({ severity }) => severity === "error")) return { skill: undefined, problems };
  const { name, description } = frontMatter;
  return {
    skill: {
      name,
      description,
      frontMatter,
      shape: shapeOf(files),
      folder: folder.path,
      categories: candidate.categories,
      files,
    },
    problems,
  };
}

function readFiles(
  absolute: string,
  { folder, members }: Candidate,
  { ignoreBits, problems }: { ignoreBits: boolean; problems: Problem[] },
): Map<string, File> {
  const listed = [...walk(folder, members)].toSorted((a, b) => byBytes(a.path, b.path));
  const files = new Map<string, File>();
  if (listed.length > FILES_LIMIT) {
    problems.push(problem("too-many-files", { path: folder.path }, { count: listed.length, limit: FILES_LIMIT }));
    return files;
  }
  const published = new Set(listed.map(({ path }) => path));
  let limit = BYTES_LIMIT;
  for (const { path, kind } of listed) {
    if (kind === "undecodable") continue; // a matter of its path
    const where = { path: `${folder.path}/${path}` };
    const file = readSourceFile(join(absolute, path), kind, { folder: absolute, published, limit, where });
    if ("code" in file) {
      problems.push(file);
      if (file.code === "skill-too-large") return files;
      continue;
    }
    const { bytes, bit, warning } = file;
    limit -= bytes.length;
    if (warning) problems.push(warning);
    const reason = secretReason(path.split("/").at(-1) ?? path, bytes);
    if (reason !== undefined) problems.push(problem("secret-file", where, { reason }));
    files.set(path, { bytes, executable: (bit && !ignoreBits) || hasShebang(bytes) });
  }
  return files;
}

/** Decoding is worth it for SKILL.md and for Markdown with the signs of a link. */
function mayHoldProblem(path: string, bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return path === "SKILL.md" || (/\.(?:md|markdown)$/i.test(path) && (buffer.includes("](") || buffer.includes("]:")));
}

function judgeTexts(files: ReadonlyMap<string, File>, paths: readonly string[], folder: string): Problem[] {
  const problems: Problem[] = [];
  const texts = new Map<string, string>();
  for (const [path, { bytes }] of files) {
    if (
      (path === "SKILL.md" || hasShebang(bytes)) &&
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes("\r\n")
    ) {
      problems.push(problem("carriage-returns", { path: `${folder}/${path}` }));
    }
    if (!mayHoldProblem(path, bytes)) continue;
    const text = decodeText(bytes, {});
    if (typeof text === "string") texts.set(path, text);
  }
  return problems.concat(checkLinks(texts, paths, folder), checkScripts(files, texts.get("SKILL.md") ?? "", folder));
}
