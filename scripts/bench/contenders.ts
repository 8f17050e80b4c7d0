import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type Command, measure } from "./measure.ts";
import { ASTRO_OUTPUTS, ASTRO_PACKAGES, installAstroSite } from "./site.ts";

export type ContenderId =
  | "shell"
  | "artifacts"
  | "artifactsLarge"
  | "listing"
  | "verify"
  | "astro"
  | "full"
  | "fullLarge";

/** One way to publish a corpus, or to check what was published, as a whole process. */
export interface Contender {
  readonly id: ContenderId;
  readonly title: string;
  readonly skills: number;
  /** The one its time and memory are divided by. */
  readonly reference?: ContenderId;
  /** Only in the first few rounds: it is long, and its bars are wide. */
  readonly long?: boolean;
  readonly command: Command;
  /** Removed before each run: outputs and caches. */
  readonly leftovers: readonly string[];
  /** Where its archives are, and the file that lists their digests. */
  readonly archives: string;
  readonly digests: string;
}

/** A folder of skills and how many it holds. */
export interface Corpus {
  readonly directory: string;
  readonly skills: number;
}

const PROJECT = resolve(import.meta.dirname, "../..");
/** The tool as the npm package has it. */
const TOOL = join(PROJECT, "lib/cli.js");
const ORIGIN = "https://skills.example.com";
/** What people check artifacts with by hand: every digest, every list of files. */
const LISTING = `set -euo pipefail
cd "$1"
sha256sum -- *.tar.gz > /dev/null
for archive in *.tar.gz; do tar -tzf "$archive" > /dev/null; done
`;
const SHELL_LOOP = `#!/usr/bin/env bash
set -euo pipefail
source=$1 out=$2
mkdir "$out"
cd "$out"
for directory in "$source"/*/; do
  name=\${directory%/} name=\${name##*/}
  tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --format=ustar -C "$directory" -cf - . | gzip -9n > "$name.tar.gz"
  sha256sum "$name.tar.gz" >> SHA256SUMS
done
`;

/** All contenders, ready to run: packs the tool, writes the shell loop and installs the Astro site below `workspace`. */
export async function contenders(workspace: string, small: Corpus, large: Corpus): Promise<readonly Contender[]> {
  await measure({ file: "npm", args: ["run", "prepack"], cwd: PROJECT });
  const site = join(workspace, "astro-site");
  await installAstroSite(site, small.directory);
  const artifacts = skillpress(workspace, small, { id: "artifacts", reference: "shell" });
  return [
    await shellLoop(workspace, small),
    artifacts,
    ...checks(artifacts),
    skillpress(workspace, large, { id: "artifactsLarge", reference: "artifacts", long: true }),
    astroSkills(site, small),
    skillpress(workspace, small, { id: "full", reference: "astro" }),
    skillpress(workspace, large, { id: "fullLarge", reference: "full", long: true }),
  ];
}

/** How many archives a run left whose SHA-256 is in the contender's own list of digests. */
export async function countPublished({ archives, digests }: Contender): Promise<number> {
  const listed = new Set((await readFile(digests, "utf8")).match(/\b[0-9a-f]{64}\b/g));
  const names = (await readdir(archives)).filter((name) => name.endsWith(".tar.gz"));
  const matches = await Promise.all(
    names.map(async (name) =>
      listed.has(
        createHash("sha256")
          .update(await readFile(join(archives, name)))
          .digest("hex"),
      ),
    ),
  );
  return matches.filter(Boolean).length;
}

async function shellLoop(workspace: string, { directory, skills }: Corpus): Promise<Contender> {
  const script = join(workspace, "shell-loop.sh");
  const out = join(workspace, "out-shell");
  await writeFile(script, SHELL_LOOP);
  const command = { file: "bash", args: [script, directory, out], cwd: workspace };
  const title = "shell loop: tar, gzip -9n, sha256sum";
  return {
    id: "shell",
    title,
    skills,
    command,
    leftovers: [out],
    archives: out,
    digests: join(out, "SHA256SUMS"),
  };
}

function skillpress(
  workspace: string,
  { directory, skills }: Corpus,
  kind: Pick<Contender, "id" | "reference" | "long">,
): Contender {
  const catalog = kind.id === "full" || kind.id === "fullLarge";
  const out = join(workspace, `out-${kind.id}`);
  const options = ["--source", directory, "--origin", ORIGIN, "--out", out, ...(catalog ? [] : ["--no-catalog"])];
  return {
    ...kind,
    title: catalog ? "skillpress build" : "skillpress build --no-catalog",
    skills,
    // Away from this repository, whose own configuration would be read.
    command: { file: process.execPath, args: [TOOL, "build", ...options], cwd: workspace },
    leftovers: [out],
    archives: join(out, "agent-skills"),
    digests: join(out, ".well-known/agent-skills/index.json"),
  };
}

/** Two ways to check what a contender has published in the same round. */
function checks({ skills, archives, digests }: Contender): Contender[] {
  const shared = { skills, archives, digests, leftovers: [] };
  const folder = dirname(archives);
  return [
    {
      ...shared,
      id: "listing",
      title: "sha256sum, and tar -tzf for each",
      command: { file: "bash", args: ["-c", LISTING, "bash", archives], cwd: folder },
    },
    {
      ...shared,
      id: "verify",
      title: "skillpress verify",
      reference: "listing",
      command: { file: process.execPath, args: [TOOL, "verify", folder], cwd: folder },
    },
  ];
}

function astroSkills(site: string, { skills }: Corpus): Contender {
  const published = join(site, "dist/.well-known/agent-skills");
  return {
    id: "astro",
    title: ASTRO_PACKAGES.toReversed().join(" on "),
    skills,
    command: {
      file: process.execPath,
      args: ["node_modules/astro/bin/astro.mjs", "build"],
      cwd: site,
    },
    leftovers: ASTRO_OUTPUTS.map((path) => join(site, path)),
    archives: published,
    digests: join(published, "index.json"),
  };
}
