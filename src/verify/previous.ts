import { join } from "node:path";
import { sha256 } from "../artifact/digest.ts";
import { readFrontMatter } from "../front-matter/read.ts";
import { Halt, problem } from "../problem.ts";
import { layout, snapshotFiles, versionOf } from "../publication/layout.ts";
import { parseOrigin } from "../publication/origin.ts";
import { heldBy, type Held, type Previous, PreviousReport, type PreviousSnapshot } from "../publication/previous.ts";
import { decodeReport, type Served } from "../publication/report.ts";
import { BYTES_LIMIT, NAME, NAME_LIMIT } from "../skill.ts";
import { repeated } from "../repeated.ts";
import { isSystemError } from "../source/system-error.ts";
import { openArchive } from "./archive.ts";
import { TooLarge } from "./installed/read-file.ts";
import { readLocal } from "./local.ts";
import { openServed } from "./served/archive.ts";
import { openFolder } from "./served/folder-host.ts";
import type { Host } from "./served/host.ts";
import { isPage, judgeAnswer } from "./served/judgement.ts";
import { LIMITS } from "./served/limits.ts";
import { openOrigin } from "./served/origin-host.ts";

/** A publication before this one, and the way to let go of its connections. */
export interface OpenPrevious extends Previous {
  readonly close: () => void;
}

/** Every snapshot takes room in what is remembered, and a request to carry it. */
const SNAPSHOTS_LIMIT = 50_000;

/** A build takes longer than a verification, and asks between two skills. */
const BUILD_LIMITS = { ...LIMITS, totalSeconds: 3600 };

/** Stands for the address of a folder, whose own one does not matter. */
const FOLDER_BASE = "https://previous.invalid";

/**
 * Opens the publication that is replaced. Anybody may have made it, so nothing it says is used before it was checked.
 *
 * @param given absolute path of a folder, or an address
 * @throws Halt `previous-unusable` with the reason
 */
export async function openPrevious(given: string): Promise<OpenPrevious> {
  const unusable = (reason: string) => new Halt(problem("previous-unusable", {}, { previous: given, reason }));
  const { host, close } = hostOf(given, unusable);

  /** The bytes of a file that is there, or why they cannot be had. */
  const fetch = async (path: string, limit: number): Promise<Buffer> => {
    const answer = await host.get(addressOf(host, path), { what: path, limit });
    const reasons = judgeAnswer(answer, path);
    const reason = reasons.find(({ severity }) => severity !== "warning");
    if (reason) throw unusable(reason.message.replace(/\.$/, ""));
    if (!answer.bytes) throw unusable(`\`${path}\` was not read to its end`);
    if (isPage(answer)) throw unusable(`\`${path}\` is answered with a web page`);
    return answer.bytes;
  };
  const read = async ({ path, digest, size }: Omit<Served, "url">): Promise<Buffer> => {
    const bytes = await fetch(path, size);
    const found = `sha256:${sha256(bytes)}`;
    if (bytes.length !== size || found !== digest)
      throw unusable(
        `\`${path}\` has ${bytes.length} bytes and the digest ${found}, its report says ${size} and ${digest}`,
      );
    return bytes;
  };

  try {
    const report = readReport(await fetch(layout.report, LIMITS.fileBytes), unusable);
    return { name: given, report, read, open: opener(read, unusable), close };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * What a publication in a folder holds that pins can name. Nothing when it has no report that can be read: nobody could
 * carry anything from there.
 *
 * @param output absolute path of an output, also that of a site whose files lie in `client`
 */
export function heldIn(output: string): Held {
  const reports = ["", "client"].map((folder) => read(join(output, folder)));
  return heldBy({
    skills: reports.flatMap((report) => report?.skills ?? []),
    sets: reports.flatMap((report) => report?.sets ?? []),
  });

  function read(root: string): PreviousReport | undefined {
    try {
      const bytes = readLocal(root, layout.report, LIMITS.fileBytes);
      return bytes && PreviousReport.safeParse(decodeReport(bytes)).data;
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof TooLarge || isSystemError(error)) return undefined;
      throw error;
    }
  }
}

type Unusable = (reason: string) => Halt;

function hostOf(given: string, unusable: Unusable): { host: Host; close: () => void } {
  if (!/^https?:/i.test(given)) return { host: openFolder(given, FOLDER_BASE, given), close: () => undefined };
  try {
    const host = openOrigin(parseOrigin(given).base, BUILD_LIMITS);
    return { host, close: host.close };
  } catch (error) {
    if (!(error instanceof Halt)) throw error;
    throw unusable((error.problems[0]?.message ?? "").replace(/\.$/, ""));
  }
}

function addressOf({ base }: Host, path: string): string {
  return `${base}/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** The report, in which every name, version and path is one that the layout has. */
function readReport(bytes: Buffer, unusable: Unusable): PreviousReport {
  let value: unknown;
  try {
    value = decodeReport(bytes);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw unusable(`\`${layout.report}\` is not JSON`);
  }
  const { data: report, error } = PreviousReport.safeParse(value);
  if (!report) {
    const [issue] = error.issues;
    throw unusable(`\`${layout.report}\` is no report of snapshots (\`${issue?.path.join(".")}\`: ${issue?.message})`);
  }
  const fault = faultOf(report);
  if (fault !== undefined) throw unusable(`its report says what cannot be: ${fault}`);
  return report;
}

