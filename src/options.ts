import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { z } from "zod";
import { absoluteLook, Look } from "./look.ts";
import { Halt, problem } from "./problem.ts";
import { NAME, NAME_LIMIT } from "./skill.ts";

const Slug = z
  .string()
  .regex(NAME, "a bundle's name has lower-case letters, digits and single hyphens")
  .max(NAME_LIMIT, `a bundle's name has at most ${NAME_LIMIT} characters`);
const Text = z
  .string()
  .min(1, "it is empty")
  .regex(/^[^\u0000]*$/u, "it contains a NUL character");

const TITLE_LIMIT = 100;

const Name = z
  .string()
  .regex(NAME, "a name has lower-case letters, digits and single hyphens")
  .max(NAME_LIMIT, `a name has at most ${NAME_LIMIT} characters`);
const Url = z.string().regex(/^https:\/\/[\u0021-\u007E]+$/, "write an https address in ASCII");

/** A skill set as a publisher writes it down. */
const SkillSet = z.strictObject({
  name: Name,
  version: z.string().meta({ description: "SemVer 2.0.0; a version is published with one content only." }),
  description: z.string().optional(),
  author: z
    .strictObject({
      name: z.string().min(1),
      url: Url.optional(),
      organization: z.string().optional(),
      uri: Url.optional(),
    })
    .optional(),
  homepage: Url.optional(),
  members: z
    .array(z.string().min(1))
    .min(1)
    .readonly()
    .meta({ description: "Names of skills of this publication, or locators of skills that are published elsewhere." }),
});

export type SkillSet = z.output<typeof SkillSet>;

/** The options of a build, as a configuration file or the integration gives them. Unknown keys are errors. */
export const Options = z
  .strictObject({
    $schema: z.string().optional().meta({ description: "Address of this schema, for editors." }),
    source: Text.optional().meta({
      description: "Folder that holds the skills, relative to this file.",
      default: "skills",
    }),
    origin: Text.optional().meta({
      description: "The https address the publication is served at, with an optional base path.",
    }),
    out: Text.optional().meta({
      description: "Folder the publication is written to, relative to this file.",
      default: "dist",
    }),
    catalog: z
      .boolean()
      .optional()
      .meta({ description: "Write the catalog pages too. `false` publishes into an existing site.", default: true }),
    bundle: Slug.optional().meta({ description: "Name of one bundle that holds every skill." }),
    bundles: z
      .record(Slug, z.array(z.string()).min(1).readonly())
      .optional()
      .meta({ description: "Bundles by name, each a list of skill names." }),
    git: z
      .string()
      .regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]*)\/[A-Za-z0-9._-]+$/, "write it as OWNER/REPO")
      .optional()
      .meta({ description: "OWNER/REPO on GitHub that holds the same skills; adds its install commands." }),
    results: Text.optional().meta({
      description: "File of recorded results that the checklist shows, relative to this file.",
    }),
    previous: Text.optional().meta({
      description:
        "The publication that this one replaces, whose snapshots and set versions are kept: a folder relative to this file, an origin, or `none`.",
    }),
    keep: z.array(Name).readonly().optional().meta({
      description:
        "Names of the skills whose earlier snapshots are kept; without it, all of them. What a set pins is kept anyway.",
    }),
    withdraw: z
      .array(z.string().regex(/^[a-z0-9-]+@[0-9a-f]{32}$/, "write it as NAME@VERSION"))
      .readonly()
      .optional()
      .meta({ description: "Snapshots that are published no longer, as NAME@VERSION." }),
    artifactUrls: z.enum(["stable", "snapshot"]).optional().meta({
      description:
        "Whether indexes name artifacts at an address that stays, or at that of their snapshot, for hosts that cache them.",
      default: "stable",
    }),
    sets: z.array(SkillSet).readonly().optional().meta({ description: "Skill sets, each a pinned list of skills." }),
    resolve: z.boolean().optional().meta({
      description:
        "Install the members of sets that are published elsewhere with the `skills` client, to know their content.",
      default: false,
    }),
    strict: z.boolean().optional().meta({ description: "Warnings stop the build too.", default: false }),
    title: Text.regex(/^[^\n]*$/, "it has more than one line")
      .max(TITLE_LIMIT, `it has more than ${TITLE_LIMIT} characters`)
      .optional()
      .meta({
        description: "Your name as the publisher, for pages and llms.txt. Without one, the host of the origin.",
      }),
    look: Look.optional().meta({ description: "How the pages look." }),
  })
  .meta({
    title: "skillpress options",
    description: "Options of skillpress.config.json and of the Astro integration.",
  });

export type Options = z.output<typeof Options>;

