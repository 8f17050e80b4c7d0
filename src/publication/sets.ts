import { byBytes } from "../order.ts";
import type { SkillSet } from "../options.ts";
import { problem, type Problem } from "../problem.ts";
import { encodeSetLock, type LockedMember, setHashOf } from "../skill-set/set-lock.ts";
import { encodeSetManifest } from "../skill-set/set-manifest.ts";
import { DOCUMENT_LIMIT } from "../skill-set/strict-json.ts";
import { setCommands } from "./install.ts";
import { layout, pages, urlOf } from "./layout.ts";
import type { Origin } from "./origin.ts";
import type { PublishedSet, PublishedSetVersion, PublishedSkill } from "./report.ts";
import { served } from "./served.ts";
import { memberOf, ownLocator } from "./set-locator.ts";

/** What sets have to know of a skill of this publication. */
export interface OwnSkill extends Pick<PublishedSkill, "contentHash"> {
  /** Versions of its snapshots, the current one first. */
  readonly snapshots: readonly string[];
}

/** What the members of sets are, by name and by locator. */
export interface Contents {
  readonly own: ReadonlyMap<string, OwnSkill>;
  readonly foreign: ReadonlyMap<string, LockedMember>;
}

/** One version of a set, with its two documents. */
export interface LockedSet {
  readonly described: PublishedSetVersion;
  readonly manifest: Buffer;
  readonly lock: Buffer;
}

/** Names of the skills of this publication that sets have as members. */
export function ownMembers(sets: readonly SkillSet[]): ReadonlySet<string> {
  const members = sets.flatMap((set) => set.members.map(memberOf));
  return new Set(members.flatMap((member) => ("own" in member ? [member.own] : [])));
}

/** Locators of the members that are published elsewhere, in byte order. */
export function foreignMembers(sets: readonly SkillSet[]): readonly string[] {
  const members = sets.flatMap((set) => set.members.map(memberOf));
  return [...new Set(members.flatMap((member) => ("own" in member ? [] : [member.locator])))].toSorted(byBytes);
}

/**
 * Locks a set: each member at an address that does not change, with the content that is installed from there.
 *
 * @param contents with every member of the set
 */
export function lockSet(set: SkillSet, { own, foreign }: Contents, origin: Origin): LockedSet {
  const { name, version } = set;
  const members = set.members.map((text): LockedMember & { locator: string; snapshot: string | null } => {
    const member = memberOf(text);
    const skill = "own" in member ? own.get(member.own) : undefined;
    const [snapshot] = skill?.snapshots ?? [];
    if ("own" in member && skill && snapshot !== undefined)
      return {
        locator: ownLocator(member.own, snapshot, origin),
        skill: member.own,
        computedHash: skill.contentHash,
        sourceType: "well-known",
        snapshot,
      };
    const locked = "own" in member ? undefined : foreign.get(member.locator);
    if ("own" in member || !locked) throw new Error(`the content of ${text} is not known`);
    return { ...locked, locator: member.locator, snapshot: null };
  });
  const locked = new Map(members.map((member) => [member.locator, member]));
  const manifest = encodeSetManifest({ ...set, skills: [...locked.keys()] });
  const lock = encodeSetLock({ name, version }, locked);
  return {
    manifest,
    lock,
    described: {
      version,
      setHash: setHashOf(locked),
      manifest: served(layout.setVersionManifest(name, version), manifest, origin),
      lock: served(layout.setVersionLock(name, version), lock, origin),
      members: members
        .toSorted((a, b) => byBytes(a.locator, b.locator))
        .map(({ locator, skill, computedHash, snapshot }) => ({ locator, skill, computedHash, snapshot })),
    },
  };
}

/** Documents that nobody could read. */
export function judgeSize(name: string, { manifest, lock }: LockedSet): Problem[] {
  return Object.entries({ manifest, lock }).flatMap(([document, { length }]) =>
    length > DOCUMENT_LIMIT
      ? [problem("invalid-set", {}, { set: name, reason: `its ${document} has more than ${DOCUMENT_LIMIT} bytes` })]
      : [],
  );
}

/**
 * What the report says of a set.
 *
 * @param earlier versions that are carried forward, newest first
 */
export function describeSet(
  { name, description }: SkillSet,
  { described, manifest, lock }: LockedSet,
  { earlier, origin }: { readonly earlier: readonly PublishedSetVersion[]; readonly origin: Origin },
): PublishedSet {
  return {
    name,
    description: description ?? null,
    page: urlOf(origin, pages.set(name)),
    manifest: served(layout.setManifest(name), manifest, origin),
    lock: served(layout.setLock(name), lock, origin),
    versions: [described, ...earlier],
    install: setCommands(name, described, origin),
  };
}

/** Paths and bytes of the documents of a set's current version, at both of their addresses. */
export function documentsOf(name: string, { described, manifest, lock }: LockedSet): ReadonlyMap<string, Buffer> {
  return new Map([
    [layout.setManifest(name), manifest],
    [layout.setLock(name), lock],
    [described.manifest.path, manifest],
    [described.lock.path, lock],
  ]);
}
