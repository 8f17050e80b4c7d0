import { z } from "zod";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const Bytes = z.int().nonnegative().meta({ description: "Size in bytes." });

const Served = z
  .strictObject({
    path: z.string().meta({ description: "Path below the folder that is served at the origin." }),
    url: z.string(),
    digest: Digest,
    size: Bytes,
  })
  .meta({ description: "One published file." });

const ServedManifest = z
  .strictObject({
    path: z.string(),
    url: z.string(),
    digest: Digest,
    size: Bytes,
    directory: Sha256.meta({ description: "The directory's digest, which the manifest states." }),
  })
  .meta({ description: "A directory manifest (`skills-anywhere-bundle-1`)." });

const Snapshot = z
  .strictObject({
    version: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .meta({ description: "First 32 hex digits of the artifact's digest." }),
    address: z.string().meta({ description: "What `skills add` takes to install exactly this version." }),
    type: z.enum(["skill-md", "archive"]),
    artifact: Served,
    manifest: ServedManifest.nullable(),
    contentHash: Sha256,
  })
  .meta({ description: "A version of a skill at an address of its own, where it never changes." });

const Warning = z.strictObject({
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  path: z.string().optional().meta({ description: "Path relative to the source folder." }),
  line: z.int().positive().optional(),
  column: z.int().positive().optional(),
});

const InstallCommand = z.strictObject({
  client: z.enum(["skills", "skillpress", "curl", "powershell", "gh", "claude-plugin"]),
  label: z.string(),
  agent: z.string().optional().meta({ description: "Agent id the command installs into." }),
  command: z.string(),
  needs: z.string().meta({ description: "What the machine must have." }),
});

const Skill = z.strictObject({
  name: z.string(),
  description: z.string(),
  shape: z.enum(["single-file", "multi-file"]),
  type: z.enum(["skill-md", "archive"]),
  page: z.string().meta({ description: "URL of the page, which is also the install address." }),
  artifact: Served.meta({ description: "What the index names and clients download." }),
  skillMd: Served,
  files: z.array(
    z.strictObject({
      path: z.string(),
      size: Bytes,
      sha256: Sha256,
      mode: z.enum(["0644", "0755"]),
      lines: z
        .int()
        .nonnegative()
        .nullable()
        .meta({ description: "Lines of text; null when the file is not UTF-8 text." }),
    }),
  ),
  unpackedSize: Bytes,
  contentHash: Sha256.meta({ description: "`computedHash` of the skill-set format over the files." }),
  manifest: ServedManifest.nullable().meta({ description: "Null when the skill is outside of the format's limits." }),
  snapshots: z.array(Snapshot).min(1).meta({ description: "This version first, then earlier ones, newest first." }),
  license: z.string().nullable(),
  compatibility: z.string().nullable(),
  tags: z.array(z.string()),
  categories: z.array(z.string()),
  bundles: z.array(z.string()),
  activationProbe: z.strictObject({ request: z.string(), from: z.enum(["author", "description"]) }).nullable(),
  install: z.array(InstallCommand).min(2),
  warnings: z.array(Warning),
});

const Bundle = z.strictObject({
  name: z.string(),
  page: z.string(),
  skills: z.array(z.string()).min(1),
  archive: Served.meta({ description: "All skills below `skills/<name>/`; for people and mirrors, not in the index." }),
  install: z.array(InstallCommand).min(2),
});

const SetVersion = z.strictObject({
  version: z.string().meta({ description: "SemVer 2.0.0." }),
  setHash: Sha256,
  manifest: Served.meta({ description: "At the address of this version." }),
  lock: Served,
  members: z
    .array(
      z.strictObject({
        locator: z.string(),
        skill: z.string(),
        computedHash: Sha256,
        snapshot: z.string().nullable().meta({
          description: "Version of the snapshot that is pinned; null for a skill that is published elsewhere.",
        }),
      }),
    )
    .min(1),
});

