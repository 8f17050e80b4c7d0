import { CLIENT_VERSION } from "../version.ts";
import { layout } from "./layout.ts";
import type { PublishedBundle, PublishedSet, PublishedSkill, Report } from "./report.ts";
import { type Check, type Result, standingOf } from "./results.ts";
import { resultText } from "./result-text.ts";

/** Results as a checklist shows them. */
interface Recorded {
  /** In the order they were recorded in, by skill. */
  readonly results: ReadonlyMap<string, readonly Result[]>;
  /** Origin and base path that the publication is served at. */
  readonly origin: string;
}

/** What a checklist is made from. */
export interface ChecklistContents {
  readonly head: Pick<Report, "index" | "origin" | "placeholder">;
  readonly skills: Iterable<PublishedSkill>;
  readonly bundles: readonly PublishedBundle[];
  readonly sets: readonly PublishedSet[];
  /** What was recorded of the skills; undefined for a checklist that claims no result. */
  readonly results: readonly Result[] | undefined;
}

/** The bytes of a checklist in pieces, as Markdown: each section as its skill comes. */
export function* encodeChecklist({ head, skills, bundles, sets, results }: ChecklistContents): Generator<Buffer> {
  const recorded = results && { results: Map.groupBy(results, ({ skill }) => skill), origin: head.origin };
  yield Buffer.from(checklistHead(head, recorded !== undefined));
  for (const skill of skills) yield Buffer.from(`\n\n${skillSection(skill, recorded)}`);
  for (const bundle of bundles) yield Buffer.from(`\n\n${bundleSection(bundle)}`);
  for (const set of sets) yield Buffer.from(`\n\n${setSection(set)}`);
  yield Buffer.from("\n");
}

/**
 * How the checklist starts: the index and all files.
 *
 * @param isRecorded false for a checklist without results, which claims none
 */
function checklistHead({ index, origin, placeholder }: ChecklistContents["head"], isRecorded: boolean): string {
  return [
    "# After the deploy",
    `What is served at ${origin}, checked from outside. ${
      isRecorded
        ? "Below each check of a skill stands what was recorded of it; its box is ticked when it passed here, for exactly the published bytes. All other boxes are yours to tick."
        : "Nothing here has been run yet: each box is yours to tick."
    }`,
    ...(placeholder
      ? ["**This publication was built for a placeholder origin. Build it again with `--origin` before you deploy.**"]
      : []),
    "## The index",
    box(`The index is served, byte for byte. Expected: \`${hex(index.digest)}\``),
    shell(`curl -fsSL ${index.url} | ${SHA256}`),
    box("A missing file is answered with 404, not with a page. Expected: `404`"),
    shell(`curl -s -o /dev/null -w '%{http_code}\\n' ${origin}/agent-skills/-/no-such-file.tar.gz`),
    box("All files are served as published. Expected: a line `OK` for each"),
    shell(
      [
        `d=$(mktemp -d) && cd "$d" && curl -fsSL ${origin}/${layout.sums} -o SUMS`,
        `cut -c67- SUMS | grep -v -e '^/' -e '\\.\\.' | while IFS= read -r f; do mkdir -p "$(dirname "$f")" && curl -fsSL "${origin}/$f" -o "$f"; done`,
        `$(command -v sha256sum || echo shasum -a 256) -c SUMS`,
      ].join("\n"),
    ),
  ].join("\n\n");
}

const SHA256 = "$(command -v sha256sum || echo shasum -a 256)";

/** The part of one skill: digest, listing, a real install, a request that should activate it. */
function skillSection(
  { name, type, page, artifact, files, activationProbe }: PublishedSkill,
  recorded: Recorded | undefined,
): string {
  const address = page.replace(/\/$/, "");
  const check = (kind: Check, text: string, quote: readonly string[] = []): string[] => {
    if (!recorded) return [box(text), ...quote];
    const { results, origin } = recorded;
    const standing = standingOf(results.get(name) ?? [], kind, { digest: artifact.digest, origin });
    const isPassed = standing?.about === "this" && standing.result.outcome === "pass";
    return [box(text, isPassed), ...[...quote, resultText(standing)].map((line) => `  ${line}`)];
  };
  const number = files.length === 1 ? "the file" : `all ${files.length} files`;
  return [
    `## ${name}`,
    ...check("digest", `The served bytes have the published digest. Expected: \`${hex(artifact.digest)}\``),
    shell(`curl -fsSL ${artifact.url} | ${SHA256}`),
    ...(type === "archive"
      ? [
          ...check(
            "listing",
            `The archive lists ${files.length} files, \`SKILL.md\` first, without \`./\`, \`..\` or links.`,
          ),
          shell(`f=$(mktemp) && curl -fsSL ${artifact.url} -o "$f" && tar -tvzf "$f"`),
        ]
      : []),
    ...check("install", `A real install into an agent gives ${number}.`),
    shell(
      `d=$(mktemp -d) && cd "$d" && npx -y skills@${CLIENT_VERSION} add ${address} -a claude-code -y && find . -type f`,
    ),
    ...(activationProbe
      ? check(
          "activation",
          "In a new conversation of an agent that has the skill, this request makes the agent read it:",
          [`> ${activationProbe.request.replace(/\s+/g, " ")}`],
        )
      : check(
          "activation",
          "In a new conversation, a request of your own that does not name the skill makes the agent read it. (Add one as `metadata.activation-probe` to see it here.)",
        )),
  ].join("\n\n");
}

/** The part of one bundle. */
function bundleSection({ name, archive }: PublishedBundle): string {
  return [
    `## Bundle ${name}`,
    box(`The archive is served, byte for byte. Expected: \`${hex(archive.digest)}\``),
    shell(`curl -fsSL ${archive.url} | ${SHA256}`),
  ].join("\n\n");
}

/** The part of one set: it installs as it was pinned. */
function setSection({ name, versions, install }: PublishedSet): string {
  const [current] = versions;
  return [
    `## Set ${name}`,
    box(
      `Version ${current?.version} installs into an empty project, all ${current?.members.length} of its members with the content that its lock pins. Expected: exit code 0`,
    ),
    shell(`d=$(mktemp -d) && cd "$d" && ${install[0]?.command ?? ""}`),
  ].join("\n\n");
}

function box(text: string, isTicked = false): string {
  return `- [${isTicked ? "x" : " "}] ${text}`;
}

function shell(commands: string): string {
  return `\`\`\`sh\n${commands}\n\`\`\``;
}

function hex(digest: string): string {
  return digest.replace("sha256:", "");
}
