import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { byBytes } from "../order.ts";
import { parseLocator, RESERVED } from "../skill-set/locator.ts";
import { NAME } from "../skill.ts";
import { visible } from "../visible.ts";
import { type Client, type Ended, type Machine, runClient } from "./client.ts";
import { contentOf } from "./installed/content.ts";
import { TooLarge } from "./installed/read-file.ts";
import { readLocal } from "./local.ts";
import { readSkillsLock, RECORD } from "./skills-lock.ts";

/** Most time for one member, in milliseconds: npx may have to fetch the client first, and a repository may be large. */
const TIMEOUT = 300_000;
/** Most bytes that are read of what the client records of one member. */
const RECORD_LIMIT = 1024 * 1024;
/** Most characters that are told of what the client said. */
const SAID = 400;
/** The agent of the client that stands for the folder that most agents share. */
const AGENT = "universal";
/** That folder in a project. */
export const INSTALLED = ".agents/skills";

/** A member as the client brings it. */
export interface FetchedMember {
  readonly skill: string;
  /** Absolute path of its folder. */
  readonly folder: string;
  readonly hash: string;
  /** What the client records of it. */
  readonly entry: unknown;
}

/** Who fetches, and where: home and project are empty. */
export interface Fetching extends Omit<Required<Machine>, "timeout"> {
  readonly client: Client;
  /** Most time, in milliseconds. */
  readonly timeout?: number;
  /** In place of the real client, in tests. */
  readonly run?: (client: Client, argv: readonly string[], machine: Machine) => Promise<Ended>;
}

/** What the client is asked for a member. */
function addArguments(locator: string): string[] {
  const { source, skill, ref } = parseLocator(locator);
  const named = skill === undefined ? [] : ["--skill", skill];
  return ["add", ref === undefined ? source : `${source}#${ref}`, ...named, "-a", AGENT, "--copy", "-y"];
}

/**
 * Installs a member with the `skills` client into an empty project, and hashes what arrives. The client's exit code is not
 * believed: it is 0 also when nothing was installed.
 *
 * @param locator judged by `memberFault`
 * @returns the reason, in one clause, when nothing usable arrived
 */
export async function fetchMember(
  locator: string,
  { client, timeout = TIMEOUT, run = runClient, ...machine }: Fetching,
): Promise<FetchedMember | { readonly fault: string }> {
  const { project } = machine;
  const { exitCode, said } = await run(client, addArguments(locator), { ...machine, timeout });
  if (exitCode === null) return { fault: `${client.what} did not end: ${visible(said)}` };
  const skills = foldersIn(join(project, INSTALLED));
  const [skill, ...others] = skills;
  if (skill === undefined) return { fault: `${client.what} installed nothing and said: ${endOf(said)}` };
  if (others.length > 0) {
    const names = skills.map((name) => visible(name)).join(", ");
    return {
      fault: `its source has several skills (${names}); a locator has to name one, as in source@${visible(skill)}`,
    };
  }
  if (!NAME.test(skill) || skill === RESERVED)
    return { fault: `the client installed it as \`${visible(skill)}\`, which no skill may be called` };
  const { skill: named } = parseLocator(locator);
  if (named !== undefined && named !== skill) return { fault: `the client installed \`${skill}\` instead` };
  const folder = join(project, INSTALLED, skill);
  const content = contentOf(folder);
  if (content === undefined || "fault" in content)
    return { fault: `what arrived cannot be hashed: ${content?.fault ?? "it is gone"}` };
  // Whatever is in these would come into the project unseen by any lock.
  const [unhashed] = content.unhashed;
  if (unhashed !== undefined) return { fault: `it holds \`${visible(unhashed)}\`, which no hash of a set covers` };
  const record = recorded(project, skill);
  return "fault" in record ? record : { skill, folder, hash: content.hash, ...record };
}

function foldersIn(folder: string): string[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder).toSorted(byBytes);
}

/** What the client recorded of a skill; nothing when its record is none. */
function recorded(project: string, skill: string): { readonly entry: unknown } | { readonly fault: string } {
  try {
    const record = readSkillsLock(readLocal(project, RECORD, RECORD_LIMIT)?.toString());
    return { entry: "fault" in record || !Object.hasOwn(record.skills, skill) ? undefined : record.skills[skill] };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return { fault: `what the client recorded of it cannot be taken over: ${error.message}` };
  }
}

/** The end of what the client said, in one line. */
function endOf(said: string): string {
  const words = said.replace(/[\s\u2500-\u25FF]+/g, " ").trim(); // without the lines that are drawn around them
  return visible(words.slice(-SAID)) || "nothing";
}
