import { join } from "node:path";
import { contentOf } from "../verify/installed/content.ts";
import { uncovered } from "./conflicts.ts";
import { type FetchedMember, type Fetching, fetchMember } from "../verify/fetch-member.ts";
import { places } from "./places.ts";

/** A member that a project is to have. */
export interface Wanted {
  readonly locator: string;
  /** Undefined when neither locator nor lock name it. */
  readonly skill: string | undefined;
  /** The content hash it must have; undefined without a lock. */
  readonly hash: string | undefined;
}

/** What bringing members came to; each is in one of the lists, in the order in which they were wanted. */
export interface Brought {
  /** In the project already, as they must be. */
  readonly kept: readonly { readonly locator: string; readonly skill: string; readonly hash: string }[];
  /** Fetched, and what they must be; not in the project yet. */
  readonly fetched: readonly { readonly locator: string; readonly member: FetchedMember }[];
  readonly mismatches: readonly {
    readonly locator: string;
    readonly skill: string;
    readonly expected: string;
    readonly computed: string;
  }[];
  readonly failed: readonly { readonly locator: string; readonly message: string }[];
}

/** How members are brought. */
export interface Bringing extends Omit<Fetching, "home" | "project"> {
  /** Makes a new empty folder. */
  readonly room: () => string;
  /** Absolute path. */
  readonly project: string;
  /** Told before each member that is fetched. */
  readonly progress: (locator: string, client: string) => void;
}

/**
 * Fetches the members that a project does not have as they must be, one after the other: several at once would make npx
 * fetch the client several times into one place. What goes wrong with one does not keep the others from being tried.
 */
export async function bring(
  wanted: readonly Wanted[],
  { project, room, progress, ...fetching }: Bringing,
): Promise<Brought> {
  const brought: { readonly [List in keyof Brought]: Brought[List][number][] } = {
    kept: [],
    fetched: [],
    mismatches: [],
    failed: [],
  };
  for (const { locator, skill, hash } of wanted) {
    const present = skill === undefined ? undefined : contentOf(join(project, places.skill(skill)));
    if (skill !== undefined && hash !== undefined && present && "hash" in present && present.hash === hash) {
      // Such a folder is neither taken for right nor replaced: somebody put there what only they know about.
      if (present.unhashed.length === 0) brought.kept.push({ locator, skill, hash });
      else
        brought.failed.push({
          locator,
          message: `${places.skill(skill)} is there, but ${uncovered(present.unhashed)}; take it away`,
        });
      continue;
    }
    if (fetching.stop.aborted) break;
    progress(locator, fetching.client.what);
    const member = await fetchMember(locator, { ...fetching, home: room(), project: room() });
    if ("fault" in member) brought.failed.push({ locator, message: member.fault });
    else if (skill !== undefined && member.skill !== skill)
      brought.failed.push({
        locator,
        message: `it is locked as the skill \`${skill}\`, and \`${member.skill}\` arrived`,
      });
    else if (hash !== undefined && member.hash !== hash)
      brought.mismatches.push({ locator, skill: member.skill, expected: hash, computed: member.hash });
    else brought.fetched.push({ locator, member });
  }
  return brought;
}
