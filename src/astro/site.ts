import { fileURLToPath } from "node:url";
import type { AstroConfig } from "astro";
import { type Options, resolveOptions, type Settings } from "../options.ts";
import { Halt, problem } from "../problem.ts";
import { type Request, requestFor } from "../publication/compose.ts";
import { parseOrigin } from "../publication/origin.ts";
import { type Driver, driverIn } from "./hooks.ts";
import { runFolder } from "./run-folder.ts";

/** What the hooks of the integration share once Astro's configuration is known. */
export interface Site {
  readonly settings: Settings;
  readonly request: Request;
  readonly driver: Driver | undefined;
  /** Absolute path of the folder that a publication is composed in before it is placed; no other build uses it. */
  readonly tree: string;
  /** Absolute path of the folder of the site. */
  readonly project: string;
  readonly publicFolder: string;
  /** Path the site is served at, with a slash at both ends. */
  readonly base: string;
}

/**
 * Resolves the options of the integration inside a site. Without an origin, the site's own `site` and `base` are taken.
 *
 * @throws Halt for wrong options, or when the origin's path is not the site's `base`
 */
export async function prepareSite(integration: Options, config: AstroConfig): Promise<Site> {
  const project = fileURLToPath(config.root);
  const driver = driverIn(config);
  const settings = await resolveOptions({
    flags: driver?.flags ?? {},
    invokedFrom: driver?.invokedFrom ?? project,
    integration,
    project,
    environment: process.env,
  });
  const base = `/${config.base.replace(/^\/+|\/+$/g, "")}/`.replace("//", "/");
  const origin = parseOrigin(
    settings.origin ?? (config.site === undefined ? undefined : new URL(base, config.site).href),
  );
  if (`${origin.basePath}/` !== base) {
    throw new Halt(
      problem(
        "invalid-options",
        { path: "astro.config" },
        { option: "base", reason: `the site is served at \`${base}\`, but the origin says \`${origin.basePath}/\`` },
      ),
    );
  }
  if (settings.catalog && config.build.format !== "directory") {
    const reason = "the address of a page is also its install address, so pages must be folders: `directory`";
    throw new Halt(problem("invalid-options", { path: "astro.config" }, { option: "build.format", reason }));
  }
  return {
    settings,
    request: requestFor(settings, origin),
    driver,
    tree: driver?.tree ?? runFolder(fileURLToPath(config.cacheDir)),
    project,
    publicFolder: fileURLToPath(config.publicDir),
    base,
  };
}
