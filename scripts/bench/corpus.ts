import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Prose, prose } from "./prose.ts";

/** One file of every skill: about `size` characters of what `section` makes, after `start`. */
interface Template {
  readonly path: string;
  readonly size: number;
  readonly start: (text: Prose, name: string) => string;
  readonly section: (text: Prose) => string;
}

const TEMPLATES: readonly Template[] = [
  { path: "SKILL.md", size: 7_200, start: frontMatter, section: markdown },
  { path: "references/guide.md", size: 7_600, start: heading, section: markdown },
  { path: "references/api.md", size: 7_000, start: heading, section: markdown },
  { path: "references/troubleshooting.md", size: 5_800, start: heading, section: markdown },
  { path: "examples/walkthrough.md", size: 5_400, start: heading, section: markdown },
  {
    path: "scripts/extract.py",
    size: 6_000,
    start: () => "#!/usr/bin/env python3\n",
    section: python,
  },
  {
    path: "scripts/report.py",
    size: 5_400,
    start: () => "import json\nimport sys\n",
    section: python,
  },
  { path: "scripts/run.sh", size: 3_600, start: () => "#!/bin/sh\nset -eu\n", section: shell },
  {
    path: "assets/defaults.yaml",
    size: 4_200,
    start: (text) => `# ${text.sentence()}\n`,
    section: yaml,
  },
  {
    path: "assets/messages.txt",
    size: 4_400,
    start: () => "",
    section: (text) => `${text.paragraph()}\n`,
  },
];
const EXECUTABLE = new Set(["scripts/extract.py", "scripts/run.sh"]);

/** Writes `count` skills of ten files, about 57 KB each, below `directory`. Skill number n is the same in every corpus. */
export async function writeCorpus(directory: string, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) {
    const text = prose(number);
    const name = `${text.verb()}-${text.noun()}-${String(number).padStart(5, "0")}`;
    for (const { path, size, start, section } of TEMPLATES) {
      const target = join(directory, name, path);
      const wanted = size * (0.7 + text.integer(52) / 100);
      let content = start(text, name);
      while (content.length < wanted) content += `\n${section(text)}`;
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content, { mode: EXECUTABLE.has(path) ? 0o755 : 0o644 });
    }
  }
}

function frontMatter(text: Prose, name: string): string {
  const description = `Helps to ${text.verb()} the ${text.noun()}. Use when the ${text.noun()} must ${text.verb()} a ${text.noun()}.`;
  const links = "See the [guide](references/guide.md), the [API](references/api.md) and `scripts/run.sh`.";
  return `---\nname: ${name}\ndescription: ${description}\nlicense: MIT\n---\n\n# ${name}\n\n${text.paragraph()}\n\n${links}\n`;
}

function heading(text: Prose): string {
  return `# ${text.verb()} the ${text.noun()}\n\n${text.paragraph()}\n`;
}

function markdown(text: Prose): string {
  const title = `## How to ${text.verb()} the ${text.noun()}\n\n${text.paragraph()}\n`;
  const list = Array.from({ length: 2 + text.integer(4) }, () => `- ${text.sentence()}\n`).join("");
  const rows = Array.from(
    { length: 3 },
    () => `| \`${text.identifier()}\` | ${text.integer(1_000)} | ${text.noun()} |\n`,
  ).join("");
  const block = [
    `\n\`\`\`python\n${python(text)}\`\`\`\n`,
    `\n\`\`\`bash\n${shell(text)}\`\`\`\n`,
    `\n| name | limit | kind |\n| --- | --- | --- |\n${rows}`,
    `\n${text.paragraph()}\n`,
  ][text.integer(4)];
  return `${title}\n${list}${block}`;
}

function python(text: Prose): string {
  const [input, result, item] = [text.noun(), text.identifier(), text.noun()];
  return `def ${text.identifier()}(${input}, ${text.noun()}_limit=${text.integer(500)}):
    """${text.sentence()}"""
    ${result} = []
    for ${item} in ${input}["${text.noun()}"]:
        if ${item}.${text.verb()}("${text.noun()}") > ${text.integer(100)}:
            raise ValueError(f"${text.verb()} the ${text.noun()}: {${item}}")
        ${result}.append(${text.identifier()}(${item}, "${text.noun()}", ${text.integer(50)}))
    return ${result}
`;
}

function shell(text: Prose): string {
  const variable = text.noun();
  return `# ${text.sentence()}
${variable}=\${1:-${text.noun()}}
if [ ! -f "$${variable}/${text.noun()}.json" ]; then
  echo "${text.verb()} the ${text.noun()} first" >&2
fi
${text.verb()}-${text.noun()} --${text.noun()} "$${variable}" --limit ${text.integer(300)} | sort > ${text.noun()}.txt
`;
}

function yaml(text: Prose): string {
  const keys = Array.from(
    { length: 2 + text.integer(4) },
    () => `  ${text.identifier()}: ${text.integer(5_000)}\n`,
  ).join("");
  return `${text.noun()}_${text.integer(1_000)}:\n  title: ${text.verb()} the ${text.noun()}\n${keys}`;
}