/** What is wrong with the names, versions and paths of a report. */
function faultOf({ skills, sets }: PreviousReport): string | undefined {
  const count = skills.reduce((total, { snapshots }) => total + snapshots.length, 0);
  if (count > SNAPSHOTS_LIMIT) return `there are more than ${SNAPSHOTS_LIMIT} snapshots`;
  return (
    repeatedName(skills.map(({ name }) => name)) ??
    repeatedName(sets.map(({ name }) => name)) ??
    skills.flatMap(({ name, snapshots }) => faultOfSkill(name, snapshots) ?? [])[0] ??
    sets.flatMap((set) => faultOfSet(set) ?? [])[0]
  );
}

function faultOfSkill(name: string, snapshots: readonly PreviousSnapshot[]): string | undefined {
  if (!isName(name)) return `\`${name}\` is no name of a skill`;
  const wrong = snapshots.find(
    ({ version, type, artifact }) =>
      artifact.path !== snapshotFiles(name, version)[type === "archive" ? "archive" : "skillMd"] ||
      versionOf(artifact.digest) !== version ||
      artifact.size > BYTES_LIMIT,
  );
  if (wrong) return `\`${wrong.artifact.path}\` is not the artifact of \`${name}@${wrong.version}\``;
  const twice = repeatedName(snapshots.map(({ version }) => version));
  return twice === undefined ? undefined : `\`${name}\` has ${twice}`;
}

/** A version as it may stand in a path (SemVer 2.0.0 has no other characters). */
const VERSION = /^[0-9A-Za-z][0-9A-Za-z.+-]*$/;

function faultOfSet({ name, manifest, lock, versions }: PreviousReport["sets"][number]): string | undefined {
  if (!isName(name)) return `\`${name}\` is no name of a set`;
  const places = [
    [manifest, layout.setManifest(name)] as const,
    [lock, layout.setLock(name)] as const,
    ...versions.flatMap(({ version, ...files }) => [
      [files.manifest, layout.setVersionManifest(name, version)] as const,
      [files.lock, layout.setVersionLock(name, version)] as const,
    ]),
  ];
  const version = versions.find((each) => !VERSION.test(each.version))?.version;
  if (version !== undefined) return `\`${version}\` is no version of the set \`${name}\``;
  const wrong = places.find(([{ path }, expected]) => path !== expected);
  if (wrong) return `\`${wrong[0].path}\` is not \`${wrong[1]}\``;
  const member = versions
    .flatMap(({ members }) => members)
    .find(({ skill, snapshot }) => !isName(skill) || (snapshot !== null && !/^[0-9a-f]{32}$/.test(snapshot)));
  if (member) return `\`${member.skill}\` in the set \`${name}\` is no skill with a version`;
  const twice = repeatedName(versions.map((each) => each.version));
  return twice === undefined ? undefined : `\`${name}\` has ${twice}`;
}

function isName(name: string): boolean {
  return NAME.test(name) && name.length <= NAME_LIMIT;
}

/** A name that is there twice. */
function repeatedName(names: readonly string[]): string | undefined {
  const [twice] = repeated(names);
  return twice && `\`${twice.item}\` twice`;
}

/** Opens artifacts as the strictest client does, and as a reader that trusts nobody. */
function opener(read: Previous["read"], unusable: Unusable): Previous["open"] {
  return async (name, { version, type, artifact: { digest, size } }) => {
    const path = snapshotFiles(name, version)[type === "archive" ? "archive" : "skillMd"];
    const bytes = await read({ path, digest, size });
    const files =
      type === "archive" ? await unpack(bytes, path, unusable) : new Map([["SKILL.md", { bytes, executable: false }]]);
    const { frontMatter, problems } = readFrontMatter(files.get("SKILL.md")?.bytes ?? new Uint8Array(), path);
    if (!frontMatter) throw unusable(`the SKILL.md of \`${path}\` cannot be read (${problems[0]?.message ?? ""})`);
    if (frontMatter.name !== name) throw unusable(`\`${path}\` holds the skill \`${frontMatter.name}\``);
    return { bytes, files, frontMatter };
  };
}

async function unpack(bytes: Buffer, path: string, unusable: Unusable) {
  const opened = await openArchive(bytes);
  if (opened.reason !== undefined)
    throw unusable(`\`${path}\` is not an archive that clients install whole: ${opened.reason}`);
  const { fault } = await openServed(bytes, path, LIMITS);
  if (fault) throw unusable(fault.message.replace(/\.$/, ""));
  return opened.files;
}
