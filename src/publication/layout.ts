import type { Origin } from "./origin.ts";

/** Folders of a site that are ours alone, the one with the root index last. */
export const OWN_FOLDERS = ["agent-skills", ".well-known/agent-skills"] as const;

/** Folder of the skill sets, which is ours where a publication has any. */
export const SETS_FOLDER = "sets";

/** Both, in the order in which they are put in place. */
export const FOLDERS = ["agent-skills", SETS_FOLDER, ".well-known/agent-skills"] as const;

/** Paths of everything published, relative to the folder that is served at the origin. */
export const layout = {
  index: ".well-known/agent-skills/index.json",
  /** The scoped index that makes `skills add <origin>/agent-skills` work. */
  areaIndex: "agent-skills/.well-known/agent-skills/index.json",
  scopedIndex: (name: string) => `agent-skills/${name}/.well-known/agent-skills/index.json`,
  skillMd: (name: string) => `agent-skills/${name}/SKILL.md`,
  archive: (name: string) => `agent-skills/${name}.tar.gz`,
  bundleArchive: (bundle: string) => `agent-skills/${bundle}-bundle.tar.gz`,
  /** The directory manifest of a skill as it is published now. */
  manifest: (name: string) => `agent-skills/${name}/manifest.json`,
  /** Folder of a snapshot: what is in it never changes. Its address is what `skills add` takes. */
  snapshot: (name: string, version: string) => `agent-skills/-/at/${name}/${version}`,
  /** The two documents of a set at a fixed address, whose content follows the set's version. */
  setManifest: (set: string) => `sets/${set}.skill-set.json`,
  setLock: (set: string) => `sets/${set}.skill-set.lock.json`,
  /** The same at the address of one version, where they never change. */
  setVersionManifest: (set: string, version: string) => `sets/${set}/${version}/${set}.skill-set.json`,
  setVersionLock: (set: string, version: string) => `sets/${set}/${version}/${set}.skill-set.lock.json`,
  report: "agent-skills/-/report.json",
  sums: "agent-skills/-/SHA256SUMS",
  checklist: "agent-skills/-/checklist.md",
  /** Where the convention has it for a part of a site; no name of a skill has a dot. */
  llms: "agent-skills/llms.txt",
  /** Every path of a whole output, pages and assets too: what a later build may remove. */
  files: "agent-skills/-/files.txt",
  /** Folder of the search index. Its files belong to the pages and are in no sums. */
  search: "agent-skills/-/search",
} as const;

/** Pages, as path below the origin. A skill's page is also its install address, so it is never written with `index.html`. */
export const pages = {
  home: "agent-skills/",
  entry: (name: string) => `agent-skills/${name}/`,
  /** Every file of a skill, or the list of them when each has a page of its own. */
  files: (name: string) => `agent-skills/${name}/files/`,
  /** One file of a large skill; `key` is made from its path. */
  file: (name: string, key: string) => `agent-skills/${name}/files/${key}/`,
  checklist: "agent-skills/-/checklist/",
  /** Compares two directory manifests in the browser. */
  compare: "agent-skills/-/compare/",
  set: (set: string) => `sets/${set}/`,
} as const;

/** Paths of a snapshot's files, relative to the folder that is served at the origin. */
export function snapshotFiles(name: string, version: string) {
  const folder = layout.snapshot(name, version);
  return {
    skillMd: `${folder}/SKILL.md`,
    archive: `${folder}/${name}.tar.gz`,
    manifest: `${folder}/manifest.json`,
    index: `${folder}/.well-known/agent-skills/index.json`,
  } as const;
}

/** What a path says of a snapshot. */
export interface SnapshotFile {
  readonly name: string;
  readonly version: string;
  readonly role: keyof ReturnType<typeof snapshotFiles>;
}

/** What a path is in a snapshot; undefined when it is in none. */
export function snapshotFileAt(path: string): SnapshotFile | undefined {
  const [, name, version] = /^agent-skills\/-\/at\/([a-z0-9-]+)\/([0-9a-f]{32})\//.exec(path) ?? [];
  if (name === undefined || version === undefined) return undefined;
  const files = snapshotFiles(name, version);
  const roles = ["skillMd", "archive", "manifest", "index"] as const;
  const role = roles.find((each) => files[each] === path);
  return role && { name, version, role };
}

/** Path of a skill's artifact at the address that stays. */
export function artifactPath({ name, type }: { readonly name: string; readonly type: "skill-md" | "archive" }): string {
  return type === "archive" ? layout.archive(name) : layout.skillMd(name);
}

/** Path of the same artifact in its snapshot. */
export function snapshotPath(artifact: Parameters<typeof artifactPath>[0] & { readonly digest: string }): string {
  const files = snapshotFiles(artifact.name, versionOf(artifact.digest));
  return artifact.type === "archive" ? files.archive : files.skillMd;
}

/** The version of a snapshot: the first 32 hex digits of its artifact's digest. */
export function versionOf(digest: string): string {
  return digest.slice("sha256:".length, "sha256:".length + 32);
}

/** The absolute URL of a published path. */
export function urlOf({ base }: Pick<Origin, "base">, path: string): string {
  return `${base}/${path}`;
}

/** True for a path inside the folders that are ours. */
export function isOwnPath(path: string): boolean {
  return FOLDERS.some((folder) => path.startsWith(`${folder}/`));
}

/** True for a path at the address of a version, where nothing ever changes. */
export function isImmutable(path: string): boolean {
  return /^(?:agent-skills\/-\/at\/|sets\/[^/]+\/[^/]+\/[^/]+\.json$)/.test(path);
}
