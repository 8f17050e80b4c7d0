import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Resolve, Resolved } from "../publication/compose-sets.ts";
import { NAME, NAME_LIMIT } from "../skill.ts";
import { parseLocator } from "../skill-set/locator.ts";
import { visible } from "../visible.ts";
import { type Client, type Machine, runClient } from "./client.ts";
import { contentOf } from "./installed/content.ts";
import { foreignJson, isRecord } from "./json.ts";
import { readLocal } from "./local.ts";
import { type FreshMachine, onMachines } from "./machines.ts";

/** How members are resolved. */
interface Resolving extends Pick<Machine, "environment"> {
  readonly client: Client;
  /** Told before the client runs, in one line: what runs, and for what. */
  readonly say: (text: string) => void;
  /** Most time for one member, in milliseconds. */
  readonly timeout?: number;
}

/** Most time for one member, in milliseconds: npx may have to fetch the client first, and a repository may be large. */
const TIMEOUT = 300_000;
/** An agent whose skills lie in folders of their own, not behind links. */
const AGENT = { id: "claude-code", folder: ".claude/skills" };
/** Where the client notes what it installed into a project, and most bytes of it. */
const LOCK = { file: "skills-lock.json", limit: 1024 * 1024 };
/** Most characters that are told of what the client said. */
const SAID = 400;

/** Resolves members of sets by installing each with the real client, into a home and a project that are thrown away. */
export function resolver({ client, environment, say, timeout = TIMEOUT }: Resolving): Resolve {
  return async (locators) => {
    const install = async (locator: string, machine: FreshMachine): Promise<[string, Resolved]> => {
      say(`Installing \`${locator}\` with ${client.what}, to know its content.`);
      const { source, skill, ref } = parseLocator(locator);
      const from = ref === undefined ? source : `${source}#${ref}`;
      const argv = ["add", from, ...(skill === undefined ? [] : ["--skill", skill]), "-a", AGENT.id, "-y"];
      const { exitCode, said } = await runClient(client, argv, { ...machine, environment, timeout });
      if (exitCode === null) return [locator, { reason: `${client.what} did not end: ${visible(said)}` }];
      return [locator, found(machine.project, skill) ?? { reason: `${client.what} said: ${endOf(said)}` }];
    };
    return new Map(await onMachines(locators, install));
  };
}

/** What was installed into a project; undefined when nothing was. */
function found(project: string, skill: string | undefined): Resolved | undefined {
  const folder = join(project, AGENT.folder);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const names = readdirSync(folder);
  const [name] = names;
  if (name === undefined) return undefined;
  if (names.length > 1) return { reason: `it installs ${names.length} skills; name one of them with \`@SKILL\`` };
  if (!NAME.test(name) || name.length > NAME_LIMIT)
    return { reason: `it installs \`${visible(name)}\`, which is no name of a skill` };
  if (skill !== undefined && name !== skill) return { reason: `it installs \`${name}\`` };
  const content = contentOf(join(folder, name));
  if (!content) return { reason: "the client installed something that is no folder" };
  if ("fault" in content) return { reason: `its content cannot be hashed: ${visible(content.fault)}` };
  return { skill: name, computedHash: content.hash, ...noted(project, name) };
}

/** Where the client says that it has a skill from. */
function noted(project: string, name: string): { readonly sourceType?: string; readonly ref?: string } {
  const lock = foreignJson(readLocal(project, LOCK.file, LOCK.limit) ?? Buffer.alloc(0));
  const skills = isRecord(lock) ? lock["skills"] : undefined;
  const entry = isRecord(skills) && Object.hasOwn(skills, name) ? skills[name] : undefined;
  const { sourceType, ref } = isRecord(entry) ? entry : {};
  return {
    ...(typeof sourceType === "string" && sourceType !== "" && { sourceType }),
    ...(typeof ref === "string" && ref !== "" && { ref }),
  };
}

/** The end of what a client said, without the lines that it draws. */
function endOf(said: string): string {
  return (
    visible(
      said
        .replace(/[\s\u2500-\u25FF]+/g, " ")
        .trim()
        .slice(-SAID),
    ) || "nothing"
  );
}
