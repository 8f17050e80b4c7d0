import { createFixture } from "fs-fixture";
import { runSkillpress } from "./program.ts";
import { type FolderServer, serveFolder } from "./server.ts";

/** A publication on disk and on the air. */
export interface Published extends FolderServer {
  /** Absolute path of the folder that is served. */
  readonly folder: string;
}

/**
 * Builds a source without a catalog and serves the publication. The server is there first, because the addresses in a
 * publication carry its origin.
 *
 * @param flags further options of `skillpress build`
 */
export async function publish(source: string, flags: readonly string[] = []): Promise<Published> {
  const place = await createFixture({ "home/.keep": "" });
  const folder = place.getPath("public");
  const server = await serveFolder(folder);
  const close = async () => {
    await server.close();
    await place.rm();
  };
  const argv = ["build", "--no-catalog", "--source", source, "--origin", server.origin, "--out", folder, ...flags];
  const { exitCode, said } = await runSkillpress(argv, { cwd: place.path, env: { HOME: place.getPath("home") } });
  if (exitCode === 0) return { ...server, folder, close };
  await close();
  throw new Error(`skillpress ${argv.join(" ")} ended with ${exitCode ?? "a signal"}:\n${said}`);
}