/** Options with defaults applied and paths made absolute. */
export interface Settings {
  readonly source: string;
  /** As given; undefined means the placeholder. */
  readonly origin: string | undefined;
  readonly out: string;
  /** True when the output was named by anyone, false when it is the default. */
  readonly outGiven: boolean;
  readonly catalog: boolean;
  readonly bundle: string | undefined;
  readonly bundles: Readonly<Record<string, readonly string[]>>;
  readonly git: string | undefined;
  readonly results: string | undefined;
  /** Absolute path of a folder, an address as given, or undefined when nothing is carried forward. */
  readonly previous: string | undefined;
  /** Undefined for all. */
  readonly keep: readonly string[] | undefined;
  readonly withdraw: readonly string[];
  readonly artifactUrls: "stable" | "snapshot";
  readonly sets: readonly SkillSet[];
  readonly resolve: boolean;
  readonly strict: boolean;
  readonly title: string | undefined;
  readonly look: Look;
}

/** Says that there is no publication before this one. */
const NO_PREVIOUS = "none";

/** Name of the configuration file in the folder of a project. */
export const CONFIG_FILE = "skillpress.config.json";

/** Where options come from; earlier ones win. */
export interface Sources {
  /** Command line; its paths are relative to `invokedFrom`. */
  readonly flags: Options;
  readonly invokedFrom: string;
  /** Options of the Astro integration, relative to the project. */
  readonly integration: Options;
  /** Folder of the project, which may hold a configuration file. */
  readonly project: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Merges options: flags, then `SKILLPRESS_ORIGIN`, then those of the integration, then skillpress.config.json, then
 * defaults.
 *
 * @throws Halt `invalid-options` naming every wrong key
 */
export async function resolveOptions({
  flags,
  invokedFrom,
  integration,
  project,
  environment,
}: Sources): Promise<Settings> {
  const file = await readConfiguration(project);
  type PathKey = "source" | "out" | "results" | "previous";
  const given = (options: Options, base: string, key: PathKey) => {
    const value = options[key];
    const isNoPath = key === "previous" && value !== undefined && (value === NO_PREVIOUS || /^https?:/i.test(value));
    return value === undefined || isNoPath ? value : resolve(base, value);
  };
  const path = (key: PathKey) =>
    given(flags, invokedFrom, key) ?? given(integration, project, key) ?? given(file, project, key);
  const merged = { ...file, ...integration, ...flags };
  const previous = path("previous");
  return {
    source: path("source") ?? join(project, "skills"),
    origin: flags.origin ?? (environment["SKILLPRESS_ORIGIN"] || undefined) ?? integration.origin ?? file.origin,
    out: path("out") ?? join(project, "dist"),
    outGiven: path("out") !== undefined,
    catalog: merged.catalog ?? true,
    bundle: merged.bundle,
    bundles: merged.bundles ?? {},
    git: merged.git,
    results: path("results"),
    previous: previous === NO_PREVIOUS ? undefined : previous,
    keep: merged.keep,
    withdraw: merged.withdraw ?? [],
    artifactUrls: merged.artifactUrls ?? "stable",
    sets: merged.sets ?? [],
    resolve: merged.resolve ?? false,
    strict: merged.strict ?? false,
    title: merged.title,
    look: absoluteLook(merged.look ?? {}, flags.look ? invokedFrom : project),
  };
}

/** Settings as options again, with absolute paths, for a build that has another project folder. */
export function asOptions(settings: Settings): Options {
  const { source, origin, bundle, bundles, git, results, strict, title, look } = settings;
  const { previous = NO_PREVIOUS, keep, withdraw, artifactUrls, sets, resolve: resolves } = settings;
  return {
    source,
    bundles: { ...bundles },
    strict,
    look,
    previous,
    withdraw,
    artifactUrls,
    sets,
    resolve: resolves,
    ...(keep !== undefined && { keep }),
    ...(title !== undefined && { title }),
    ...(origin !== undefined && { origin }),
    ...(bundle !== undefined && { bundle }),
    ...(git !== undefined && { git }),
    ...(results !== undefined && { results }),
  };
}

/**
 * Checks options against the schema.
 *
 * @param from what to call their place in a problem: a file, or words
 */
export function parseOptions(value: unknown, from: string): Options {
  const { data, error } = Options.safeParse(value);
  if (data) return data;
  throw new Halt(
    ...error.issues.map((issue) => {
      const option =
        issue.code === "unrecognized_keys"
          ? issue.keys.map((key) => [...issue.path, key].join(".")).join(", ")
          : issue.path.join(".") || "(all)";
      return problem(
        "invalid-options",
        { path: from },
        { option, reason: issue.code === "unrecognized_keys" ? "there is no such option" : issue.message },
      );
    }),
  );
}

async function readConfiguration(project: string): Promise<Options> {
  const path = join(project, CONFIG_FILE);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    if (error.code === "ENOENT") return {};
    throw new Halt(
      problem(
        "invalid-options",
        { path: CONFIG_FILE },
        { option: "(all)", reason: `the file cannot be read (${String(error.code)})` },
      ),
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Halt(
      problem(
        "invalid-options",
        { path: CONFIG_FILE },
        { option: "(all)", reason: `the file is not JSON: ${error.message}` },
      ),
    );
  }
  return parseOptions(value, CONFIG_FILE);
}
