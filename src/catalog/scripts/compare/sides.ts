import { type Changes, compareManifests, type DirectoryManifest } from "../../../artifact/directory-manifest.ts";

/** The two manifests of a comparison: the one that was reviewed, and the one of what is there now. */
export const SIDES = ["reviewed", "current"] as const;
export type SideName = (typeof SIDES)[number];

/** What came of reading a file: a manifest that is right in itself, or a sentence that says why it is none. */
export type Read = { readonly manifest: DirectoryManifest } | { readonly fault: string };

/** What is known of one side. */
export interface Side {
  /** Names the latest choice: what was read for an earlier one is of no interest any more. */
  readonly token: number;
  /** Name of the file; undefined when nothing was chosen. */
  readonly file: string | undefined;
  /** Undefined while the file is being read. */
  readonly read: Read | undefined;
}

/** Both sides. Neither waits for the other, and a side that is left as it was stays the same object. */
export type Sides = Readonly<Record<SideName, Side>>;

const EMPTY: Side = { token: 0, file: undefined, read: undefined };

/** Before anything was chosen. */
export const NOTHING: Sides = { reviewed: EMPTY, current: EMPTY };

/** A file was chosen for a side: what it had is gone at once. */
export function choose(sides: Sides, name: SideName, file: string): Sides {
  return { ...sides, [name]: { token: sides[name].token + 1, file, read: undefined } };
}

/** A file was read. The sides stay as they are when another was chosen since, or everything was cleared. */
export function settle(sides: Sides, name: SideName, { token, read }: { token: number; read: Read }): Sides {
  const side = sides[name];
  return side.token === token && isReading(side) ? { ...sides, [name]: { ...side, read } } : sides;
}

/** Nothing is chosen any more, and what is still being read will not be taken. */
export function clear({ reviewed, current }: Sides): Sides {
  return {
    reviewed: { ...EMPTY, token: reviewed.token + 1 },
    current: { ...EMPTY, token: current.token + 1 },
  };
}

export function isReading({ file, read }: Side): boolean {
  return file !== undefined && read === undefined;
}

/** The manifest of a side, when it has a right one. */
export function manifestIn({ read }: Side): DirectoryManifest | undefined {
  return read && "manifest" in read ? read.manifest : undefined;
}

/** How two manifests compare. */
export interface Comparison extends Changes {
  readonly reviewed: DirectoryManifest;
  readonly current: DirectoryManifest;
  readonly matches: boolean;
  /** True when SKILL.md itself is the same in both. */
  readonly sameSkillMd: boolean;
  /** True when a path that is gone and one that is new differ in their Unicode form only, and so look the same. */
  readonly looksSame: boolean;
}

/** Undefined as long as one side has no right manifest. */
export function comparisonOf(sides: Sides): Comparison | undefined {
  const [reviewed, current] = [manifestIn(sides.reviewed), manifestIn(sides.current)];
  if (!reviewed || !current) return undefined;
  const changes = compareManifests(reviewed, current);
  const gone = new Set(changes.removed.map((path) => path.normalize("NFC")));
  return {
    ...changes,
    reviewed,
    current,
    matches: reviewed.sha256 === current.sha256,
    sameSkillMd: !changes.changed.includes("SKILL.md"),
    looksSame: changes.added.some((path) => gone.has(path.normalize("NFC"))),
  };
}
