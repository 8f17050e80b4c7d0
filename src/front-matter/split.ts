import { problem, type Problem } from "../problem.ts";
import { nameLine } from "./fields.ts";

/** Most characters (UTF-16 units) of front matter that readers accept. */
const LIMIT = 16_384;

/** A SKILL.md cut at its fences. */
export interface Split {
  /** The YAML between the fences. Its first line is line 2 of the file. */
  readonly yaml: string;
  readonly body: string;
  /** Line of the file, from 1, on which the body starts. */
  readonly bodyLine: number;
}

/**
 * Splits a SKILL.md at its `---` fences as the main client does (`skills` 1.7.4): the first line is exactly `---`,
 * and the front matter ends at the next line that starts with `---`.
 */
export function split(text: string, path: string): Split | Problem {
  const lines = text.split("\n");
  const first = lines[0] ?? "";
  if (line(first) !== "---") return wrongStart(lines, path);

  const end = lines.findIndex((each, index) => index > 0 && each.startsWith("---"));
  if (end === -1) return problem("unterminated-front-matter", { path, line: 1, column: 1 });
  const fence = line(lines[end] ?? "");
  if (fence !== "---") {
    return problem("front-matter-fence", { path, line: end + 1, column: 1 }, { found: visible(fence) });
  }

  const yaml = lines
    .slice(1, end)
    .map((each) => `${each}\n`)
    .join("");
  if (yaml.length > LIMIT) {
    return problem("front-matter-too-long", { path, line: 1, column: 1 }, { length: yaml.length, limit: LIMIT });
  }
  return { yaml, body: lines.slice(end + 1).join("\n"), bodyLine: end + 2 };
}

function wrongStart(lines: readonly string[], path: string): Problem {
  const index = lines.findIndex((each) => each.trim() !== "");
  const found = line(lines[index] ?? "");
  if (found.trim() !== "---") {
    const folder = path.split("/").at(-2) ?? "";
    return problem("missing-front-matter", { path, line: 1, column: 1 }, { line: nameLine(folder) });
  }
  if (index > 0) return problem("blank-before-front-matter", { path, line: 1, column: 1 });
  return problem("front-matter-fence", { path, line: 1, column: 1 }, { found: visible(found) });
}

function line(text: string): string {
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}

/** Shows blanks at the edges of a line, which a reader cannot see otherwise. */
function visible(text: string): string {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return shown.replace(/\t/g, "→").replace(/^ +| +$/g, (blanks) => "·".repeat(blanks.length));
}
