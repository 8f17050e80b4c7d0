import { createFixture } from "fs-fixture";
import { SKILLPRESS, succeed } from "./program.ts";
import { type FolderServer, type Headers, serveFolder } from "./server.ts";

/** A publication on disk and on the air. */
export interface Published extends FolderServer {
  /** Absolute path of the folder that is served. */
  readonly folder: string;
}

/**
 * Builds a source and serves the publication. The server is there first, because the addresses in a
 * publication carry its origin.
 *
 * @param flags further options of `skillpress build`
 * @param headers sent in place of the host's own with every file, or with the one at a path
 */
export async function publish(source: string, flags: readonly string[], headers: Headers = {}): Promise<Published> {
  const place = await createFixture({ "home/.keep": "" });
  const folder = place.getPath("public");
  const server = await serveFolder(folder, headers);
  const close = async () => {
    await server.close();
    await place.rm();
  };
  const argv = ["build", "--source", source, "--origin", server.origin, "--out", folder, ...flags];
  try {
    await succeed(process.execPath, [SKILLPRESS, ...argv], { cwd: place.path, env: { HOME: place.getPath("home") } });
  } catch (error) {
    await close();
    throw error;
  }
  return { ...server, folder, close };
}
