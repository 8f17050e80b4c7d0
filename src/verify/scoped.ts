import { problem, type Problem } from "../problem.ts";
import type { IndexEntry } from "../publication/discovery-index.ts";
import { layout } from "../publication/layout.ts";
import type { Report } from "../publication/report.ts";
import type { TreeFiles } from "./files.ts";
import { parseJson } from "./json.ts";
import type { Schemas } from "./schemas.ts";

/** Checks that every scoped index is there and lists exactly the root's entries of its scope, in the root's order. */
export function verifyScoped(
  files: TreeFiles,
  { index, report, schemas }: { index: readonly IndexEntry[]; report: Report; schemas: Schemas },
): Problem[] {
  const scopes = new Map<string, readonly IndexEntry[]>(index.map((entry) => [entry.name, [entry]]));
  for (const { name, skills } of report.bundles) {
    const members = new Set(skills);
    scopes.set(
      name,
      index.filter((entry) => members.has(entry.name)),
    );
  }
  const expected = [...scopes].map(([name, entries]) => [layout.scopedIndex(name), entries] as const);
  return [[layout.areaIndex, index] as const, ...expected].flatMap(([path, entries]) => {
    const bytes = files.read(path);
    if (!bytes) return [problem("index-missing", { path }, { path })];
    const { value, problems } = parseJson<{ skills: IndexEntry[] }>(bytes, path, { validate: schemas.index });
    if (!value) return problems;
    return JSON.stringify(value.skills) === JSON.stringify(entries)
      ? []
      : [problem("scoped-index-disagrees", { path }, { reason: difference(value.skills, entries) })];
  });
}

function difference(found: readonly IndexEntry[], expected: readonly IndexEntry[]): string {
  const wrong = found.find((entry, position) => JSON.stringify(entry) !== JSON.stringify(expected[position]));
  return wrong ? `\`${wrong.name}\`` : `${found.length} of ${expected.length} entries`;
}
