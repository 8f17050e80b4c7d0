import { writeFileSync } from "node:fs";
import { type Kind, kinds, type Severity } from "../src/problem-kinds.ts";

/** Severities in the order of the page, each with what it means for whoever meets it. */
const SECTIONS: Readonly<Record<Severity, { title: string; meaning: string }>> = {
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

const INTRODUCTION = `# Problems

Everything \`skillpress\` can report, by its code. Codes are permanent: a script may rely on them. Words in braces, such as
\`{path}\`, are filled in when a problem is reported. What the exit codes mean is in [exit codes](exit-codes.md).

This page is generated from \`src/problem-kinds.ts\` by \`node scripts/docs.ts\`.`;

/** The text of docs/problems.md: every kind of problem by severity, in the order of the table in code. */
export function problemsPage(): string {
  const all: [code: string, kind: Kind][] = Object.entries(kinds);
  const sections = Object.entries(SECTIONS).map(([severity, { title, meaning }]) => {
    const entries = all.filter(([, kind]) => kind.severity === severity).map(([code, kind]) => entry(code, kind));
    return [`## ${title}`, meaning, ...entries].join("\n\n");
  });
  return `${[INTRODUCTION, ...sections].join("\n\n")}\n`;
}

function entry(code: string, { message, hint }: Kind): string {
  return `### \`${code}\`\n\n${message}\n\n→ ${hint}`;
}

if (import.meta.main) writeFileSync(new URL("../docs/problems.md", import.meta.url), problemsPage());
