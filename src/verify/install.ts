import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../artifact/digest.ts";
import { byBytes } from "../order.ts";
import { visible } from "../visible.ts";
import { type Client, type Machine, runClient } from "./client.ts";
import { onMachines } from "./machines.ts";

/** A published skill that is to be installed. */
export interface Installable {
  readonly name: string;
  /** What `skills add` takes: the address of its page, or of a place whose index has it. */
  readonly address: string;
  /** Every file that installing it has to bring. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

/** What installing a skill came to. `incomplete`: the client did not come to an end. */
export interface InstallResult {
  readonly name: string;
  readonly outcome: "pass" | "fail" | "incomplete";
  /** What is wrong, in words; empty when it passed. */
  readonly reasons: readonly string[];
}

/** How skills are installed. */
export interface Installing {
  readonly client: Client;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Told before each skill. */
  readonly progress?: (name: string) => void;
  /** Most time for one skill, in milliseconds. */
  readonly timeout?: number;
}

/** Most time for one skill, in milliseconds, unless told otherwise: npx may have to fetch the client first. */
const TIMEOUT = 120_000;
/** Where the agent looks for a project's skills. */
const AGENT = { id: "claude-code", folder: join(".claude", "skills") };
/** Most characters that are told of what the client said. */
const SAID = 400;

/**
 * Installs skills with the real `skills` client, each into a project and a home that are empty, and compares every file
 * that arrives. The client's exit code is not believed: it is 0 also when nothing was installed.
 *
 * @returns a result for each, in the order given
 */
export async function installSkills(
  skills: readonly Installable[],
  { client, environment, progress = () => undefined, timeout = TIMEOUT }: Installing,
): Promise<InstallResult[]> {
  return onMachines(skills, (skill, machine) => {
    progress(skill.name);
    return install(skill, client, { ...machine, environment, timeout });
  });
}

async function install(
  { name, address, files }: Installable,
  client: Client,
  machine: Machine,
): Promise<InstallResult> {
  const argv = ["add", address, "--skill", name, "-a", AGENT.id, "-y"];
  const { exitCode, said } = await runClient(client, argv, machine);
  const arrived = filesBelow(join(machine.project, AGENT.folder));
  if (exitCode === null) return { name, outcome: "incomplete", reasons: [`${client.what} did not end: ${said}`] };
  if (arrived.size === 0) return nothing(name, said, client);
  const reasons = compare(new Map(files.map((file) => [`${name}/${file.path}`, file.sha256])), arrived);
  return { name, outcome: reasons.length === 0 ? "pass" : "fail", reasons };
}

/** What names its source was the client; what said anything else ran in its place, such as npx that could not fetch it. */
function nothing(name: string, said: string, { what }: Client): InstallResult {
  const words = said.replace(/[\s\u2500-\u25FF]+/g, " ").trim(); // without the lines that are drawn around them
  const start = words.indexOf("Source: ");
  const end = visible(words.slice(Math.max(start, 0)).slice(-SAID));
  return start === -1
    ? { name, outcome: "incomplete", reasons: [`${what} did not run and said: ${end}`] }
    : { name, outcome: "fail", reasons: [`the client installed nothing and said: ${end}`] };
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** What is wrong with the installed files (path -> bytes) beside those that were expected (path -> SHA-256). */
function compare(expected: ReadonlyMap<string, string>, arrived: ReadonlyMap<string, Buffer | undefined>): string[] {
  const paths = [...new Set([...expected.keys(), ...arrived.keys()])].toSorted(byBytes);
  return paths.flatMap((path) => {
    const what = `\`${visible(path)}\``;
    const bytes = arrived.get(path);
    const hex = expected.get(path);
    if (!arrived.has(path)) return [`${what} is missing`];
    if (hex === undefined) return [`${what} is not among the published files`];
    if (bytes === undefined) return [`${what} is not a file`];
    if (sha256(bytes) === hex) return [];
    const isUnmarked = sha256(Buffer.concat([BYTE_ORDER_MARK, bytes])) === hex;
    return [isUnmarked ? `${what} has lost its byte order mark` : `${what} has other bytes`];
  });
}

/** Every file below a folder with its bytes; a link or another thing that is no file has none. */
function filesBelow(root: string): ReadonlyMap<string, Buffer | undefined> {
  if (lstatSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) return new Map();
  const found = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry): [string, Buffer | undefined] => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(root.length + 1).replaceAll("\\", "/"), entry.isFile() ? readFileSync(path) : undefined];
    });
  return new Map(found.toSorted(([a], [b]) => byBytes(a, b)));
}
