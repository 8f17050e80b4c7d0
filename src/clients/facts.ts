import { isUtf8 } from "node:buffer";
import { split } from "../front-matter/split.ts";
import type { AsPublished, PublishedFile } from "./rule.ts";

/** Facts about a skill that more than one client goes by. */

const MARK = [0xef, 0xbb, 0xbf] as const;

/** True when its `SKILL.md` starts with a byte order mark. */
export function isMarked({ skillMd }: AsPublished): boolean {
  return MARK.every((byte, index) => skillMd[index] === byte);
}

/** True when its `SKILL.md` is UTF-8. */
export function isText({ skillMd }: AsPublished): boolean {
  return isUtf8(skillMd);
}

/** True when there is a file named exactly `SKILL.md` at its root. */
export function hasSkillMd({ files }: AsPublished): boolean {
  return files.some(({ path }) => path === "SKILL.md");
}

/** True when its front matter lies between two lines that are exactly `---`, the first of them the first line. */
export function isFenced({ skillMd }: AsPublished): boolean {
  const parts = split(new TextDecoder("utf-8").decode(skillMd), "SKILL.md");
  return !("code" in parts) || parts.code === "front-matter-too-long";
}

/** A value of its front matter. */
export function valueOf({ frontMatter: { values } }: AsPublished, key: string): unknown {
  return values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;
}

/** True when it is marked `metadata.internal: true`. */
export function isInternal(skill: AsPublished): boolean {
  const metadata = valueOf(skill, "metadata");
  return typeof metadata === "object" && metadata !== null && "internal" in metadata && metadata.internal === true;
}

/** Sum of the sizes, in bytes. */
export function sizeOf(files: readonly PublishedFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
