import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { CONFIG_FILE, type Options, parseOptions } from "../options.ts";
import { visible } from "../visible.ts";
import { composeVerified } from "../verify/staged.ts";
import { type Composed, skillsApart } from "./apart.ts";
import { askerIn } from "./asker.ts";
import { serveDevelopment } from "./development.ts";
import { isProbed } from "./hooks.ts";
import { lookFiles, refuseEmptyPages } from "./look.ts";
import { type Route, refusePageConflicts, refusePublicConflicts } from "./conflicts.ts";
import { placeTree } from "./place.ts";
import { Refusal } from "./refusal.ts";
import { catalogRoutes, setRoutes } from "./routes.ts";
import { indexText } from "./search.ts";
import { prepareSite, type Site } from "./site.ts";
import { virtualModule } from "./virtual-module.ts";

/** Beside the tree, which is emptied when a publication is composed. */
const lookFolder = (tree: string) => `${tree}-look`;

/**
 * The Astro integration: artifacts, indexes and catalog pages as part of a site's own `astro build` and `astro dev`.
 *
 * @param options see docs/options.md; paths are relative to the project
 * @throws Halt `invalid-options` for an unknown or wrong option
 */
export default function skillpress(options: Options = {}): AstroIntegration {
  const given = parseOptions(options, "the options of the integration");
  let site: Site | undefined;
  let composed: Composed | undefined;
  let routes: readonly Route[] = [];
  const prepared = () => {
    if (!site) throw new Error("astro:config:setup has not run");
    return site;
  };
  const current = () => {
    if (!composed) throw new Error("there is no publication to make pages of");
    return composed;
  };
  return {
    name: "skillpress",
    hooks: {
      "skillpress:options": () => given,
      "astro:config:setup": async ({ command, config, injectRoute, updateConfig, addWatchFile }) => {
        if (isProbed(config)) return;
        addWatchFile(new URL(CONFIG_FILE, config.root));
        site = await prepareSite(given, config);
        if (site.settings.results !== undefined) addWatchFile(site.settings.results);
        if (!site.settings.catalog) return;
        const look = lookFiles(
          site.settings.look,
          lookFolder(site.tree),
          given.look === undefined ? CONFIG_FILE : "astro.config",
        );
        const { tree, settings } = site;
        for (const route of catalogRoutes) injectRoute(route);
        for (const route of settings.sets.length > 0 ? setRoutes : []) injectRoute(route);
        updateConfig({
          vite: {
            plugins: [virtualModule(current, { look, searched: command === "build" })],
            // What is composed while the site is developed is no file of it; watching it costs more than composing it.
            server: { watch: { ignored: [(path: string) => path.startsWith(`${tree}-`)] } },
          },
        });
      },
      "astro:routes:resolved": (resolved) => void ({ routes } = resolved),
      "astro:server:setup": ({ server, logger }) =>
        serveDevelopment(prepared(), { server, logger }, (next) => void (composed = next)),
      "astro:build:start": async ({ logger }) => {
        const { driver, request, tree, project, publicFolder, settings } = prepared();
        const composition = await composeVerified(request, tree, driver?.asker ?? askerIn(project, logger));
        const { report } = composition;
        driver?.onComposition(composition);
        if (!report) throw new Refusal(composition.problems, `${settings.source}/`);
        if (!driver)
          for (const { code, path, message } of composition.problems)
            logger.warn(visible(`${code}: ${path ?? ""} ${message}`));
        composed = { tree, report, apart: settings.catalog ? await skillsApart(tree, report) : new Set() };
        if (settings.catalog) await indexText(composed);
        refusePublicConflicts(composed, publicFolder, settings.catalog);
        if (settings.catalog) refusePageConflicts(composed, { routes, project });
      },
      "astro:build:done": ({ dir, logger }) => {
        const { driver, request, tree, settings } = prepared();
        placeTree(tree, fileURLToPath(dir));
        for (const made of driver ? [] : [tree, lookFolder(tree)]) rmSync(made, { recursive: true, force: true });
        if (settings.catalog && settings.look.layout !== undefined) refuseEmptyPages(fileURLToPath(dir));
        if (!driver) logger.info(`published for ${request.origin.base}`);
      },
    },
  };
}
