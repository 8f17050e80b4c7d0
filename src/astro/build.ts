import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type AstroConfig, type AstroInlineConfig, build } from "astro";
import { Halt, problem } from "../problem.ts";
import type { Options } from "../options.ts";
import type { Origin } from "../publication/origin.ts";
import { type Driver, driverIntegration, optionsIn } from "./hooks.ts";
import { furniture } from "./furniture.ts";
import skillpress from "./integration.ts";
import { move } from "./place.ts";
import { Refusal } from "./refusal.ts";
import { runFolder } from "./run-folder.ts";

/** A project whose own Astro site publishes skills. */
export interface OwnSite {
  /** Absolute path of the folder the site is built into. */
  readonly out: string;
  /** The site's own address, when its configuration has one. */
  readonly address: string | undefined;
  /** Options given to the integration. */
  readonly options: Options;
}

/** Thrown to end a build as soon as its configuration is known. */
class Enough extends Error {}

/**
 * Finds out whether a project has an Astro site that uses the integration. Astro's own loader reads the configuration:
 * a build is begun and ended once all integrations are known.
 *
 * @param project absolute path of the folder
 * @throws Halt `site-failed` when the configuration cannot be loaded
 */
export async function findSite(project: string): Promise<OwnSite | undefined> {
  let found: AstroConfig | undefined;
  const probe: AstroInlineConfig = {
    root: project,
    logLevel: "silent",
    integrations: [
      {
        name: "skillpress:probe",
        hooks: {
          "skillpress:probe": () => undefined,
          "astro:config:setup": ({ config }) => {
            found = config;
            throw new Enough();
          },
        },
      },
    ],
  };
  try {
    await build(probe);
  } catch (error) {
    if (!found)
      throw new Halt(
        problem("site-failed", {}, { reason: oneLine(error instanceof Error ? error.message : String(error)) }),
      );
  }
  const options = found && optionsIn(found);
  if (!found || !options) return undefined;
  const { outDir, site, base } = found;
  return {
    out: resolve(fileURLToPath(outDir)),
    address: site === undefined ? undefined : new URL(base, site).href,
    options,
  };
}

/**
 * Builds the project's own site into a folder.
 *
 * @param out absolute path; replaced by Astro
 * @param origin when the command line or the environment named one, which then is the site's address
 * @throws Refusal when the source has a problem, Halt `site-failed` when the site has one
 */
export async function buildSite(
  project: string,
  out: string,
  { driver, origin }: { driver: Driver; origin: Origin | undefined },
): Promise<void> {
  // Below the working folder Astro keeps unfinished pages in the output itself; else in a folder that all builds of the site
  // share, from where it cannot move files to another file system. The working folder is the site's, which may read from it.
  const made = runFolder(join(process.cwd(), ".astro"));
  try {
    const integrations = [driverIntegration(driver)];
    await build({ logLevel: "silent", root: project, outDir: made, ...addressOf(origin), integrations });
    move(made, out);
  } catch (error) {
    if (error instanceof Refusal || error instanceof Halt || !(error instanceof Error)) throw error;
    throw new Halt(problem("site-failed", {}, { reason: oneLine(error.message) }));
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/**
 * Builds the packaged catalog into a folder, as `buildSite` does, without a project.
 *
 * @param root absolute path of a folder for the site that has to be made up; created, and left to the caller
 */
export async function buildCatalog(
  root: string,
  out: string,
  { driver, origin }: { driver: Driver; origin: Origin },
): Promise<void> {
  refuseUnloadable(out);
  // Astro resolves its own entry points from the root of the site.
  const modules = join(root, "node_modules");
  mkdirSync(modules, { recursive: true });
  symlinkSync(dirname(fileURLToPath(import.meta.resolve("astro/package.json"))), join(modules, "astro"), "junction");
  const site: AstroInlineConfig = {
    logLevel: "silent",
    root,
    configFile: false,
    outDir: out,
    ...addressOf(origin),
    integrations: [skillpress(), ...furniture(), driverIntegration(driver)],
    // A configuration somewhere above the folder is not ours.
    vite: { css: { postcss: {} } },
  };
  const { layout, css, components, logo, favicon } = driver.flags.look ?? {};
  const stood = process.cwd();
  try {
    // Astro keeps unfinished pages in the working folder when the output is not below it, on another disk perhaps.
    process.chdir(dirname(out));
    await build(site);
  } catch (error) {
    const file = layout ?? css ?? components ?? logo ?? favicon;
    if (file === undefined || error instanceof Refusal || error instanceof Halt || !(error instanceof Error))
      throw error;
    throw new Halt(problem("look-failed", {}, { reason: oneLine(error.message).replace(/\.$/, "") }));
  } finally {
    process.chdir(stood);
  }
}

/** The pages are made by modules below the output, and Node loads none below a folder with a backslash in its name. */
function refuseUnloadable(out: string): void {
  if (sep !== "\\" && out.includes("\\")) {
    const reason = "pages cannot be made below a folder with `\\` in its name";
    throw new Halt(problem("unsafe-output", {}, { path: dirname(out), reason }));
  }
}

function addressOf(origin: Origin | undefined): Pick<AstroInlineConfig, "site" | "base"> {
  return origin && !origin.placeholder ? { site: new URL(origin.base).origin, base: origin.basePath || "/" } : {};
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
