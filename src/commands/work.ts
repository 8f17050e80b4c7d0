import { readdirSync } from "node:fs";
import { resolve, sep } from "node:path";
import type { OwnSite } from "../astro/build.ts";
import { resolveOptions, type Settings } from "../options.ts";
import { type Request, requestFor } from "../publication/compose.ts";
import { parseOrigin } from "../publication/origin.ts";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";

/** What a command is to work on. */
export interface Work {
  readonly settings: Settings;
  readonly request: Request;
  /** The project's own Astro site, when it uses the integration and the source lies inside it. */
  readonly site: OwnSite | undefined;
  /** Absolute path of the output. */
  readonly out: string;
  /** True for the output folder of the site, which Astro empties on every build of its own. */
  readonly outOfSite: boolean;
}

/**
 * Puts together flags, environment, the integration's options and the configuration file.
 *
 * @throws Halt for wrong options or origin, or a site whose configuration cannot be loaded
 */
export async function workFor(
  { options: flags }: Pick<Arguments, "options">,
  { environment, project, invokedFrom }: Io,
): Promise<Work> {
  const source = flags.source === undefined ? project : resolve(invokedFrom, flags.source);
  const inside = source === project || source.startsWith(project + sep);
  const own = inside ? await siteOf(project) : undefined;
  const settings = await resolveOptions({ flags, invokedFrom, integration: own?.options ?? {}, project, environment });
  const site = flags.catalog === false ? undefined : own;
  const out = site && !settings.outGiven ? site.out : settings.out;
  const request = requestFor(settings, parseOrigin(settings.origin ?? own?.address));
  return { settings, request, site, out, outOfSite: out === site?.out };
}

async function siteOf(project: string): Promise<OwnSite | undefined> {
  if (!readdirSync(project).some((name) => /^astro\.config\.[cm]?[jt]s$/.test(name))) return undefined;
  // Astro is loaded only where it is needed; that takes longer than packing a hundred skills.
  const { findSite } = await import("../astro/build.ts");
  return findSite(project);
}