const Set = z.strictObject({
  name: z.string(),
  description: z.string().nullable(),
  page: z.string(),
  manifest: Served.meta({ description: "At the address that follows the version." }),
  lock: Served,
  versions: z.array(SetVersion).min(1).meta({ description: "This version first, then earlier ones, newest first." }),
  install: z.array(InstallCommand).min(2),
});

/** What is published and nothing else; the shape of `/agent-skills/-/report.json`. */
export const Report = z
  .strictObject({
    format: z.literal(1),
    generator: z.string(),
    origin: z.string().meta({ description: "Origin and base path that every URL starts with." }),
    title: z.string().nullable().meta({ description: "Name of the publisher, when there is one." }),
    placeholder: z.boolean().meta({ description: "True when no origin was given; nothing can be installed then." }),
    index: Served,
    agents: z
      .array(z.strictObject({ id: z.string(), name: z.string() }))
      .meta({ description: "Agents of the `skills` client, for `-a`." }),
    install: z.array(InstallCommand).min(2).meta({ description: "Commands that install every skill." }),
    skills: z.array(Skill),
    bundles: z.array(Bundle),
    sets: z.array(Set),
    warnings: z.array(Warning),
  })
  .meta({ title: "skillpress report", description: "What a skillpress publication holds." });

export type Report = z.output<typeof Report>;
export type PublishedSkill = z.output<typeof Skill>;
export type PublishedFile = PublishedSkill["files"][number];
export type PublishedSnapshot = z.output<typeof Snapshot>;
export type ServedManifest = z.output<typeof ServedManifest>;
export type PublishedSet = z.output<typeof Set>;
export type PublishedSetVersion = z.output<typeof SetVersion>;
export type PublishedBundle = z.output<typeof Bundle>;
export type Served = z.output<typeof Served>;
export type InstallCommand = z.output<typeof InstallCommand>;
export type Warning = z.output<typeof Warning>;

/**
 * The bytes of a report in pieces, one line for each skill: parts are encoded as they come, so that a report of
 * thousands of skills is never held as a whole.
 *
 * @param skills each skill's JSON, in byte order of the names
 */
export function* encodeReport(
  head: Omit<Report, "skills" | "bundles" | "sets" | "warnings">,
  skills: readonly string[],
  tail: Pick<Report, "bundles" | "sets" | "warnings">,
): Generator<Buffer> {
  yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"skills":[\n`);
  for (const [index, skill] of skills.entries())
    yield Buffer.from(`${skill}${index === skills.length - 1 ? "" : ","}\n`);
  yield Buffer.from(`],${JSON.stringify(tail).slice(1)}\n`);
}

const COMMA = 0x2c;

/**
 * Parses the bytes of a report. Lines as `encodeReport` writes them are parsed one by one, which takes a part of the
 * memory; a report in another layout is parsed as a whole.
 *
 * @throws SyntaxError when the bytes are not JSON
 */
export function decodeReport(bytes: Buffer): unknown {
  try {
    return decodeLines(bytes);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return JSON.parse(bytes.toString());
  }
}

/** @throws SyntaxError when there are no such lines, or `skills` is not what they stand in for every reader of JSON */
function decodeLines(bytes: Buffer): unknown {
  const start = bytes.indexOf("\n");
  const end = bytes.lastIndexOf("\n],");
  const opening = bytes.toString("utf8", 0, Math.max(start, 0));
  if (!opening.endsWith('"skills":[') || end <= start) throw new SyntaxError("another layout");
  const head: object = JSON.parse(`${opening}]}`);
  const tail: object = JSON.parse(`{${bytes.toString("utf8", end + "\n],".length)}`);
  if ("skills" in tail || Object.keys(tail).length === 0) throw new SyntaxError("another tail");
  const skills: unknown[] = [];
  for (let at = start + 1; at < end;) {
    const next = bytes.indexOf("\n", at);
    const comma = next < end ? 1 : 0;
    if (comma === 1 && bytes[next - 1] !== COMMA) throw new SyntaxError("a skill on several lines");
    skills.push(JSON.parse(bytes.toString("utf8", at, next - comma)));
    at = next + 1;
  }
  return { ...head, skills, ...tail };
}
