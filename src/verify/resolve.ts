import type { Resolve, Resolved } from "../publication/compose-sets.ts";
import { parseLocator } from "../skill-set/locator.ts";
import { NAME_LIMIT } from "../skill.ts";
import { fetchMember, type Fetching } from "./fetch-member.ts";
import { isRecord } from "./json.ts";
import { type FreshMachine, onMachines } from "./machines.ts";

/** How members are resolved. */
interface Resolving extends Omit<Fetching, keyof FreshMachine> {
  /** Told before the client runs, in one line: what runs, and for what. */
  readonly say: (text: string) => void;
}

/** Resolves members of sets by installing each with the real client, into a home and a project that are thrown away. */
export function resolver({ say, ...fetching }: Resolving): Resolve {
  return async (locators) => {
    const install = async (locator: string, machine: FreshMachine): Promise<[string, Resolved]> => {
      say(`Installing \`${locator}\` with ${fetching.client.what}, to know its content.`);
      const member = await fetchMember(locator, { ...fetching, ...machine });
      if ("fault" in member) return [locator, { reason: member.fault }];
      const { skill, hash: computedHash, entry } = member;
      if (skill.length > NAME_LIMIT)
        return [locator, { reason: `the name of its skill has more than ${NAME_LIMIT} characters` }];
      const { ref } = parseLocator(locator);
      return [locator, { skill, computedHash, ...sourceOf(entry), ...(ref !== undefined && { ref }) }];
    };
    return new Map(await onMachines(locators, install));
  };
}

/** What kind of place the client records that it has a skill from. */
function sourceOf(entry: unknown): { readonly sourceType?: string } {
  const sourceType = isRecord(entry) ? entry["sourceType"] : undefined;
  return typeof sourceType === "string" && sourceType !== "" ? { sourceType } : {};
}
