import { sep } from "node:path";
import type { HookParameters } from "astro";
import { composeVerified } from "../verify/staged.ts";
import { serveTree } from "./middleware.ts";
import { Refusal } from "./refusal.ts";
import type { Site } from "./site.ts";

/** How long the source must be quiet before it is read again, in milliseconds: editors write a file in several steps. */
const QUIET = 50;

/**
 * Composes the publication for `astro dev`, serves it, and composes it again whenever the source changes. A source with
 * a problem is reported and the last good publication stays.
 *
 * @param use told the absolute path of each new tree
 */
export async function serveDevelopment(
  site: Site,
  { server, logger }: Pick<HookParameters<"astro:server:setup">, "server" | "logger">,
  use: (tree: string) => void,
): Promise<void> {
  const { request, base } = site;
  let tree = site.tree;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const build = async () => {
    const next = tree === `${site.tree}-0` ? `${site.tree}-1` : `${site.tree}-0`; // never the tree that is served
    try {
      const { report, problems } = await composeVerified(request, next);
      if (!report) throw new Refusal(problems, "");
      tree = next;
      use(tree);
      server.moduleGraph.invalidateAll();
      server.ws.send({ type: "full-reload" });
    } catch (error) {
      // Whatever it is, the next change gets its build.
      logger.error(error instanceof Error ? error.message : String(error));
    }
  };

  await build();
  server.watcher.add(request.source);
  server.watcher.on("all", (_, path) => {
    if (path !== request.source && !path.startsWith(request.source + sep)) return;
    clearTimeout(timer);
    timer = setTimeout(() => (running = running.then(build)), QUIET);
  });
  server.middlewares.use(serveTree(() => tree, base));
}
