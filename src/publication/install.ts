import { layout, pages, urlOf } from "./layout.ts";
import type { Origin } from "./origin.ts";
import type { InstallCommand, PublishedSetVersion, Served } from "./report.ts";

/** The repository the skills also live in, for clients that install from GitHub. */
export interface Repository {
  /** `OWNER/REPO`. */
  readonly slug: string;
  /** It holds `.claude-plugin/marketplace.json`. */
  readonly marketplace: boolean;
}

/** The agent shown until a reader picks another. */
const AGENT = "claude-code";
/** Where that agent looks for a person's skills. */
const FOLDER = ".claude/skills";
const NEEDS_NODE = "Node.js 22.20 or later";

/** What the commands of one skill are made from. */
export interface Installable {
  readonly name: string;
  readonly artifact: Served;
  /** True when the scope of the skill's page holds other skills too: a container with a SKILL.md of its own. */
  readonly sharesPage: boolean;
}

/** Commands that install one skill; each does exactly that and works as it stands. */
export function skillCommands(
  { name, artifact, sharesPage }: Installable,
  origin: Origin,
  repository: Repository | undefined,
): InstallCommand[] {
  const area = urlOf(origin, "agent-skills");
  const page = `${addressOf(name, origin)}${sharesPage ? ` --skill ${name}` : ""}`;
  return [
    skills("pnpm", `pnpm dlx skills add ${area} --skill ${name} -a ${AGENT} -g`),
    skills("npm", `npx skills add ${area} --skill ${name} -a ${AGENT} -g`),
    skills("bun", `bunx skills add ${area} --skill ${name} -a ${AGENT} -g`),
    skills("page address", `npx skills add ${page} -a ${AGENT} -g`),
    skills("CI", `npx -y skills add ${page} -a ${AGENT} -g -y`),
    {
      client: "curl",
      label: "curl",
      agent: AGENT,
      command: posixCommand(name, artifact),
      needs: "a POSIX shell, curl, tar",
    },
    {
      client: "powershell",
      label: "PowerShell",
      agent: AGENT,
      command: powershellCommand(name, artifact),
      needs: "PowerShell 5.1 or later, tar",
    },
    ...(repository ? githubCommands(name, repository) : []),
  ];
}

/** Commands that install every skill of a bundle. */
export function bundleCommands(name: string, origin: Origin): InstallCommand[] {
  return allCommands(addressOf(name, origin));
}

/** Commands that install every skill of a publication. */
export function everythingCommands(origin: Origin): InstallCommand[] {
  return allCommands(urlOf(origin, "agent-skills"));
}

/**
 * Commands that install a set into a project: whatever its version is then, and exactly this one. The second fails when the
 * host serves anything else, if whoever types it has the hash from somewhere else.
 */
export function setCommands(
  name: string,
  { version, setHash }: Pick<PublishedSetVersion, "version" | "setHash">,
  origin: Origin,
): InstallCommand[] {
  const add = (label: string, source: string): InstallCommand => ({
    client: "skillpress",
    label,
    command: `npx -y skillpress set add ${source} --yes`,
    needs: NEEDS_NODE,
  });
  const pinned = urlOf(origin, layout.setVersionManifest(name, version));
  return [
    add("newest", urlOf(origin, layout.setManifest(name))),
    add("pinned", `"${pinned}#sha256=${setHash}"`), // zsh may take a bare `#` for a pattern
  ];
}

function allCommands(address: string): InstallCommand[] {
  return [
    skills("pnpm", `pnpm dlx skills add ${address} --skill "*" -a ${AGENT} -g`),
    skills("npm", `npx skills add ${address} --skill "*" -a ${AGENT} -g`),
    skills("bun", `bunx skills add ${address} --skill "*" -a ${AGENT} -g`),
    skills("CI", `npx -y skills add ${address} --skill "*" -a ${AGENT} -g -y`),
  ];
}

function skills(label: string, command: string): InstallCommand {
  return { client: "skills", label, agent: AGENT, command, needs: NEEDS_NODE };
}

/** The address of a page as people write it in a command. */
function addressOf(name: string, origin: Origin): string {
  return urlOf(origin, pages.entry(name)).replace(/\/$/, "");
}

/**
 * Downloads, checks the digest, and only then makes the skill's folder and fills it. Every step needs the one before,
 * so nothing is installed from bytes that were not checked. An existing folder is never mixed with new files.
 */
function posixCommand(name: string, { url, digest, path }: Served): string {
  const hex = digest.replace("sha256:", "");
  const target = `"$HOME/${FOLDER}/${name}"`;
  const unpack = path.endsWith(".tar.gz")
    ? `tar -xzf "$d/artifact" -C ${target}`
    : `cp "$d/artifact" ${target}/SKILL.md`;
  return [
    `d=$(mktemp -d)`,
    `curl -fsSL ${url} -o "$d/artifact"`,
    `echo "${hex}  $d/artifact" | $(command -v sha256sum || echo shasum -a 256) -c -`,
    `mkdir -p "$HOME/${FOLDER}"`,
    `mkdir ${target}`,
    unpack,
  ].join(" && ");
}

function powershellCommand(name: string, { url, digest, path }: Served): string {
  const hex = digest.replace("sha256:", "");
  const unpack = path.endsWith(".tar.gz") ? "tar -xzf $f -C $t" : 'Copy-Item $f "$t/SKILL.md"';
  return [
    `$ErrorActionPreference = 'Stop'`,
    `$f = New-TemporaryFile`,
    `Invoke-WebRequest -UseBasicParsing '${url}' -OutFile $f`,
    `if ((Get-FileHash $f -Algorithm SHA256).Hash -ne '${hex}') { throw 'The digest does not match; nothing was installed.' }`,
    `$t = "$HOME/${FOLDER}/${name}"`,
    `if (Test-Path $t) { throw "$t exists; remove it first." }`,
    `New-Item -ItemType Directory $t | Out-Null`,
    unpack,
    `if ($LASTEXITCODE) { throw 'The archive could not be unpacked.' }`,
  ].join("; ");
}

function githubCommands(name: string, { slug, marketplace }: Repository): InstallCommand[] {
  const commands: InstallCommand[] = [
    {
      client: "gh",
      label: "GitHub CLI",
      agent: AGENT,
      command: `gh skill install ${slug} ${name} --agent ${AGENT} --scope user`,
      needs: "GitHub CLI 2.90 or later",
    },
  ];
  if (marketplace)
    commands.push({
      client: "claude-plugin",
      label: "Claude Code marketplace",
      agent: AGENT,
      command: `claude plugin marketplace add ${slug}`,
      needs: "Claude Code",
    });
  return commands;
}
