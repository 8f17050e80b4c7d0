import type { Problem } from "../problem.ts";
import type { Composition } from "../publication/compose.ts";
import { layout } from "../publication/layout.ts";
import type { Report } from "../publication/report.ts";
import type { LeftOut } from "../source/discover.ts";
import type { Paint } from "../terminal.ts";
import { visible } from "../visible.ts";

/** Most lines of one list; `--record` has the whole of it. */
const LIST_LIMIT = 20;

/** What a build says at its end: what is published, what was left out, what to do next. */
export function summary(
  { report, leftOut, problems }: Composition,
  { output, paint }: { output: string; paint: Paint },
): string {
  if (!report) return "";
  const { skills, bundles, sets, origin, placeholder } = report;
  const kinds = [
    count(skills.length, "skill"),
    ...(bundles.length > 0 ? [count(bundles.length, "bundle")] : []),
    ...(sets.length > 0 ? [count(sets.length, "set")] : []),
  ];
  const example = skills[0];
  return [
    paint("bold", `Published ${listed(kinds)} in ${output}`),
    "",
    ...table(report),
    ...leftOutLines(leftOut),
    "",
    ...(placeholder
      ? [paint("yellow", `Every address is the placeholder ${origin}; build with --origin before you deploy.`)]
      : [
          `Copy ${visible(output)} to where ${origin} is served from, then work through ${visible(output)}/${layout.checklist}.`,
          `Is it served as it was built? ${paint("cyan", `npx skillpress verify ${origin} --report ${visible(output)} --require-build`)}`,
        ]),
    ...(example && !placeholder
      ? [`Then anyone installs with: ${paint("cyan", example.install[1]?.command ?? "")}`]
      : []),
    ...(problems.length > 0 ? [paint("yellow", `${counted(problems)} above.`)] : []),
    "",
  ].join("\n");
}

/** What a build says when nothing was published. */
export function refused(problems: readonly Problem[], { strict, paint }: { strict: boolean; paint: Paint }): string {
  const [errors, warnings] = [numberOf(problems, "error"), numberOf(problems, "warning")];
  const counts = [
    ...(errors > 0 ? [count(errors, "error")] : []),
    ...(warnings > 0 ? [`${count(warnings, "warning")}${strict ? ", which --strict does not allow" : ""}`] : []),
  ];
  return `${paint("red", "Nothing was published.")} ${counts.join(", ")}. What was published before is untouched.\n`;
}

function table({ skills, bundles, sets }: Report): string[] {
  const rows = [
    ...skills
      .slice(0, LIST_LIMIT)
      .map(({ name, shape, files, artifact }) => [
        name,
        shape,
        count(files.length, "file"),
        bytes(artifact.size),
        short(artifact.digest),
      ]),
    ...bundles
      .slice(0, LIST_LIMIT)
      .map(({ name, skills: members, archive }) => [
        name,
        "bundle",
        count(members.length, "skill"),
        bytes(archive.size),
        short(archive.digest),
      ]),
    ...sets.slice(0, LIST_LIMIT).map(({ name, versions }) => {
      const [current] = versions;
      return [
        name,
        `set ${current?.version}`,
        count(current?.members.length ?? 0, "skill"),
        "",
        short(`sha256:${current?.setHash}`),
      ];
    }),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd(),
  );
  const more =
    Math.max(0, skills.length - LIST_LIMIT) +
    Math.max(0, bundles.length - LIST_LIMIT) +
    Math.max(0, sets.length - LIST_LIMIT);
  return more > 0 ? [...lines, `  … and ${more} more`] : lines;
}

function leftOutLines(files: readonly LeftOut[]): string[] {
  if (files.length === 0) return [];
  const lines = files.slice(0, LIST_LIMIT).map(({ path, code }) => `  ${code}: ${visible(path)}`);
  const more =
    files.length > LIST_LIMIT ? [`  … and ${files.length - LIST_LIMIT} more, all in the file of --record`] : [];
  return ["", `Left out: ${count(files.length, "file or folder", "files or folders")}`, ...lines, ...more];
}

/** How many warnings and notes there are, in words. */
export function counted(problems: readonly Problem[]): string {
  const [warnings, notes] = [numberOf(problems, "warning"), numberOf(problems, "note")];
  return [...(warnings > 0 ? [count(warnings, "warning")] : []), ...(notes > 0 ? [count(notes, "note")] : [])].join(
    " and ",
  );
}

function numberOf(problems: readonly Problem[], severity: Problem["severity"]): number {
  return problems.filter((each) => each.severity === severity).length;
}

/** Words for several things: `a, b and c`. */
function listed(words: readonly string[]): string {
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter((each) => each !== "").join(" and ");
}

/** A number of things in words. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

function bytes(size: number): string {
  return size < 1024
    ? `${size} B`
    : size < 1024 * 1024
      ? `${(size / 1024).toFixed(1)} KB`
      : `${(size / 1024 / 1024).toFixed(1)} MB`;
}

function short(digest: string): string {
  return `${digest.slice(0, "sha256:".length + 12)}…`;
}
