import { writeFileSync } from "node:fs";
import { kinds, type Severity } from "../src/problem-kinds.ts";
import { diagnosisKinds } from "../src/verify/served/diagnosis-kinds.ts";
import { type Gravity, reasonKinds } from "../src/verify/served/reason-kinds.ts";

/** One kind of anything that is told: what is wrong, what to do. */
interface Told {
  readonly message: string;
  readonly hint: string;
}

/** Headings in the order of a page, each with what it means for whoever meets what stands below it. */
type Sections<Level extends string> = Readonly<Record<Level, { title: string; meaning: string }>>;

const PROBLEM_SECTIONS: Sections<Severity> = {
  error: {
    title: "Errors",
    meaning: "The content cannot be published as it is. Nothing is written, and the exit code is 1.",
  },
  warning: {
    title: "Warnings",
    meaning: "It is published, but look at it. With `--strict` a warning stops the build like an error.",
  },
  halt: {
    title: "Stops",
    meaning: "The request or the machine is at fault, so nothing was tried. The exit code is 2.",
  },
  note: {
    title: "Left out on purpose",
    meaning: "These codes say why a file is not published. They stand in the summary and in the build record.",
  },
};

const REASON_SECTIONS: Sections<Gravity> = {
  failed: {
    title: "Failed",
    meaning: "A definite answer contradicts the promise. The exit code is 7, and nothing can allow it.",
  },
  incomplete: {
    title: "Incomplete",
    meaning: "There was no definite answer. The exit code is 8, or 0 with `--allow incomplete`.",
  },
  unverifiable: {
    title: "Unverifiable",
    meaning: "A definite answer that offers nothing to check. The exit code is 9, or 0 with `--allow unverifiable`.",
  },
  warning: { title: "Warnings", meaning: "Good to know; it changes neither the outcome nor the exit code." },
};

const PROBLEMS = `# Problems

Everything \`skillpress\` can report, by its code. Codes are permanent: a script may rely on them. Words in braces, such as
\`{path}\`, are filled in when a problem is reported. What the exit codes mean is in [exit codes](exit-codes.md). What
\`skillpress verify\` says about a deployment is in [reasons](reasons.md).

This page is generated from \`src/problem-kinds.ts\` by \`node scripts/docs.ts\`.`;

const REASONS = `# Reasons and diagnoses

Everything \`skillpress verify\` can say about what is served, by its code. Codes are permanent: a script may rely on them.
Words in braces, such as \`{what}\`, are filled in when a reason is given. What the outcomes mean is in [verify](verify.md).

This page is generated from the tables in \`src/verify/served/\` by \`node scripts/docs.ts\`.`;

const DIAGNOSES = `## Diagnoses

Faults of hosts that the verifier recognises. A diagnosis stands beside a reason and says what to change.`;

/** The pages that are made from tables in code, by file name below `docs/`. */
export const generatedPages: Readonly<Record<string, () => string>> = {
  "problems.md": () => encode([PROBLEMS, ...sections(PROBLEM_SECTIONS, kinds)]),
  "reasons.md": () =>
    encode([
      REASONS,
      ...sections(REASON_SECTIONS, reasonKinds),
      DIAGNOSES,
      ...Object.entries(diagnosisKinds).map(entry),
    ]),
};

/** Every kind below the heading of its severity, in the order of its table. */
function sections<Level extends string>(
  headings: Sections<Level>,
  table: Readonly<Record<string, Told & { readonly severity: Level }>>,
): string[] {
  const all = Object.entries(table);
  return Object.entries<{ title: string; meaning: string }>(headings).flatMap(([severity, { title, meaning }]) => [
    `## ${title}`,
    meaning,
    ...all.filter(([, kind]) => kind.severity === severity).map(entry),
  ]);
}

function entry([code, { message, hint }]: [code: string, kind: Told]): string {
  return `### \`${code}\`\n\n${message}\n\n→ ${hint}`;
}

function encode(blocks: readonly string[]): string {
  return `${blocks.join("\n\n")}\n`;
}

if (import.meta.main) {
  for (const [name, make] of Object.entries(generatedPages))
    writeFileSync(new URL(`../docs/${name}`, import.meta.url), make());
}
