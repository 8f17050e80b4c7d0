import { sep } from "node:path";
import type { HookParameters } from "astro";
import { Halt } from "../problem.ts";
import { SETS_FOLDER } from "../publication/layout.ts";
import { composeVerified } from "../verify/staged.ts";
import { type Composed, skillsApart } from "./apart.ts";
import { askerIn } from "./asker.ts";
import { serveTree } from "./middleware.ts";
import { emptyPage, type Overlay, overlayOf } from "./overlay.ts";
import { Refusal } from "./refusal.ts";
import type { Site } from "./site.ts";
import { RESOLVED } from "./virtual-module.ts";

/** How long the source must be quiet before it is read again, in milliseconds: editors write a file in several steps. */
const QUIET = 50;

/**
 * Composes the publication for `astro dev`, serves it, and composes it again whenever the source changes. A source with
 * a problem is shown over the pages of the last good publication, which stays.
 *
 * @param use told each new publication
 */
export async function serveDevelopment(
  site: Site,
  { server, logger }: Pick<HookParameters<"astro:server:setup">, "server" | "logger">,
  use: (composed: Composed) => void,
): Promise<void> {
  const { request, base, settings } = site;
  let tree: string | undefined;
  let overlay: Overlay | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const build = async () => {
    const next = tree === `${site.tree}-0` ? `${site.tree}-1` : `${site.tree}-0`; // never the tree that is served
    try {
      // Earlier versions come with a build; asking for them on every change would take longer than the change.
      const { report, problems } = await composeVerified(
        { ...request, previous: undefined },
        next,
        askerIn(site.project, logger),
      );
      if (!report) throw new Refusal(problems, "");
      use({ tree: next, report, apart: await skillsApart(next, report) });
      tree = next;
      overlay = undefined;
    } catch (error) {
      // Whatever it is, the next change gets its build.
      const expected = error instanceof Refusal || error instanceof Halt;
      logger.error(error instanceof Error ? (!expected && error.stack) || error.message : String(error));
      overlay = overlayOf(error, request);
    }
  };
  const rebuild = async () => {
    await build();
    for (const { moduleGraph } of Object.values(server.environments)) {
      const read = moduleGraph.getModuleById(RESOLVED);
      if (read) moduleGraph.invalidateModule(read);
    }
    server.ws.send(overlay ?? { type: "full-reload" });
  };

  await build();
  server.watcher.add(request.source);
  server.watcher.on("all", (_, path) => {
    if (path !== request.source && !path.startsWith(request.source + sep)) return;
    clearTimeout(timer);
    timer = setTimeout(() => (running = running.then(rebuild)), QUIET);
  });
  // A page that is opened, or loaded again, while the problem stands.
  server.ws.on("vite:client:connect", (_, client) => {
    if (overlay) client.send(overlay);
  });
  server.middlewares.use(serveTree(() => tree, base));
  const areas = settings.sets.length > 0 ? ["agent-skills", SETS_FOLDER] : ["agent-skills"];
  server.middlewares.use((incoming, response, next) => {
    const { pathname } = new URL(incoming.url ?? "/", "http://localhost");
    if (tree !== undefined || !overlay || !areas.some((area) => `${pathname}/`.startsWith(`${base}${area}/`))) {
      next();
      return;
    }
    response.writeHead(500, { "content-type": "text/html; charset=utf-8" });
    response.end(emptyPage(overlay, base));
  });
}
